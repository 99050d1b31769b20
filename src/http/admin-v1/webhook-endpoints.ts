import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { getPartner } from '../../partners/mod.ts'
import {
  changeEndpoint,
  createEndpoint,
  listEndpoints,
  noSuchEndpoint,
  removeEndpoint,
  replayEvents,
  rotateSecret,
  sendTest,
} from '../../webhooks/mod.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { pages } from '../query.ts'
import { accepted, created, ok, pageOf } from '../response.ts'
import { operatorRoute } from '../route.ts'
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
import { Reason } from './reason.ts'

const reason = { reason: Type.Optional(Reason) }
const ReasonOnly = Type.Object(reason)

type Named = { readonly partnerId: string; readonly endpointId: string }

function nameOf({ partnerId, endpointId }: Named) {
  return readEndpointName(Number(partnerId), endpointId)
}

/** Of another partner is not an endpoint either. */
const absent = { partnerId: noSuchEndpoint }

const create = operatorRoute('POST /admin/v1/partners/{partnerId}/webhook-endpoints', {
  permission: 'webhooks:write',
  operationId: 'createWebhookEndpoint',
  success: [201],
  refuses: ['state_conflict'],
  summary: 'Creates an endpoint that events are sent to from now on',
  description: SECRET_ONCE,
  body: Type.Object({ ...newEndpointFields, ...reason }, { title: 'NewWebhookEndpoint' }),
  response: Type.Object({ data: SecretEndpointShape }),
  async handle({ params, body: { reason: why, ...body }, actor }, context) {
    const partnerId = Number(params.partnerId)
    const { db, config } = context
    const options = {
      ...context,
      rules: rulesOf(context),
      endpointsMax: config.webhookEndpointsMax,
    }
    const endpoint = await transact(db, (tx) =>
      createEndpoint(tx, options, { ...body, partnerId }, { actor, reason: why }),
    )
    return created({ data: secretEndpointOf(endpoint) })
  },
})

const list = operatorRoute('GET /admin/v1/partners/{partnerId}/webhook-endpoints', {
  permission: 'webhooks:read',
  operationId: 'listWebhookEndpoints',
  summary: 'Lists the webhook endpoints of a partner, oldest first',
  query: pages,
  response: PagedOf(EndpointShape),
  async handle({ params, query }, { db }) {
    const partnerId = Number(params.partnerId)
    await getPartner(db, partnerId)
    return ok(pageOf(await listEndpoints(db, partnerId), query, endpointOf))
  },
})

const get = operatorRoute('GET /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}', {
  absent,
  permission: 'webhooks:read',
  operationId: 'getWebhookEndpoint',
  summary: 'Returns a webhook endpoint',
  response: Type.Object({ data: EndpointShape }),
  handle: ({ params }, { db }) => endpointResponse(db, nameOf(params)),
})

const update = operatorRoute(
  'PATCH /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}',
  {
    absent,
    permission: 'webhooks:write',
    operationId: 'updateWebhookEndpoint',
    summary: 'Changes a webhook endpoint; pauses or enables it',
    description: 'What has waited for an endpoint is sent once it is enabled.',
    body: Type.Object({ ...endpointChangeFields, ...reason }, { title: 'WebhookEndpointChange' }),
    response: Type.Object({ data: EndpointShape }),
    async handle({ params, body: { reason: why, ...change }, actor }, context) {
      const name = nameOf(params)
      const options = { ...context, rules: rulesOf(context) }
      const endpoint = await transact(context.db, (tx) =>
        changeEndpoint(tx, options, { name, change, act: { actor, reason: why } }),
      )
      context.wakeWebhooks(name.partnerId)
      return ok({ data: endpointOf(endpoint) })
    },
  },
)

const rotate = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/rotate',
  {
    absent,
    permission: 'webhooks:write',
    operationId: 'rotateWebhookSecret',
    refuses: ['state_conflict'],
    summary: 'Gives a webhook endpoint a new secret',
    description: ROTATION,
    body: Type.Object({ ...rotationFields, ...reason }, { title: 'WebhookSecretRotation' }),
    isBodyOptional: true,
    response: Type.Object({ data: SecretEndpointShape }),
    async handle({ params, body: { reason: why, ...body }, actor }, context) {
      const name = nameOf(params)
      const rotation = { ...body, name, act: { actor, reason: why } }
      const endpoint = await transact(context.db, (tx) => rotateSecret(tx, context, rotation))
      return ok({ data: secretEndpointOf(endpoint) })
    },
  },
)

const remove = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/remove',
  {
    absent,
    permission: 'webhooks:write',
    operationId: 'removeWebhookEndpoint',
    summary: 'Removes a webhook endpoint, and what waits for it',
    body: ReasonOnly,
    isBodyOptional: true,
    response: Type.Object({ data: RemovedEndpointShape }),
    async handle({ params, body: { reason: why }, actor }, context) {
      const name = nameOf(params)
      const removed = await transact(context.db, (tx) =>
        removeEndpoint(tx, context, { name, act: { actor, reason: why } }),
      )
      return ok({ data: removedEndpointOf(removed) })
    },
  },
)

const test = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/test',
  {
    absent,
    permission: 'webhooks:write',
    operationId: 'testWebhookEndpoint',
    summary: 'Sends a `webhook.test` to the endpoint at once, and returns what it responded',
    body: ReasonOnly,
    isBodyOptional: true,
    response: TestShape,
    async handle({ params, body: { reason: why }, actor }, context) {
      const name = nameOf(params)
      const options = { ...context, sender: context.webhookSender }
      return ok({ data: testOf(await sendTest(options, { name, act: { actor, reason: why } })) })
    },
  },
)

const deliveries = operatorRoute(
  'GET /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/deliveries',
  {
    absent,
    permission: 'webhooks:read',
    operationId: 'listWebhookDeliveries',
    summary: 'Lists the attempts to deliver events to an endpoint, newest first',
    description: LISTED,
    query: deliveryQuery,
    response: DeliveryPage,
    handle: ({ params, query }, context) => deliveriesPage(context, nameOf(params), query),
  },
)

const replay = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/replay',
  {
    absent,
    permission: 'webhooks:write',
    operationId: 'replayWebhookEvents',
    success: [202],
    summary: 'Sends events again: some by their ids, or those of a time',
    description: REPLAYED,
    body: Type.Object({ ...replayFields, ...reason }, { title: 'WebhookReplay' }),
    response: ReplayShape,
    async handle({ params, body: { reason: why, ...body }, actor }, context) {
      const name = nameOf(params)
      const which = {
        name,
        act: { actor, reason: why },
        eventIds: body.eventIds,
        ...readTimes(body),
      }
      const events = await transact(context.db, (tx) => replayEvents(tx, context, which))
      context.wakeWebhooks(name.partnerId)
      return accepted({ data: { events } })
    },
  },
)

export const webhookEndpointRoutes = [
  create,
  list,
  get,
  update,
  rotate,
  test,
  deliveries,
  replay,
  remove,
]
