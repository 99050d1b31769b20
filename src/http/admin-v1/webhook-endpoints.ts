import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import { getPartner, maySeeSecrets } from '../../partners/mod.ts'
import { listEndpoints, noSuchEndpoint } from '../../webhooks/mod.ts'
import type { Context } from '../context.ts'
import { pages } from '../query.ts'
import { created, ok, pageOf } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import {
  deliveriesPage,
  endpointChangeFields,
  endpointResponse,
  EndpointView,
  HandedEndpointShape,
  newEndpointFields,
  readEndpointName,
  replayFields,
  rotationFields,
} from '../shapes/webhook-shape.ts'
import * as acts from '../webhook-acts.ts'
import { timeRange } from '../query-times.ts'
import { Reason } from './reason.ts'

const reason = { reason: Type.Optional(Reason) }
const ReasonOnly = Type.Object(reason)

interface Named {
  readonly partnerId: string
  readonly endpointId: string
}

function nameOf({ partnerId, endpointId }: Named) {
  return readEndpointName(Number(partnerId), endpointId)
}

function onOf(params: Named, actor: Actor, reasonGiven: string | undefined) {
  return { name: nameOf(params), act: { actor, reason: reasonGiven } }
}

/** An unknown partner is refused like an unknown endpoint. */
const ONE = { absent: { partnerId: noSuchEndpoint } } as const
const READ = { permission: 'webhooks:read' } as const
const WRITE = { permission: 'webhooks:write' } as const

const HELD_BACK =
  'A person or a machine of the operator gets no secret of a live endpoint: the partner rotates ' +
  'it with `overlapSeconds` 0, and gets one. Otherwise the secret is in this response only, and ' +
  'in a repetition of the request under the same Idempotency-Key.'

const handed = Type.Object({ data: HandedEndpointShape })

/** Returns an endpoint, without its secret if the actor may not see that. */
async function seenBy<Endpoint extends { readonly secret: string }>(
  { db }: Context,
  { partnerId, actor }: { readonly partnerId: number; readonly actor: Actor },
  { secret, ...endpoint }: Endpoint,
) {
  const isSeen = await maySeeSecrets(db, partnerId, actor)
  return { ...endpoint, ...(isSeen && { secret }) }
}

const create = operatorRoute('POST /admin/v1/partners/{partnerId}/webhook-endpoints', {
  ...WRITE,
  ...acts.CREATE,
  description: HELD_BACK,
  response: handed,
  refuses: ['state_conflict'],
  body: Type.Object({ ...newEndpointFields, ...reason }, { title: 'NewWebhookEndpoint' }),
  async handle({ params, body: { reason: why, ...body }, actor }, context) {
    const partnerId = Number(params.partnerId)
    const input = { ...body, partnerId }
    const endpoint = await acts.makeEndpoint(context, input, { actor, reason: why })
    return created({ data: await seenBy(context, { partnerId, actor }, endpoint) })
  },
})

const list = operatorRoute('GET /admin/v1/partners/{partnerId}/webhook-endpoints', {
  ...READ,
  operationId: 'listWebhookEndpoints',
  summary: 'Lists the webhook endpoints of a partner, oldest first',
  query: pages,
  response: PagedOf(EndpointView.schema),
  async handle({ params, query }, { db }) {
    const partnerId = Number(params.partnerId)
    await getPartner(db, partnerId)
    return ok(pageOf(await listEndpoints(db, partnerId), query, EndpointView.body))
  },
})

const get = operatorRoute('GET /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}', {
  ...ONE,
  ...READ,
  ...acts.GET,
  handle: ({ params }, { db }) => endpointResponse(db, nameOf(params)),
})

const update = operatorRoute(
  'PATCH /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}',
  {
    ...ONE,
    ...WRITE,
    ...acts.UPDATE,
    body: Type.Object({ ...endpointChangeFields, ...reason }, { title: 'WebhookEndpointChange' }),
    handle: ({ params, body: { reason: why, ...change }, actor }, context) =>
      acts.update(context, onOf(params, actor, why), change),
  },
)

const rotate = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/rotate',
  {
    ...ONE,
    ...WRITE,
    ...acts.ROTATE,
    description: `${acts.OVERLAP} ${HELD_BACK}`,
    response: handed,
    refuses: ['state_conflict'],
    body: Type.Object({ ...rotationFields, ...reason }, { title: 'WebhookSecretRotation' }),
    async handle({ params, body: { reason: why, ...body }, actor }, context) {
      const whose = { partnerId: Number(params.partnerId), actor }
      const endpoint = await acts.makeSecret(context, onOf(params, actor, why), body)
      return ok({ data: await seenBy(context, whose, endpoint) })
    },
  },
)

const remove = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/remove',
  {
    ...ONE,
    ...WRITE,
    ...acts.REMOVE,
    body: ReasonOnly,
    isBodyOptional: true,
    handle: ({ params, body, actor }, context) =>
      acts.remove(context, onOf(params, actor, body.reason)),
  },
)

const test = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/test',
  {
    ...ONE,
    ...WRITE,
    ...acts.TEST,
    body: ReasonOnly,
    isBodyOptional: true,
    handle: ({ params, body, actor }, context) =>
      acts.test(context, onOf(params, actor, body.reason)),
  },
)

const deliveries = operatorRoute(
  'GET /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/deliveries',
  {
    ...ONE,
    ...READ,
    ...acts.DELIVERIES,
    query: { ...acts.DELIVERIES.query, ...timeRange },
    handle: ({ params, query }, context) => deliveriesPage(context, nameOf(params), query),
  },
)

const replay = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/replay',
  {
    ...ONE,
    ...WRITE,
    ...acts.REPLAY,
    body: Type.Object({ ...replayFields, ...reason }, { title: 'WebhookReplay' }),
    handle: ({ params, body: { reason: why, ...body }, actor }, context) =>
      acts.replay(context, onOf(params, actor, why), body),
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
