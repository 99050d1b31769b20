import { Type } from 'typebox'
import { invalidField } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { EVENT_TYPES } from '../../events/mod.ts'
import type { KnownCredential } from '../../partners/mod.ts'
import {
  changeEndpoint,
  createEndpoint,
  listEndpoints,
  removeEndpoint,
  replayEvents,
  rotateSecret,
  sendTest,
} from '../../webhooks/mod.ts'
import { EVENT_KINDS } from '../shapes/event-shape.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages } from '../query.ts'
import { accepted, created, ok, pageOf } from '../response.ts'
import { route } from '../route.ts'
import {
  deliveriesPage,
  DeliveryPage,
  deliveryQuery,
  endpointChangeFields,
  endpointOf,
  endpointResponse,
  EndpointShape,
  newEndpointFields,
  readEndpointName,
  readTimes,
  replayFields,
  RemovedEndpointShape,
  removedEndpointOf,
  ReplayShape,
  rotationFields,
  rulesOf,
  secretEndpointOf,
  SecretEndpointShape,
  testOf,
  TestShape,
} from '../shapes/webhook-shape.ts'
import { LISTED, REPLAYED, ROTATION, SECRET_ONCE } from '../webhook-descriptions.ts'

const read = { permission: 'orders:read' } as const
const write = { permission: 'orders:write', isWrittenOnce: true, isKeyed: true } as const

/** Refuses types of events that the credential may not see. */
function requireVisible(types: readonly string[] = ['*'], { permissions }: KnownCredential): void {
  const isEvery = types.includes('*')
  for (const type of EVENT_TYPES) {
    const { permission } = EVENT_KINDS[type]
    if ((isEvery || types.includes(type)) && !permissions.has(permission)) {
      throw invalidField(
        'eventTypes',
        `must not have ${type}: the credential has no permission ${permission}`,
      )
    }
  }
}

const create = route('POST /v2/webhook-endpoints', {
  ...write,
  operationId: 'createWebhookEndpoint',
  success: [201],
  refuses: ['state_conflict', 'idempotency_conflict'],
  summary: 'Creates an endpoint that events are sent to from now on',
  description: SECRET_ONCE,
  body: Type.Object(newEndpointFields, { title: 'NewWebhookEndpoint' }),
  response: Type.Object({ data: SecretEndpointShape }),
  async handle({ partnerId, credential, body, actor }, context) {
    const { db, config } = context
    requireVisible(body.eventTypes, credential)
    const options = {
      ...context,
      rules: rulesOf(context),
      endpointsMax: config.webhookEndpointsMax,
    }
    const endpoint = await transact(db, (tx) =>
      createEndpoint(tx, options, { ...body, partnerId }, { actor }),
    )
    return created({ data: secretEndpointOf(endpoint) })
  },
})

const list = route('GET /v2/webhook-endpoints', {
  ...read,
  operationId: 'listWebhookEndpoints',
  summary: 'Lists the webhook endpoints, oldest first',
  query: pages,
  response: PagedOf(EndpointShape),
  async handle({ partnerId, query }, { db }) {
    return ok(pageOf(await listEndpoints(db, partnerId), query, endpointOf))
  },
})

const get = route('GET /v2/webhook-endpoints/{endpointId}', {
  ...read,
  operationId: 'getWebhookEndpoint',
  summary: 'Returns a webhook endpoint',
  response: Type.Object({ data: EndpointShape }),
  handle: ({ partnerId, params }, { db }) =>
    endpointResponse(db, readEndpointName(partnerId, params.endpointId)),
})

