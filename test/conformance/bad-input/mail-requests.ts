import { NO_FLAGS, NO_NUMBERS, PAGES } from './bad-parameters.ts'
import type { Endpoint } from './endpoints.ts'
import { reason } from './values.ts'
import type { Ids } from './world.ts'

const PLACES = [
  '',
  '1',
  'trf_1_1',
  '1.',
  '1.trf_1',
  '1.trf_2097152_1',
  '-1.trf_1_1',
  '%00',
  '1.%00',
]

/** Lists of mails and suppressions, and how their parameters can be bad. */
export const MAIL_LISTS = {
  'GET /admin/v1/mails': {
    path: () => '/admin/v1/mails',
    bad: {
      partnerId: [...NO_NUMBERS, '0', '2097152'],
      consumerId: [...NO_NUMBERS, '0'],
      state: ['', 'sent', 'QUEUED', 'SENT,FAILED', '%00'],
      unmasked: NO_FLAGS,
      after: PLACES,
      pageSize: PAGES['pageSize'] ?? [],
    },
  },
  'GET /admin/v1/mails/{transactionId}': {
    path: ({ transactionId }: Ids) => `/admin/v1/mails/${transactionId}`,
    bad: { unmasked: NO_FLAGS },
  },
  'GET /admin/v1/partners/{partnerId}/mail-suppressions': {
    path: ({ partnerId }: Ids) => `/admin/v1/partners/${partnerId}/mail-suppressions`,
    bad: PAGES,
  },
}

export const MAIL_ENDPOINTS: readonly Endpoint[] = [
  {
    route: 'POST /admin/v1/mails/{transactionId}/resend',
    path: ({ transactionId }) => `/admin/v1/mails/${transactionId}/resend`,
    body: () => ({ reason: 'asked for' }),
    // No worker has a mail server.
    accepted: [409],
    fields: { reason: reason() },
  },
  {
    route: 'POST /admin/v1/partners/{partnerId}/mail-suppressions/{consumerId}/remove',
    path: ({ partnerId, consumerId }) =>
      `/admin/v1/partners/${partnerId}/mail-suppressions/${consumerId}/remove`,
    body: () => ({ reason: 'mailbox is back' }),
    // It is removed once.
    accepted: [200, 404],
    fields: { reason: reason() },
  },
]
