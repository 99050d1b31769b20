import type { Command } from 'commander'
import { operateList, type Invocation } from './invocation.ts'

const COLUMNS = [
  'productId',
  'supplier',
  'account',
  'circuit',
  'circuitSince',
  'answered',
  'failed',
  'unfundedSince',
  'lastFault',
]

/** Adds the command group `suppliers`. */
export function addSupplierCommands(program: Command, invocation: Invocation): void {
  const suppliers = program.command('suppliers').description('suppliers of products')
  const health = suppliers
    .command('health')
    .description('list circuits, calls and faults by product and supplier')
  operateList(health, invocation, { path: () => '/suppliers/health', columns: COLUMNS })
}
