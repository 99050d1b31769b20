import { group } from './invocation.ts'
import { operation } from './operation.ts'
import { requestOf } from './operation-table.ts'

export const CASE_COLUMNS = [
  'caseId',
  'orderId',
  'itemNo',
  'kind',
  'state',
  'currency',
  'amount',
  'reason',
  'openedBy',
  'openedAt',
] as const

const REASON = 'shown to the partner'
const ACKNOWLEDGED = 'needed if the item cannot be taken back'

export const CASES = group('single items after delivery', {
  open: operation('openCase', {
    about: 'refund, replace or block one item of a COMPLETED order',
    args: ['itemNo', 'kind'],
    fields: {
      reason: REASON,
      amount: 'refund a part of the price; default: all of it',
      acknowledged: ACKNOWLEDGED,
    },
  }),
  list: operation('listCases', {
    about: 'list the cases of all partners, newest first, or those of one order',
    extend: (command) => void command.argument('[orderId]'),
    request({ query }, { command }) {
      const [orderId] = command.args
      if (orderId === undefined) return requestOf('listCases', { query })
      return requestOf('listOrderCases', { path: { orderId }, query })
    },
    columns: CASE_COLUMNS,
  }),
  show: operation('getCase', { about: 'show one case' }),
  accept: operation('acceptCase', {
    about: "carry out a partner's request",
    fields: { reason: REASON, acknowledged: ACKNOWLEDGED },
  }),
  reject: operation('rejectCase', {
    about: "reject a partner's request",
    fields: { reason: REASON },
  }),
})
