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

/** suppliers: how they fare. */
export function addSupplierCommands(program: Command, invocation: Invocation): void {
  const suppliers = program.command('suppliers').description('where value comes from')
  const health = suppliers.command('health').description('how each product fares at its suppliers')
  operateList(health, invocation, { path: () => '/suppliers/health', columns: COLUMNS })
}
