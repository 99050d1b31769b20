import { Type } from 'typebox'
import { invalidParameter, OVERLAP_SECONDS_MAX, parseNumericId } from '../../core/mod.ts'
import type { Db, TimeRange } from '../../db/mod.ts'
import { eventId, parseEventId } from '../../events/mod.ts'
import {
  formatEndpointId,
  getEndpoint,
  listAttempts,
  noSuchEndpoint,
  parseEndpointId,
  type DeliveryAttempt,
  type EndpointName,
  type EndpointWithSecret,
  type TestResult,
  type WebhookEndpoint,
} from '../../webhooks/mod.ts'
import type { Context } from '../context.ts'
import { ContinuedOf } from './page-shape.ts'
import { optionalOneOf, optionalText, pages, type QueryOf } from '../queries/query.ts'
import { continued, ok, optionalTime, splitPage } from '../response.ts'
import { optionalInstant } from './wire-fields.ts'
import { Instant, Text, Whole } from './field.ts'
import { fields } from './fields.ts'
import { ENDPOINT_STATE } from './meanings.ts'
import { oneOf } from './one-of.ts'
import { view } from './view.ts'

const DISABLED_REASON = { gone: 'it responded 410', failing: 'it failed for five days' }

/** An endpoint without its secret. */
export const EndpointView = view<WebhookEndpoint>()(
  {
    id: [Text('Identifies the endpoint, such as `whe_2_7`'), formatEndpointId],
    url: Text('An https:// address'),
    description: Type.Optional(Text('A note for people')),
    eventTypes: [
      Type.Array(Type.String(), { description: '`*` alone means every type' }),
      (endpoint) => endpoint.eventTypes ?? ['*'],
    ],
    state: oneOf('The state of the endpoint', ENDPOINT_STATE),
    disabledReason: Type.Optional(oneOf('Why it is DISABLED', DISABLED_REASON)),
    failingSince: Type.Optional(Instant('When messages began to fail')),
    createdAt: fields.createdAt,
    previousSecretExpiresAt: [
      Type.Optional(Text('Messages have two signatures until this instant')),
      (endpoint) => optionalTime(endpoint.previousSecretUntil),
    ],
  },
  { title: 'WebhookEndpoint' },
)

/** An endpoint that was removed. */
export const RemovedEndpointView = view<WebhookEndpoint>()(
  {
    ...EndpointView.fields,
    state: [oneOf('State of the endpoint', { REMOVED: 'it is gone' }), () => 'REMOVED'],
  },
  { title: 'RemovedWebhookEndpoint' },
)

const SECRET = 'The secret, shown here and in repetitions under the same Idempotency-Key only'

/** An endpoint with its secret. */
export const SecretEndpointView = view<EndpointWithSecret>()(
  { ...EndpointView.fields, secret: Text(SECRET) },
  { title: 'WebhookEndpointWithSecret' },
)

/** An endpoint with its secret. The secret is absent if only the partner may see it. */
export const HandedEndpointShape = Type.Object(
  {
    ...EndpointView.schema.properties,
    secret: Type.Optional(Text(`${SECRET}. Not shown to people and machines of the operator`)),
  },
  { title: 'HandedWebhookEndpoint' },
)

const urlField = Type.String({ description: 'An https:// address' })
const typesField = Type.Array(Type.String(), {
  description: 'Types of events; `*` alone, or nothing, means every type',
})

export const newEndpointFields = {
  url: urlField,
  eventTypes: Type.Optional(typesField),
  description: Type.Optional(Text('A note for people')),
}

export const endpointChangeFields = {
  url: Type.Optional(urlField),
  eventTypes: Type.Optional(typesField),
  description: Type.Optional(
    Type.Unsafe<string | null>({ description: 'A note for people', type: ['string', 'null'] }),
  ),
  state: Type.Optional(
    Type.Enum(['ENABLED', 'PAUSED'], {
      description: '`ENABLED`: events are sent; `PAUSED`: they wait',
    }),
  ),
}

export const rotationFields = {
  overlapSeconds: Type.Optional(
    Type.Integer({
      description:
        'Seconds for which messages have two signatures: a day unless given. 0 ends all former ' +
        'secrets at once',
      minimum: 0,
      maximum: OVERLAP_SECONDS_MAX,
    }),
  ),
}

