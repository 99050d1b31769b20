import type { Command } from 'commander'
import { operate, type Invocation } from './invocation.ts'
import { tableOf } from './print.ts'

interface MarginOptions {
  readonly from?: string
  readonly to?: string
  readonly by?: string
  readonly partner?: string
}

/** Adds the command group `reports`. */
export function addReportCommands(program: Command, invocation: Invocation): void {
  const reports = program.command('reports').description('what you earn')
  const margin = reports
    .command('margin')
    .description('what was charged, what it cost, and the margin, of orders that ended')
    .option('--from <day>', 'such as 2026-01-01, in UTC; default: the last 31 days')
    .option('--to <day>', 'the last day')
    .option('--by <keys>', 'partner, brand, product, supplier, month; several with commas')
    .option('--partner <id>', 'only of this partner')
  operate<MarginOptions>(margin, invocation, {
    request: ({ from, to, by, partner }) => ({
      method: 'GET',
      path: '/reports/margin',
      query: { from, to, by, partnerId: partner },
    }),
    view: tableOf([
      'month',
      'partnerId',
      'brand',
      'productId',
      'supplier',
      'units',
      'currency',
      'charged',
      'costStatus',
      'cost',
      'margin',
    ]),
  })
}
