import { Type, type Static, type TObject, type TProperties } from 'typebox'
import { transact } from '../db/mod.ts'
import {
  changeEndpoint,
  createEndpoint,
  removeEndpoint,
  replayEvents,
  rotateSecret,
  sendTest,
  type Act,
  type EndpointName,
} from '../webhooks/mod.ts'
import type { Context } from './context.ts'
import { accepted, created, ok } from './response.ts'
import type {
  endpointChangeFields,
  newEndpointFields,
  replayFields,
  rotationFields,
} from './shapes/webhook-shape.ts'
import {
  DeliveryPage,
  deliveryQuery,
  EndpointView,
  readTimes,
  RemovedEndpointView,
  ReplayShape,
  rulesOf,
  SecretEndpointView,
  TestView,
} from './shapes/webhook-shape.ts'

/** The acts on webhook endpoints that operators and partners share, with their descriptions. */

const SECRET_ONCE =
  'The secret is in this response only, and in a repetition of the request under the same ' +
  'Idempotency-Key.'

export const CREATE = {
  operationId: 'createWebhookEndpoint',
  success: [201],
  summary: 'Creates a webhook endpoint, to which events are sent from now on',
  description: SECRET_ONCE,
  response: Type.Object({ data: SecretEndpointView.schema }),
} as const

export const GET = {
  operationId: 'getWebhookEndpoint',
  summary: 'Returns a webhook endpoint',
  response: Type.Object({ data: EndpointView.schema }),
} as const

export const UPDATE = {
  operationId: 'updateWebhookEndpoint',
  summary: 'Changes a webhook endpoint; pauses or enables it',
  description: 'Events that waited for an endpoint are sent once it is enabled.',
  response: Type.Object({ data: EndpointView.schema }),
} as const

export const OVERLAP =
  'Messages are also signed with the old secret until the overlap ends. Until then another ' +
  'rotation is refused unless `overlapSeconds` is 0, which ends all former secrets at once.'

export const ROTATE = {
  operationId: 'rotateWebhookSecret',
  summary: 'Gives a webhook endpoint a new secret',
  description: `${SECRET_ONCE} ${OVERLAP}`,
  isBodyOptional: true,
  response: Type.Object({ data: SecretEndpointView.schema }),
} as const

export const TEST = {
  operationId: 'testWebhookEndpoint',
  summary: 'Sends a `webhook.test` to the endpoint at once, and returns its response',
  response: Type.Object({ data: TestView.schema }),
} as const

export const DELIVERIES = {
  operationId: 'listWebhookDeliveries',
  summary: 'Lists the attempts to deliver events to an endpoint, newest first',
  description: 'A `webhook.test` is not listed: the request that sends it returns the response.',
  query: deliveryQuery,
  response: DeliveryPage,
} as const

export const REPLAY = {
  operationId: 'replayWebhookEvents',
  success: [202],
  summary: 'Sends events again: by their ids, or those of a time range',
  description: 'A time range sends the types that the endpoint gets; `eventIds` sends any event.',
  response: ReplayShape,
} as const

export const REMOVE = {
  operationId: 'removeWebhookEndpoint',
  summary: 'Removes a webhook endpoint, and the events that wait for it',
  response: Type.Object({ data: RemovedEndpointView.schema }),
} as const

/** An endpoint, and who acts on it. */
interface On {
  readonly name: EndpointName
  readonly act: Act
}

/** The body of a request that has these fields. */
type Body<Fields extends TProperties> = Static<TObject<Fields>>

export type NewEndpointBody = Body<typeof newEndpointFields> & { readonly partnerId: number }

export async function create(context: Context, input: NewEndpointBody, act: Act) {
  return created({ data: await makeEndpoint(context, input, act) })
}

export async function makeEndpoint(context: Context, input: NewEndpointBody, act: Act) {
  const endpointsMax = context.config.webhookEndpointsMax
  const options = { ...context, rules: rulesOf(context), endpointsMax }
  const endpoint = await transact(context.db, (tx) => createEndpoint(tx, options, input, act))
  return SecretEndpointView.body(endpoint)
}

export async function update(context: Context, on: On, change: Body<typeof endpointChangeFields>) {
  const options = { ...context, rules: rulesOf(context) }
  const endpoint = await transact(context.db, (tx) =>
    changeEndpoint(tx, options, { ...on, change }),
  )
  context.wakeWebhooks(on.name.partnerId)
  return ok({ data: EndpointView.body(endpoint) })
}

export async function rotate(context: Context, on: On, body: Body<typeof rotationFields>) {
  return ok({ data: await makeSecret(context, on, body) })
}

export async function makeSecret(context: Context, on: On, body: Body<typeof rotationFields>) {
  const rotation = { ...body, ...on }
  const endpoint = await transact(context.db, (tx) => rotateSecret(tx, context, rotation))
  return SecretEndpointView.body(endpoint)
}

export async function test(context: Context, on: On) {
  const options = { ...context, sender: context.webhookSender }
  return ok({ data: TestView.body(await sendTest(options, on)) })
}

export async function replay(
  context: Context,
  on: On,
  { eventIds, ...times }: Body<typeof replayFields>,
) {
  const which = { ...on, eventIds, ...readTimes(times) }
  const events = await transact(context.db, (tx) => replayEvents(tx, context, which))
  context.wakeWebhooks(on.name.partnerId)
  return accepted({ data: { events } })
}

export async function remove(context: Context, on: On) {
  const removed = await transact(context.db, (tx) => removeEndpoint(tx, context, on))
  return ok({ data: RemovedEndpointView.body(removed) })
}
