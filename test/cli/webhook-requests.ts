import type { CommandCase } from '../operator/case.ts'

const ID = 'whe_7_12'
const PATH = `/partners/7/webhook-endpoints/${ID}`

/** The commands of webhook endpoints, and the requests that they send. */
export const WEBHOOK_COMMANDS: readonly CommandCase[] = [
  [
    ['webhooks', 'create', '7', '--url', 'https://example.com/hooks'].concat([
      '--types',
      'order.completed, case.opened',
    ]),
    'POST /partners/7/webhook-endpoints',
    { url: 'https://example.com/hooks', eventTypes: ['order.completed', 'case.opened'] },
  ],
  [['webhooks', 'list', '7', '--page', '2'], 'GET /partners/7/webhook-endpoints?page=2'],
  [['webhooks', 'show', ID], `GET ${PATH}`],
  [
    ['webhooks', 'update', ID, '--types', '*', '--description', 'till'],
    `PATCH ${PATH}`,
    { eventTypes: ['*'], description: 'till' },
  ],
  [
    ['webhooks', 'pause', ID, '--reason', 'moves'],
    `PATCH ${PATH}`,
    { state: 'PAUSED', reason: 'moves' },
  ],
  [['webhooks', 'enable', ID], `PATCH ${PATH}`, { state: 'ENABLED' }],
  [
    ['webhooks', 'rotate', ID, '--overlap-seconds', '60'],
    `POST ${PATH}/rotate`,
    { overlapSeconds: 60 },
  ],
  [
    ['webhooks', 'deliveries', ID, '--event', 'evt_7_1', '--outcome', 'failed', '--after', '9'],
    `GET ${PATH}/deliveries?event=evt_7_1&outcome=failed&after=9`,
  ],
  [
    ['webhooks', 'deliveries', ID, '--from', '2026-01-01', '--to', '2026-02-01'],
    `GET ${PATH}/deliveries?from=2026-01-01&to=2026-02-01`,
  ],
  [
    ['webhooks', 'replay', ID, '--events', 'evt_7_1,evt_7_2'],
    `POST ${PATH}/replay`,
    { eventIds: ['evt_7_1', 'evt_7_2'] },
  ],
  [
    ['webhooks', 'replay', ID, '--from', '2026-01-31T00:00:00Z'],
    `POST ${PATH}/replay`,
    { from: '2026-01-31T00:00:00Z' },
  ],
  [['webhooks', 'test', ID], `POST ${PATH}/test`, {}],
  [['webhooks', 'remove', ID], `POST ${PATH}/remove`, {}],
]
