import { Option, type Command } from 'commander'
import { operateList, type Invocation } from './invocation.ts'

const CIRCUITS = ['closed', 'open', 'half_open']
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
    .addOption(new Option('--circuit <state>').choices(CIRCUITS))
  operateList<{ circuit?: string }>(health, invocation, {
    path: () => '/suppliers/health',
    query: ({ circuit }) => ({ circuit }),
    columns: COLUMNS,
  })
}
