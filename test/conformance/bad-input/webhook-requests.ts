import { NO_INSTANTS, NO_NUMBERS, PAGES } from './bad-parameters.ts'
import type { Endpoint } from './endpoints.ts'
import { also, anyText, integer, line, notA, oneOf, optional, orNull } from './values.ts'
import { reason, required } from './values.ts'
import type { Ids } from './fixture.ts'

const LIST = '/admin/v1/partners/{partnerId}/webhook-endpoints'
const OWN = '/v2/webhook-endpoints'

const listPath = ({ partnerId }: Ids): string => `/admin/v1/partners/${partnerId}/webhook-endpoints`
const ownPath = (ids: Ids): string => `${OWN}/${ids.endpointId}`
const pathOf = (ids: Ids): string => `${listPath(ids)}/${ids.endpointId}`

const DELIVERIES = {
  event: ['', '1', 'evt_1', 'evt_0_1', 'evt_2097152_1', 'evt_test_1', '%00'],
  outcome: ['', 'FAILED', 'none', 'failed,succeeded'],
  after: NO_NUMBERS,
  pageSize: PAGES['pageSize'] ?? [],
}

/** Lists of webhook endpoints and deliveries, and how their parameters can be bad. */
export const WEBHOOK_LISTS = {
  [`GET ${OWN}`]: { path: () => OWN, bad: PAGES },
  [`GET ${LIST}`]: { path: listPath, bad: PAGES },
  [`GET ${OWN}/{endpointId}/deliveries`]: {
    path: (ids: Ids) => `${ownPath(ids)}/deliveries`,
    bad: DELIVERIES,
  },
  [`GET ${LIST}/{endpointId}/deliveries`]: {
    path: (ids: Ids) => `${pathOf(ids)}/deliveries`,
    bad: DELIVERIES,
  },
}

/** Addresses without TLS, with what must not be logged, or of our own networks. */
const NO_URLS = [
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
  url: also(required(...anyText(2_048).bad), ...NO_URLS),
  eventTypes: optional(
    required(
      ...notA('array'),
      '[]',
      ...['"orders"', '"Order.completed"', '"__proto__"', '7', 'null', '["order.completed"]'].map(
        (json) => ({ json: `[${json}]`, names: 'eventTypes[0]' }),
      ),
    ),
  ),
}
const BODY = { url: 'https://localhost/hooks', eventTypes: ['case.opened'], description: 'till' }
const STATE = optional(oneOf('ENABLED', 'PAUSED'))
const TIMES = { from: '2020-01-01T00:00:00Z', to: '2020-01-02T00:00:00Z' }
const TIME = required(...notA('string'), ...NO_INSTANTS.map((text) => JSON.stringify(text)))
const OVERLAP = { overlapSeconds: optional(integer({ min: 0, max: 604_800 })) }
const REPLAY = {
  from: TIME,
  to: optional(also(TIME, '"2020-01-01T00:00:00Z"')),
  eventIds: optional(required(...notA('array'), '[]', '["evt_1_1"]')),
}
const WHY = { reason: optional(reason()) }

/** The same of the operator and of a partner, whose writes have no reason. */
function inBoth(
  { route, ...rest }: Omit<Endpoint, 'path'>,
  { path, end = '' }: { path: 'list' | 'one'; end?: string },
): { own: Endpoint; operators: Endpoint } {
  const [method = '', tail = ''] = route.split(' ')
  const isList = path === 'list'
  return {
    own: {
      ...rest,
      route: `${method} ${OWN}${tail}`,
      path: (ids) => (isList ? OWN : ownPath(ids) + end),
    },
    operators: {
      ...rest,
      route: `${method} ${LIST}${tail}`,
      path: (ids) => (isList ? listPath(ids) : pathOf(ids) + end),
      body: (ids) => ({ ...rest.body(ids), reason: 'agreed' }),
      fields: { ...rest.fields, ...WHY },
    },
  }
}

const BOTH = [
  inBoth(
    {
      route: 'POST ',
      body: () => BODY,
      // A partner has at most ten.
      accepted: [201, 409],
      fields: { ...FIELDS, description: optional(line(200)) },
    },
    { path: 'list' },
  ),
  inBoth(
    {
      route: 'PATCH /{endpointId}',
      body: () => ({ ...BODY, state: 'PAUSED' }),
      fields: {
        ...FIELDS,
        url: optional(FIELDS.url),
        description: orNull(line(200)),
        state: STATE,
      },
    },
    { path: 'one' },
  ),
  inBoth(
    {
      route: 'POST /{endpointId}/rotate',
      body: () => ({ overlapSeconds: 60 }),
      isBodyOptional: true,
      // The overlap of the rotation before has not ended.
      accepted: [200, 409],
      fields: OVERLAP,
    },
    { path: 'one', end: '/rotate' },
  ),
  inBoth(
    {
      route: 'POST /{endpointId}/replay',
      body: () => TIMES,
      accepted: [202],
      fields: REPLAY,
    },
    { path: 'one', end: '/replay' },
  ),
]

export const OWN_WEBHOOKS: readonly Endpoint[] = BOTH.map(({ own }) => own)

export const OPERATOR_WEBHOOKS: readonly Endpoint[] = [
  ...BOTH.map(({ operators }) => operators),
  ...['test', 'remove'].map((act) => ({
    route: `POST ${LIST}/{endpointId}/${act}`,
    path: (ids: Ids) => `${pathOf(ids)}/${act}`,
    body: () => ({ reason: 'agreed' }),
    isBodyOptional: true,
    // It is removed once.
    accepted: [200, 404],
    fields: WHY,
  })),
]
