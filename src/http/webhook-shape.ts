import { Type } from 'typebox'
import { invalidParameter, isoTime, parseNumericId, Refusal } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import { eventId, parseEventId } from '../events/mod.ts'
import {
  formatEndpointId,
  getEndpoint,
  listAttempts,
  parseEndpointId,
  type DeliveryAttempt,
  type EndpointName,
  type EndpointWithSecret,
  type TestResult,
  type WebhookEndpoint,
} from '../webhooks/mod.ts'
import type { Context } from './context.ts'
import { ContinuedOf } from './movement-shape.ts'
import { optionalOneOf, optionalText, pages, type QueryOf } from './query.ts'
import { ok, optionalTime, type RouteResponse } from './response.ts'
import { readInstant } from './wire-fields.ts'

const endpointFields = {
  id: Type.String(),
  url: Type.String(),
  description: Type.Optional(Type.String()),
  eventTypes: Type.Array(Type.String(), { description: '`*` alone means every type' }),
  state: Type.String({ description: '`ENABLED`, `PAUSED` or `DISABLED`' }),
  disabledReason: Type.Optional(
    Type.String({ description: '`gone`: it responded 410; `failing`: it failed for five days' }),
  ),
  failingSince: Type.Optional(Type.String()),
  createdAt: Type.String(),
  previousSecretExpiresAt: Type.Optional(
    Type.String({ description: 'Until then messages have two signatures' }),
  ),
}

/** An endpoint without its secret. */
export const EndpointShape = Type.Object(endpointFields, { title: 'WebhookEndpoint' })

/** An endpoint with its secret, which is shown once. */
export const SecretEndpointShape = Type.Object(
  {
    ...endpointFields,
    secret: Type.String({ description: 'Shown once' }),
  },
  { title: 'WebhookEndpointWithSecret' },
)

export function endpointOf(endpoint: WebhookEndpoint) {
  const { url, description, eventTypes, state, disabledReason, createdAt } = endpoint
  return {
    id: formatEndpointId(endpoint),
    url,
    description,
    eventTypes: eventTypes ?? ['*'],
    state,
    disabledReason,
    failingSince: optionalTime(endpoint.failingSince),
    createdAt: isoTime(createdAt),
    previousSecretExpiresAt: optionalTime(endpoint.previousSecretUntil),
  }
}

export function secretEndpointOf({ secret, ...endpoint }: EndpointWithSecret) {
  return { ...endpointOf(endpoint), secret }
}

const urlField = Type.String({ description: 'An https:// address' })
const typesField = Type.Array(Type.String(), {
  description: 'Types of events; `*` alone, or nothing, means every type',
})

export const newEndpointFields = {
  url: urlField,
  eventTypes: Type.Optional(typesField),
  description: Type.Optional(Type.String()),
}

export const endpointChangeFields = {
  url: Type.Optional(urlField),
  eventTypes: Type.Optional(typesField),
  description: Type.Optional(Type.Unsafe<string | null>({ type: ['string', 'null'] })),
  state: Type.Optional(Type.Enum(['ENABLED', 'PAUSED'])),
}

export const rotationFields = {
  overlapSeconds: Type.Optional(
    Type.Integer({ description: 'How long messages have two signatures: a day unless given' }),
  ),
}

export const replayFields = {
  eventIds: Type.Optional(Type.Array(Type.String())),
  from: Type.Optional(Type.String({ description: 'The first instant; events from then on' })),
  to: Type.Optional(Type.String({ description: 'The instant after the last; now unless given' })),
}

export function readTimes(body: { readonly from?: string; readonly to?: string }) {
  return {
    from: body.from === undefined ? undefined : readInstant('from', body.from),
    to: body.to === undefined ? undefined : readInstant('to', body.to),
  }
}

export const ReplayShape = Type.Object({
  data: Type.Object({ events: Type.Integer({ description: 'How many are sent again' }) }),
})

export const TestShape = Type.Object({
  data: Type.Object({
    eventId: Type.String(),
    succeeded: Type.Boolean(),
    durationMs: Type.Integer(),
    httpStatus: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.String()),
    response: Type.Optional(Type.String()),
  }),
})

export function testOf({ eventId: id, status, fault, response, durationMs }: TestResult) {
  const succeeded = fault === undefined
  return { eventId: id, succeeded, durationMs, httpStatus: status, error: fault, response }
}

/** One attempt to deliver an event. */
const DeliveryShape = Type.Object(
  {
    deliveryId: Type.Integer(),
    eventId: Type.String(),
    eventType: Type.String(),
    attempt: Type.Integer({ description: 'Counts the attempts for the event, from 1' }),
    attemptedAt: Type.String(),
    durationMs: Type.Integer(),
    succeeded: Type.Boolean(),
    httpStatus: Type.Optional(Type.Integer()),
    error: Type.Optional(Type.String()),
    response: Type.Optional(Type.String({ description: 'The beginning of it' })),
    nextAttemptAt: Type.Optional(Type.String()),
  },
  { title: 'WebhookDelivery' },
)
export const DeliveryPage = ContinuedOf(DeliveryShape)

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
  { event, outcome, after, pageSize }: QueryOf<typeof deliveryQuery>,
): Promise<RouteResponse> {
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
  const filter = { eventNo, isFailed, after: afterId, limit: pageSize + 1 }
  const found = await listAttempts(db, name, filter)
  const page = found.slice(0, pageSize)
  const hasNext = found.length > pageSize
  const last = hasNext ? page.at(-1)?.attemptId : undefined
  const data = page.map((one) => deliveryOf(name, one))
  return ok({ data, meta: { pagination: { pageSize, hasNext, after: last && String(last) } } })
}

function deliveryOf({ partnerId }: EndpointName, one: DeliveryAttempt) {
  const { attemptId, eventNo, eventType, attempt, durationMs } = one
  return {
    deliveryId: attemptId,
    eventId: eventId({ partnerId, eventNo }),
    eventType,
    attempt,
    attemptedAt: isoTime(one.attemptedAt),
    durationMs,
    succeeded: one.fault === undefined,
    httpStatus: one.status,
    error: one.fault,
    response: one.response,
    nextAttemptAt: optionalTime(one.nextTryAt),
  }
}

/** Reads the id of a path. Refuses that of another partner like an unknown one, with not_found. */
export function readEndpointName(partnerId: number, text: string): EndpointName {
  const name = parseEndpointId(text)
  if (name?.partnerId === partnerId) return name
  throw new Refusal('not_found', 'no such webhook endpoint')
}

export function rulesOf({ config }: Pick<Context, 'config'>) {
  return {
    isHttpAllowed: config.webhookHttp === 'allowed',
    arePrivateAllowed: config.webhookPrivateAddresses === 'allowed',
  }
}

/** Returns one endpoint of a partner. */
export async function endpointResponse(db: Db, name: EndpointName): Promise<RouteResponse> {
  return ok({ data: endpointOf(await getEndpoint(db, name)) })
}