export const replayFields = {
  eventIds: Type.Optional(
    Type.Array(Type.String(), { description: 'The events to send again: at most 1,000' }),
  ),
  from: Type.Optional(Type.String({ description: 'The beginning of the range, included' })),
  to: Type.Optional(
    Type.String({ description: 'The end of the range, not included; now unless given' }),
  ),
}

export function readTimes(body: { readonly from?: string; readonly to?: string }) {
  return {
    from: optionalInstant('from', body.from),
    to: optionalInstant('to', body.to),
  }
}

export const ReplayShape = Type.Object({
  data: Type.Object(
    { events: Type.Integer({ description: 'Number of events that are sent again' }) },
    { description: 'The result' },
  ),
})

export const TestView = view<TestResult>()(
  {
    eventId: fields.eventId,
    succeeded: [fields.succeeded, ({ fault }) => fault === undefined],
    durationMs: fields.durationMs,
    httpStatus: [Type.Optional(fields.httpStatus), ({ status }) => status],
    error: [Type.Optional(Text('Why it failed')), ({ fault }) => fault],
    response: Type.Optional(Text('The beginning of the response')),
  },
  { description: 'The result' },
)

/** One attempt to deliver an event. */
const DeliveryView = view<DeliveryAttempt & EndpointName>()(
  {
    deliveryId: [
      Whole('Identifies the delivery, the same in all attempts'),
      ({ attemptId }) => attemptId,
    ],
    eventId: [fields.eventId, eventId],
    eventType: Text('The type of the event'),
    attempt: Whole('Number of the attempt for the event, from 1'),
    attemptedAt: Instant('When the message was sent'),
    durationMs: fields.durationMs,
    succeeded: [fields.succeeded, ({ fault }) => fault === undefined],
    httpStatus: [Type.Optional(fields.httpStatus), ({ status }) => status],
    error: [Type.Optional(Text('Why it failed')), ({ fault }) => fault],
    response: Type.Optional(Text('The beginning of the response')),
    nextAttemptAt: [Type.Optional(fields.nextAttemptAt), (one) => optionalTime(one.nextTryAt)],
  },
  { title: 'WebhookDelivery' },
)
export const DeliveryPage = ContinuedOf(DeliveryView.schema)

export const deliveryQuery = {
  event: optionalText(),
  outcome: optionalOneOf(['succeeded', 'failed']),
  after: optionalText(),
  pageSize: pages.pageSize,
} as const

/** Returns a page of the attempts at an endpoint, newest first. */
export async function deliveriesPage(
  { db }: Pick<Context, 'db'>,
  name: EndpointName,
  { event, outcome, after, pageSize, ...range }: QueryOf<typeof deliveryQuery> & TimeRange,
) {
  const eventNo = event === undefined ? undefined : parseEventId(event, name.partnerId)
  if (event !== undefined && eventNo === undefined) {
    throw invalidParameter('event', 'must be the id of an event of this partner')
  }
  const afterId = after === undefined ? undefined : parseNumericId(after)
  if (after !== undefined && afterId === undefined) {
    throw invalidParameter('after', 'must be the `after` of a page of this list')
  }
  await getEndpoint(db, name)
  const isFailed = outcome === undefined ? undefined : outcome === 'failed'
  const filter = { ...range, eventNo, isFailed, after: afterId, limit: pageSize + 1 }
  const found = await listAttempts(db, name, filter)
  const { page, last } = splitPage(found, pageSize)
  const data = page.map((one) => DeliveryView.body({ ...one, ...name }))
  return ok(continued(data, { pageSize, after: last && String(last.attemptId) }))
}

/** Reads the id of a path. Refuses not_found, also for an endpoint of another partner. */
export function readEndpointName(partnerId: number, text: string): EndpointName {
  const name = parseEndpointId(text)
  if (name?.partnerId === partnerId) return name
  throw noSuchEndpoint()
}

export function rulesOf({ config }: Pick<Context, 'config'>) {
  return {
    isHttpAllowed: config.webhookHttp === 'allowed',
    isPrivateAllowed: config.webhookPrivateAddresses === 'allowed',
  }
}

/** Returns one endpoint of a partner. */
export async function endpointResponse(db: Db, name: EndpointName) {
  return ok({ data: EndpointView.body(await getEndpoint(db, name)) })
}
