import type { Command } from 'commander'
import { operate, paged, type Invocation, type PageOptions } from './invocation.ts'
import { tableOf } from './print.ts'

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
  operate<PageOptions>(paged(health), invocation, {
    request: ({ page, pageSize }) => ({
      method: 'GET',
      path: '/suppliers/health',
      query: { page, pageSize },
    }),
    view: tableOf(COLUMNS),
  })
}
