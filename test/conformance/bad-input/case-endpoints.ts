import type { Endpoint } from './endpoints.ts'
import { amount, flag, integer, oneOf, optional, reason } from './values.ts'

const FIELDS = {
  itemNo: integer({ min: 1, max: 1 }),
  kind: oneOf('refund', 'replace', 'block'),
  reason: reason(),
  amount: optional(amount(2)),
}

/** What a partner asks for. */
export const CASE_REQUESTS: readonly Endpoint[] = [
  {
    route: 'POST /v2/orders/{orderId}/cases',
    path: ({ orderId }) => `/v2/orders/${orderId}/cases`,
    body: () => ({ itemNo: 1, kind: 'block', reason: 'stolen' }),
    fields: FIELDS,
  },
]

/** Cases of the operator. The case of the fixture is done already, so it is not decided. */
export const CASES: readonly Endpoint[] = [
  {
    route: 'POST /admin/v1/orders/{orderId}/cases',
    path: ({ orderId }) => `/admin/v1/orders/${orderId}/cases`,
    body: () => ({ itemNo: 1, kind: 'refund', reason: 'broken', amount: 5, acknowledged: true }),
    fields: { ...FIELDS, acknowledged: optional(flag()) },
  },
  {
    route: 'POST /admin/v1/cases/{caseId}/accept',
    path: ({ caseId }) => `/admin/v1/cases/${caseId}/accept`,
    body: () => ({ reason: 'as agreed', acknowledged: true }),
    isBodyOptional: true,
    accepted: [409],
    fields: { reason: optional(reason()), acknowledged: optional(flag()) },
  },
  {
    route: 'POST /admin/v1/cases/{caseId}/reject',
    path: ({ caseId }) => `/admin/v1/cases/${caseId}/reject`,
    body: () => ({ reason: 'was redeemed' }),
    accepted: [409],
    fields: { reason: reason() },
  },
]
