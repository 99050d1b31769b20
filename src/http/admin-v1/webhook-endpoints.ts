import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import { getPartner, maySeeSecrets } from '../../partners/mod.ts'
import { listEndpoints, noSuchEndpoint } from '../../webhooks/mod.ts'
import type { Context } from '../context.ts'
import { pages, optionalSort } from '../queries/query.ts'
import { created, ok, sortedPageOf } from '../response.ts'
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
import { timeRange } from '../queries/query-times.ts'
import { Reason } from '../shapes/reason.ts'

const reason = { reason: Type.Optional(Reason) }
const ReasonOnly = Type.Object(reason)

interface EndpointParams {
  readonly partnerId: string
  readonly endpointId: string
}

function nameOf({ partnerId, endpointId }: EndpointParams) {
  return readEndpointName(Number(partnerId), endpointId)
}

function changeOf(params: EndpointParams, actor: Actor, why: string | undefined) {
  return { name: nameOf(params), act: { actor, reason: why } }
}

/** An unknown partner is refused like an unknown endpoint. */
const ONE = { absent: { partnerId: noSuchEndpoint } } as const
const READ = { permission: 'webhooks:read' } as const
const WRITE = { permission: 'webhooks:write' } as const

const ABOUT_SECRETS =
  'Users and tokens of the operator do not get the secret of a live endpoint: the partner gets ' +
  'one by rotating it with `overlapSeconds` 0. If this response has a secret, no later one has ' +
  'it, except a repetition under the same Idempotency-Key.'

const withSecret = Type.Object({ data: HandedEndpointShape })

/** Returns an endpoint, without its secret if the actor may not see that. */
async function withoutHiddenSecret<Endpoint extends { readonly secret: string }>(
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
  description: ABOUT_SECRETS,
  response: withSecret,
  refuses: ['state_conflict'],
  body: Type.Object({ ...newEndpointFields, ...reason }, { title: 'NewWebhookEndpoint' }),
  async handle({ params, body: { reason: why, ...body }, actor }, context) {
    const partnerId = Number(params.partnerId)
    const input = { ...body, partnerId }
    const endpoint = await acts.makeEndpoint(context, input, { actor, reason: why })
    return created({ data: await withoutHiddenSecret(context, { partnerId, actor }, endpoint) })
  },
})

const list = operatorRoute('GET /admin/v1/partners/{partnerId}/webhook-endpoints', {
  ...READ,
  operationId: 'listWebhookEndpoints',
  summary: 'Lists the webhook endpoints of a partner, oldest first',
  query: { sort: optionalSort(['url', 'state', 'failingSince']), ...pages },
  response: PagedOf(EndpointView.schema),
  async handle({ params, query }, { db }) {
    const partnerId = Number(params.partnerId)
    await getPartner(db, partnerId)
    return ok(sortedPageOf(await listEndpoints(db, partnerId), query, EndpointView.body))
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
      acts.update(context, changeOf(params, actor, why), change),
  },
)

const rotate = operatorRoute(
  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/rotate',
  {
    ...ONE,
    ...WRITE,
    ...acts.ROTATE,
    description: `${acts.OVERLAP} ${ABOUT_SECRETS}`,
    response: withSecret,
    refuses: ['state_conflict'],
    body: Type.Object({ ...rotationFields, ...reason }, { title: 'WebhookSecretRotation' }),
    async handle({ params, body: { reason: why, ...body }, actor }, context) {
      const reader = { partnerId: Number(params.partnerId), actor }
      const endpoint = await acts.makeSecret(context, changeOf(params, actor, why), body)
      return ok({ data: await withoutHiddenSecret(context, reader, endpoint) })
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
      acts.remove(context, changeOf(params, actor, body.reason)),
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
      acts.test(context, changeOf(params, actor, body.reason)),
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
      acts.replay(context, changeOf(params, actor, why), body),
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
