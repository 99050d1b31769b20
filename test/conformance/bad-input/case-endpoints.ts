import type { EndpointCase } from './endpoints.ts'
import { amount, integer, oneOf, optional, reason } from './values.ts'

export const CASE_FIELDS = {
  itemNo: integer({ min: 1, max: 1 }),
  kind: oneOf('refund', 'replace', 'block'),
  reason: reason(),
  amount: optional(amount(2)),
}

/** The request of a partner for a case. */
export const CASE_REQUESTS: readonly EndpointCase[] = [
  {
    route: 'POST /v2/orders/{orderId}/cases',
    path: ({ orderId }) => `/v2/orders/${orderId}/cases`,
    body: () => ({ itemNo: 1, kind: 'block', reason: 'stolen' }),
    fields: CASE_FIELDS,
  },
]
