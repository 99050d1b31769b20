import type { CommandCase } from '../operator/case.ts'

const CLIENT = '7d1f0b7e-2c39-4a52-9a6b-0f6f5f1f6f3a'

/** The commands that list events and requests, and the requests that they send. */
export const LOG_COMMANDS: readonly CommandCase[] = [
  [['events', 'list', '7'], 'GET /partners/7/events'],
  [
    [
      'events',
      'list',
      '7',
      '--from',
      '2026-01-31',
      '--to',
      '2026-02-01',
      '--type',
      'order.completed',
      '--subject',
      'wallet:12',
      '--page-size',
      '5',
    ],
    'GET /partners/7/events?from=2026-01-31&to=2026-02-01&type=order.completed' +
      '&subject=wallet%3A12&pageSize=5',
  ],
  [['requests', 'list'], 'GET /requests'],
  [
    ['requests', 'list', '--partner', '7', '--client', CLIENT, '--failed', '--page-size', '5'],
    `GET /requests?partnerId=7&clientId=${CLIENT}&failed=true&pageSize=5`,
  ],
  [['requests', 'show', CLIENT], `GET /requests/${CLIENT}`],
]
