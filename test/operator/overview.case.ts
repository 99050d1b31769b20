import {
  NO_FLAGS,
  NO_PARTNERS,
  NO_STATUSES,
  NO_TEXTS,
  NO_TIMES,
  NO_UUIDS,
  PAGES,
  PAGE_SIZE,
} from '../conformance/bad-input/bad-parameters.ts'
import { NO_EVENTS } from '../conformance/bad-input/movement-lists.ts'
import type { OperatorCases } from './case.ts'

const ID = '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a'
const CLIENT_REQUESTS = `/requests?partnerId=7&clientId=${ID}&failed=true&pageSize=5`

/** Routes that only read: the state of the service, and its requests and messages. */
export const OVERVIEW: OperatorCases = {
  'GET /admin/v1/overview': { roles: 'admin finance operations support auditor' },
  'GET /admin/v1/overview/activity': { roles: 'admin finance operations support auditor' },
  'GET /admin/v1/overview/margin': { roles: 'admin finance auditor' },
  'GET /admin/v1/live': { roles: 'admin finance operations support auditor' },
  'GET /admin/v1/settings': { roles: 'admin finance operations auditor' },

  'GET /admin/v1/suppliers/health': {
    roles: 'admin finance operations auditor',
    badQueries: { circuit: NO_STATUSES, ...PAGES },
    commands: {
      'suppliers health --page 2 --sort -lastFaultAt': '/suppliers/health?sort=-lastFaultAt&page=2',
      'suppliers health --circuit open': '/suppliers/health?circuit=open',
    },
  },

  'GET /admin/v1/partners/{partnerId}/events': {
    roles: 'admin operations support auditor',
    badQueries: {
      from: NO_TIMES,
      to: NO_TIMES,
      type: ['', 'order', 'Order.completed', 'order.completed,case.opened', '__proto__'],
      subject: NO_TEXTS,
      after: NO_EVENTS,
      ...PAGE_SIZE,
    },
    commands: {
      'events list 7': '/partners/7/events',
      ['events list 7 --from 2026-01-31 --to 2026-02-01 --type order.completed' +
      ' --subject wallet:12 --page-size 5']:
        '/partners/7/events?from=2026-01-31&to=2026-02-01&type=order.completed' +
        '&subject=wallet%3A12&pageSize=5',
    },
  },

  'GET /admin/v1/requests': {
    roles: 'admin operations support auditor',
    badQueries: {
      partnerId: [...NO_PARTNERS, '2097151'],
      clientId: NO_UUIDS,
      failed: NO_FLAGS,
      from: NO_TIMES,
      to: NO_TIMES,
      after: NO_UUIDS,
      ...PAGE_SIZE,
    },
    commands: {
      'requests list': '/requests',
      [`requests list --partner 7 --client ${ID} --failed --page-size 5`]: CLIENT_REQUESTS,
      'requests list --from 2026-01-01 --to 2026-01-31': '/requests?from=2026-01-01&to=2026-01-31',
    },
  },

  'GET /admin/v1/requests/{requestId}': {
    roles: 'admin operations support auditor',
    commands: { [`requests show ${ID}`]: `/requests/${ID}` },
  },
}
