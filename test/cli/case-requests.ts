import type { CommandCase } from '../operator/case.ts'

const ORDER = 'ord_01M7YH3EJW00004000001'

/** The commands of cases. */
export const CASE_COMMANDS: readonly CommandCase[] = [
  [
    ['cases', 'open', ORDER, '3', 'refund', '--reason', 'broken', '--amount', '2.50'],
    `POST /orders/${ORDER}/cases`,
    { itemNo: 3, kind: 'refund', reason: 'broken', amount: 2.5 },
  ],
  [
    ['cases', 'open', ORDER, '3', 'block', '--reason', 'stolen', '--acknowledged'],
    `POST /orders/${ORDER}/cases`,
    { itemNo: 3, kind: 'block', reason: 'stolen', acknowledged: true },
  ],
  [['cases', 'list'], 'GET /cases'],
  [['cases', 'list', ORDER, '--page', '2'], `GET /orders/${ORDER}/cases?page=2`],
  [
    ['cases', 'list', '--partner', '7', '--kind', 'refund', '--state', 'DONE', '--after', '9'],
    'GET /cases?partnerId=7&kind=refund&state=DONE&after=9',
  ],
  [['cases', 'show', '9'], 'GET /cases/9'],
  [['cases', 'accept', '9', '--acknowledged'], 'POST /cases/9/accept', { acknowledged: true }],
  [['cases', 'reject', '9', '--reason', 'late'], 'POST /cases/9/reject', { reason: 'late' }],
]
