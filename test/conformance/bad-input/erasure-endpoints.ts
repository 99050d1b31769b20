import type { Endpoint } from './endpoints.ts'
import { also, line, reason } from './values.ts'

const REASON = reason()

/** Erasures of personal data. Those of the fixture are refused. */
export const ERASURES: readonly Endpoint[] = [
  {
    route: 'POST /admin/v1/partners/{partnerId}/consumers/{consumerId}/erasure',
    path: ({ partnerId, consumerId }) =>
      `/admin/v1/partners/${partnerId}/consumers/${consumerId}/erasure`,
    body: () => ({ reason: 'asked to be forgotten' }),
    // Its wallet has money.
    accepted: [409],
    fields: { reason: also(REASON, '"for ann@example.com"') },
  },
  {
    route: 'POST /admin/v1/partners/{partnerId}/recipients/erasure',
    path: ({ partnerId }) => `/admin/v1/partners/${partnerId}/recipients/erasure`,
    body: () => ({ recipient: '+4366012345600', reason: 'asked to be forgotten' }),
    // No order has it.
    accepted: [404],
    fields: {
      recipient: also(line(256), '"+ (-)"'),
      reason: also(REASON, '"for ann@example.com"', '"call +4366012345600"'),
    },
  },
]
