import { group } from './invocation.ts'
import { operation } from './operation.ts'

const PERIOD = {
  from: {
    flags: '--from <day>',
    help: 'such as 2026-01-01, in UTC; default: the last 31 days',
  },
  to: { flags: '--to <day>', help: 'the last day' },
}

export const REPORTS = group('what you earn', {
  margin: operation('margin', {
    about: 'report charges, costs and margins of orders that ended',
    fields: {
      ...PERIOD,
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
  'margin-orders': operation('listMarginOrders', {
    about: 'list the orders behind a row of the margin report; they add up to it',
    fields: PERIOD,
    columns: [
      'orderId',
      'partnerId',
      'endedAt',
      'units',
      'currency',
      'charged',
      'refunded',
      'costStatus',
      'cost',
      'margin',
    ],
  }),
})