const update = route('PATCH /v2/webhook-endpoints/{endpointId}', {
  ...write,
  operationId: 'updateWebhookEndpoint',
  refuses: ['idempotency_conflict'],
  summary: 'Changes a webhook endpoint; pauses or enables it',
  description: 'What has waited for an endpoint is sent once it is enabled.',
  body: Type.Object(endpointChangeFields, { title: 'WebhookEndpointChange' }),
  response: Type.Object({ data: EndpointShape }),
  async handle({ partnerId, credential, params, body: change, actor }, context) {
    const name = readEndpointName(partnerId, params.endpointId)
    if (change.eventTypes) requireVisible(change.eventTypes, credential)
    const options = { ...context, rules: rulesOf(context) }
    const endpoint = await transact(context.db, (tx) =>
      changeEndpoint(tx, options, { name, change, act: { actor } }),
    )
    context.wakeWebhooks(partnerId)
    return ok({ data: endpointOf(endpoint) })
  },
})

const rotate = route('POST /v2/webhook-endpoints/{endpointId}/rotate', {
  ...write,
  operationId: 'rotateWebhookSecret',
  refuses: ['state_conflict', 'idempotency_conflict'],
  summary: 'Gives a webhook endpoint a new secret',
  description: ROTATION,
  body: Type.Object(rotationFields, { title: 'WebhookSecretRotation' }),
  isBodyOptional: true,
  response: Type.Object({ data: SecretEndpointShape }),
  async handle({ partnerId, actor, params, body }, context) {
    const name = readEndpointName(partnerId, params.endpointId)
    const rotation = { ...body, name, act: { actor } }
    const endpoint = await transact(context.db, (tx) => rotateSecret(tx, context, rotation))
    return ok({ data: secretEndpointOf(endpoint) })
  },
})

const remove = route('POST /v2/webhook-endpoints/{endpointId}/remove', {
  ...write,
  operationId: 'removeWebhookEndpoint',
  refuses: ['idempotency_conflict'],
  summary: 'Removes a webhook endpoint, and what waits for it',
  response: Type.Object({ data: RemovedEndpointShape }),
  async handle({ partnerId, actor, params }, context) {
    const name = readEndpointName(partnerId, params.endpointId)
    const removed = await transact(context.db, (tx) =>
      removeEndpoint(tx, context, { name, act: { actor } }),
    )
    return ok({ data: removedEndpointOf(removed) })
  },
})

const test = route('POST /v2/webhook-endpoints/{endpointId}/test', {
  ...write,
  operationId: 'testWebhookEndpoint',
  refuses: ['idempotency_conflict'],
  summary: 'Sends a `webhook.test` to the endpoint at once, and returns what it responded',
  response: TestShape,
  async handle({ partnerId, actor, params }, context) {
    const name = readEndpointName(partnerId, params.endpointId)
    const options = { ...context, sender: context.webhookSender }
    return ok({ data: testOf(await sendTest(options, { name, act: { actor } })) })
  },
})

const deliveries = route('GET /v2/webhook-endpoints/{endpointId}/deliveries', {
  ...read,
  operationId: 'listWebhookDeliveries',
  summary: 'Lists the attempts to deliver events to an endpoint, newest first',
  description: LISTED,
  query: deliveryQuery,
  response: DeliveryPage,
  handle: ({ partnerId, params, query }, context) =>
    deliveriesPage(context, readEndpointName(partnerId, params.endpointId), query),
})

const replay = route('POST /v2/webhook-endpoints/{endpointId}/replay', {
  ...write,
  operationId: 'replayWebhookEvents',
  success: [202],
  refuses: ['idempotency_conflict'],
  summary: 'Sends events again: some by their ids, or those of a time',
  description: REPLAYED,
  body: Type.Object(replayFields, { title: 'WebhookReplay' }),
  response: ReplayShape,
  async handle({ partnerId, actor, params, body }, context) {
    const name = readEndpointName(partnerId, params.endpointId)
    const which = { name, act: { actor }, eventIds: body.eventIds, ...readTimes(body) }
    const events = await transact(context.db, (tx) => replayEvents(tx, context, which))
    context.wakeWebhooks(partnerId)
    return accepted({ data: { events } })
  },
})

export const webhookRoutes = [create, list, get, update, rotate, test, deliveries, replay, remove]
