import { NO_INSTANTS, NO_NUMBERS, PAGES, PAGE_SIZE } from './bad-parameters.ts'
import type { EndpointCase } from './endpoints.ts'
import {
  also,
  anyText,
  entries,
  integer,
  line,
  notA,
  oneOf,
  optional,
  orNull,
  required,
} from './values.ts'

const OWN = '/v2/webhook-endpoints'

export const DELIVERIES = {
  event: ['', '1', 'evt_1', 'evt_0_1', 'evt_2097152_1', 'evt_test_1', '%00'],
  outcome: ['', 'FAILED', 'none', 'failed,succeeded'],
  after: NO_NUMBERS,
  ...PAGE_SIZE,
}

/** Lists of webhook endpoints and deliveries, with bad values of each parameter. */
export const WEBHOOK_LISTS = {
  [`GET ${OWN}`]: { bad: PAGES },
  [`GET ${OWN}/{endpointId}/deliveries`]: { bad: DELIVERIES },
}

/** Addresses without TLS, with secrets that must not be logged, or of our own networks. */
const REFUSED_URLS = [
  'http://example.com/',
  'ftp://example.com/',
  'example.com/hooks',
  '//example.com/',
  'https://',
  'https://user:secret@example.com/',
  'https://example.com/#part',
  'https://127.0.0.1/',
  'https://2130706433/',
  'https://0x7f.1/',
  'https://10.1.2.3/',
  'https://169.254.169.254/latest/meta-data',
  'https://[::1]/',
  'https://[::ffff:10.0.0.1]/',
].map((url) => JSON.stringify(url))

const FIELDS = {
  url: also(required(...anyText(2_048).bad), ...REFUSED_URLS),
  eventTypes: optional(
    required(
      ...notA('array'),
      '[]',
      ...entries('eventTypes', '"orders"', '"Order.completed"', '"__proto__"', '7', 'null'),
      ...entries('eventTypes', '["order.completed"]'),
    ),
  ),
}
const BODY = { url: 'https://localhost/hooks', eventTypes: ['case.opened'], description: 'till' }
const TIME = required(...notA('string'), ...NO_INSTANTS.map((text) => JSON.stringify(text)))

type Body = Omit<EndpointCase, 'route' | 'path'>

export const NEW_WEBHOOK: Body = {
  body: () => BODY,
  // A partner has at most ten.
  accepted: [201, 409],
  fields: { ...FIELDS, description: optional(line(200)) },
}
export const CHANGED_WEBHOOK: Body = {
  body: () => ({ ...BODY, state: 'PAUSED' }),
  fields: {
    ...FIELDS,
    url: optional(FIELDS.url),
    description: orNull(line(200)),
    state: optional(oneOf('ENABLED', 'PAUSED')),
  },
}
export const ROTATED_WEBHOOK: Body = {
  body: () => ({ overlapSeconds: 60 }),
  isBodyOptional: true,
  // The overlap of the previous rotation has not ended.
  accepted: [200, 409],
  fields: { overlapSeconds: optional(integer({ min: 0, max: 604_800 })) },
}
export const REPLAYED_WEBHOOK: Body = {
  body: () => ({ from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }),
  accepted: [202],
  fields: {
    from: TIME,
    to: optional(also(TIME, '"2020-01-01T00:00:00Z"')),
    eventIds: optional(required(...notA('array'), '[]', '["evt_1_1"]')),
  },
}

export const OWN_WEBHOOKS: readonly EndpointCase[] = [
  { route: `POST ${OWN}`, ...NEW_WEBHOOK },
  { route: `PATCH ${OWN}/{endpointId}`, ...CHANGED_WEBHOOK },
  { route: `POST ${OWN}/{endpointId}/rotate`, ...ROTATED_WEBHOOK },
  { route: `POST ${OWN}/{endpointId}/replay`, ...REPLAYED_WEBHOOK },
]
