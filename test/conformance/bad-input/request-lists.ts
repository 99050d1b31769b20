import { NO_FLAGS, NO_NUMBERS, NO_TIMES, NO_UUIDS, PAGES } from './bad-parameters.ts'

/** The request log, and how its parameters can be bad. */
export const REQUESTS = {
  'GET /admin/v1/requests': {
    path: () => '/admin/v1/requests',
    bad: {
      partnerId: [...NO_NUMBERS, '0', '2097152', '2097151'],
      clientId: NO_UUIDS,
      failed: NO_FLAGS,
      from: NO_TIMES,
      to: NO_TIMES,
      after: NO_UUIDS,
      pageSize: PAGES['pageSize'] ?? [],
    },
  },
}
