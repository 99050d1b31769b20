import { pathOf } from '../conformance/admin-v1/fixture.ts'
import { PAGES } from '../conformance/bad-input/bad-parameters.ts'
import { optional, reason, withOptionalReason } from '../conformance/bad-input/values.ts'
import {
  DELIVERIES,
  NEW_WEBHOOK,
  REPLAYED_WEBHOOK,
  ROTATED_WEBHOOK,
  CHANGED_WEBHOOK,
} from '../conformance/bad-input/webhook-requests.ts'
import type { EndpointCase } from '../conformance/bad-input/endpoints.ts'
import { dataOf, type RunningService } from '../support/service.ts'
import type { OperatorCases } from './case.ts'

const ID = 'whe_7_12'
const PATH = `/partners/7/webhook-endpoints/${ID}`
/** An endpoint that receives nothing, because addresses of this machine are refused. */
const NEW = { url: 'https://localhost/hooks', eventTypes: ['case.opened'] }
const ENABLED = { ...NEW, state: 'ENABLED' }

type Body = Omit<EndpointCase, 'route' | 'path'>

/** Returns a body that partners send, with the reason of the operator. */
function withOurReason(one: Body): Body {
  return {
    ...one,
    body: (ids) => ({ ...one.body(ids), reason: 'agreed' }),
    fields: { ...one.fields, reason: optional(reason()) },
  }
}

/** Calls one action on a new endpoint; returns the reply and the audit entry without states. */
async function doAct({ admin, partner }: RunningService, act: string, body: object = {}) {
  const list = `${pathOf(partner)}/webhook-endpoints`
  const { id } = dataOf(await admin.post(list, NEW))
  const sent = { ...body, reason: 'agreed' }
  const reply =
    act === 'update'
      ? await admin.patch(`${list}/${id}`, sent)
      : await admin.post(`${list}/${id}/${act}`, sent)
  return { reply, ...entryOf(partner, act, id) }
}

function entryOf({ partnerId }: { readonly partnerId: number }, act: string, id: string) {
  const target = `webhook-endpoint:${id}`
  return { partnerId, action: `webhook_endpoint.${act}`, target, reason: 'agreed' }
}

export const WEBHOOKS: OperatorCases = {
  'GET /admin/v1/partners/{partnerId}/webhook-endpoints': {
    roles: 'admin operations support auditor',
    badQueries: PAGES,
    commands: {
      'webhooks list 7 --page 2 --sort -failingSince':
        '/partners/7/webhook-endpoints?sort=-failingSince&page=2',
    },
  },

  'POST /admin/v1/partners/{partnerId}/webhook-endpoints': {
    roles: 'admin operations',
    bodies: [withOurReason(NEW_WEBHOOK)],
    async audit({ admin, partner }) {
      const path = `${pathOf(partner)}/webhook-endpoints`
      const reply = await admin.post(path, { ...NEW, reason: 'agreed' })
      return { reply, ...entryOf(partner, 'create', dataOf(reply).id), after: ENABLED }
    },
    commands: {
      'webhooks create 7 --url https://example.com/hooks --types "order.completed, case.opened"': [
        '/partners/7/webhook-endpoints',
        { url: 'https://example.com/hooks', eventTypes: ['order.completed', 'case.opened'] },
      ],
    },
  },

  'GET /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}': {
    roles: 'admin operations support auditor',
    commands: { [`webhooks show ${ID}`]: PATH },
  },

  'PATCH /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}': {
    roles: 'admin operations',
    bodies: [withOurReason(CHANGED_WEBHOOK)],
    async audit(service) {
      const { reply, ...entry } = await doAct(service, 'update', { state: 'PAUSED' })
      return { reply, ...entry, before: ENABLED, after: { ...NEW, state: 'PAUSED' } }
    },
    commands: {
      [`webhooks update ${ID} --types * --description till`]: [
        PATH,
        { eventTypes: ['*'], description: 'till' },
      ],
      [`webhooks pause ${ID} --reason moves`]: [PATH, { state: 'PAUSED', reason: 'moves' }],
      [`webhooks enable ${ID}`]: [PATH, { state: 'ENABLED' }],
    },
  },

  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/rotate': {
    roles: 'admin operations',
    bodies: [withOurReason(ROTATED_WEBHOOK)],
    async audit(service) {
      const { reply, ...entry } = await doAct(service, 'rotate', { overlapSeconds: 60 })
      const previousSecretUntil = dataOf(reply).previousSecretExpiresAt
      const after = { ...ENABLED, previousSecretUntil }
      return { reply, ...entry, before: ENABLED, after }
    },
    commands: {
      [`webhooks rotate ${ID} --overlap-seconds 60`]: [`${PATH}/rotate`, { overlapSeconds: 60 }],
    },
  },

  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/replay': {
    roles: 'admin operations',
    bodies: [withOurReason(REPLAYED_WEBHOOK)],
    async audit(service) {
      const time = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' }
      const { reply, ...entry } = await doAct(service, 'replay', time)
      return { reply, ...entry, after: { events: 0, ...time } }
    },
    commands: {
      [`webhooks replay ${ID} --events evt_7_1,evt_7_2`]: [
        `${PATH}/replay`,
        { eventIds: ['evt_7_1', 'evt_7_2'] },
      ],
      [`webhooks replay ${ID} --from 2026-01-31T00:00:00Z`]: [
        `${PATH}/replay`,
        { from: '2026-01-31T00:00:00Z' },
      ],
    },
  },

  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/test': {
    roles: 'admin operations',
    bodies: [withOptionalReason('agreed')],
    audit: (service) => doAct(service, 'test'),
    commands: { [`webhooks test ${ID}`]: [`${PATH}/test`, {}] },
  },

  'POST /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/remove': {
    roles: 'admin operations',
    // 404 from the second request on, because the first removes the endpoint.
    bodies: [{ ...withOptionalReason('agreed'), accepted: [200, 404] }],
    async audit(service) {
      const { reply, ...entry } = await doAct(service, 'remove')
      return { reply, ...entry, before: ENABLED }
    },
    commands: { [`webhooks remove ${ID}`]: [`${PATH}/remove`, {}] },
  },

  'GET /admin/v1/partners/{partnerId}/webhook-endpoints/{endpointId}/deliveries': {
    roles: 'admin operations support auditor',
    badQueries: DELIVERIES,
    commands: {
      'webhooks deliveries whe_7_12 --event evt_7_1 --outcome failed --after 9':
        '/partners/7/webhook-endpoints/whe_7_12/deliveries?event=evt_7_1&outcome=failed&after=9',
      'webhooks deliveries whe_7_12 --from 2026-01-01 --to 2026-02-01':
        '/partners/7/webhook-endpoints/whe_7_12/deliveries?from=2026-01-01&to=2026-02-01',
    },
  },
}
