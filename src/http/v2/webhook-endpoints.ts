import { Type } from 'typebox'
import { invalidField } from '../../core/mod.ts'
import { EVENT_TYPES } from '../../events/mod.ts'
import type { KnownCredential } from '../../partners/mod.ts'
import { listEndpoints } from '../../webhooks/mod.ts'
import type { PartnerCall } from '../call.ts'
import { pages } from '../queries/query.ts'
import { ok, pageOf } from '../response.ts'
import { route } from '../route.ts'
import { EVENT_KINDS } from '../shapes/event-shape.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import {
  deliveriesPage,
  endpointChangeFields,
  endpointResponse,
  EndpointView,
  newEndpointFields,
  readEndpointName,
  replayFields,
  rotationFields,
} from '../shapes/webhook-shape.ts'
import * as acts from '../webhook-acts.ts'

const READ = { permission: 'orders:read' } as const
const WRITE = { permission: 'orders:write', isWrittenOnce: true, isKeyed: true } as const

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

type EndpointCall = Pick<
  PartnerCall<{ readonly endpointId: string }, unknown, unknown>,
  'partnerId' | 'params'
>

function nameOf({ partnerId, params }: EndpointCall) {
  return readEndpointName(partnerId, params.endpointId)
}

function targetOf(call: EndpointCall & Pick<PartnerCall<unknown, unknown, unknown>, 'actor'>) {
  return { name: nameOf(call), act: { actor: call.actor } }
}

const create = route('POST /v2/webhook-endpoints', {
  ...WRITE,
  ...acts.CREATE,
  refuses: ['state_conflict', 'idempotency_conflict'],
  body: Type.Object(newEndpointFields, { title: 'NewWebhookEndpoint' }),
  async handle({ partnerId, credential, body, actor }, context) {
    requireVisible(body.eventTypes, credential)
    return await acts.create(context, { ...body, partnerId }, { actor })
  },
})

const list = route('GET /v2/webhook-endpoints', {
  ...READ,
  operationId: 'listWebhookEndpoints',
  summary: 'Lists the webhook endpoints, oldest first',
  query: pages,
  response: PagedOf(EndpointView.schema),
  async handle({ partnerId, query }, { db }) {
    return ok(pageOf(await listEndpoints(db, partnerId), query, EndpointView.body))
  },
})

const get = route('GET /v2/webhook-endpoints/{endpointId}', {
  ...READ,
  ...acts.GET,
  handle: (call, { db }) => endpointResponse(db, nameOf(call)),
})

const update = route('PATCH /v2/webhook-endpoints/{endpointId}', {
  ...WRITE,
  ...acts.UPDATE,
  refuses: ['idempotency_conflict'],
  body: Type.Object(endpointChangeFields, { title: 'WebhookEndpointChange' }),
  async handle(call, context) {
    const target = targetOf(call)
    if (call.body.eventTypes) requireVisible(call.body.eventTypes, call.credential)
    return await acts.update(context, target, call.body)
  },
})

const rotate = route('POST /v2/webhook-endpoints/{endpointId}/rotate', {
  ...WRITE,
  ...acts.ROTATE,
  refuses: ['state_conflict', 'idempotency_conflict'],
  body: Type.Object(rotationFields, { title: 'WebhookSecretRotation' }),
  handle: (call, context) => acts.rotate(context, targetOf(call), call.body),
})

const remove = route('POST /v2/webhook-endpoints/{endpointId}/remove', {
  ...WRITE,
  ...acts.REMOVE,
  refuses: ['idempotency_conflict'],
  handle: (call, context) => acts.remove(context, targetOf(call)),
})

const test = route('POST /v2/webhook-endpoints/{endpointId}/test', {
  ...WRITE,
  ...acts.TEST,
  refuses: ['idempotency_conflict'],
  handle: (call, context) => acts.test(context, targetOf(call)),
})

const deliveries = route('GET /v2/webhook-endpoints/{endpointId}/deliveries', {
  ...READ,
  ...acts.DELIVERIES,
  handle: (call, context) => deliveriesPage(context, nameOf(call), call.query),
})

const replay = route('POST /v2/webhook-endpoints/{endpointId}/replay', {
  ...WRITE,
  ...acts.REPLAY,
  refuses: ['idempotency_conflict'],
  body: Type.Object(replayFields, { title: 'WebhookReplay' }),
  handle: (call, context) => acts.replay(context, targetOf(call), call.body),
})

export const webhookRoutes = [create, list, get, update, rotate, test, deliveries, replay, remove]
