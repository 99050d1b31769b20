import { group } from './invocation.ts'
import { operation } from './operation.ts'

/** The command group `reports`. */
export const REPORTS = group('what you earn', {
  margin: operation('margin', {
    about: 'report charges, costs and margins of orders that ended',
    fields: {
      from: {
        flags: '--from <day>',
        help: 'such as 2026-01-01, in UTC; default: the last 31 days',
      },
      to: { flags: '--to <day>', help: 'the last day' },
      by: {
        flags: '--by <keys>',
        help: 'partner, brand, product, supplier, month; several with commas',
      },
    },
    columns: [
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
    ],
  }),
})
