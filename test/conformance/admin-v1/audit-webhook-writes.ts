import { dataOf, type RunningService } from '../../support/service.ts'
import type { Write } from '../../operator/case.ts'
import { pathOf } from './fixture.ts'

const ROUTE = '/admin/v1/partners/{partnerId}/webhook-endpoints'
/** Never sent to: the address of this machine is refused. */
const NEW = { url: 'https://localhost/hooks', eventTypes: ['case.opened'] }
const ENABLED = { ...NEW, state: 'ENABLED' }
const reason = 'agreed'

/** The writes of webhook endpoints. */
export function webhookWrites(open: () => RunningService): Readonly<Record<string, Write>> {
  return {
    async [`POST ${ROUTE}`]() {
      const reply = await open().admin.post(listOf(open()), { ...NEW, reason })
      const entry = entryOf(open(), { id: dataOf(reply).id, act: 'create' })
      return { reply, entry: { ...entry, after: ENABLED } }
    },
    async [`PATCH ${ROUTE}/{endpointId}`]() {
      const { id, path } = await anEndpoint(open())
      const reply = await open().admin.patch(path, { state: 'PAUSED', reason })
      const states = { before: ENABLED, after: { ...NEW, state: 'PAUSED' } }
      return { reply, entry: { ...entryOf(open(), { id, act: 'update' }), ...states } }
    },
    async [`POST ${ROUTE}/{endpointId}/rotate`]() {
      const { id, path } = await anEndpoint(open())
      const reply = await open().admin.post(`${path}/rotate`, { overlapSeconds: 60, reason })
      const previousSecretUntil = dataOf(reply).previousSecretExpiresAt
      const states = { before: ENABLED, after: { ...ENABLED, previousSecretUntil } }
      return { reply, entry: { ...entryOf(open(), { id, act: 'rotate' }), ...states } }
    },
    async [`POST ${ROUTE}/{endpointId}/test`]() {
      const { id, path } = await anEndpoint(open())
      const reply = await open().admin.post(`${path}/test`, { reason })
      return { reply, entry: entryOf(open(), { id, act: 'test' }) }
    },
    async [`POST ${ROUTE}/{endpointId}/replay`]() {
      const { id, path } = await anEndpoint(open())
      const time = { from: '2020-01-01T00:00:00.000Z', to: '2020-01-02T00:00:00.000Z' }
      const reply = await open().admin.post(`${path}/replay`, { ...time, reason })
      const after = { events: 0, ...time }
      return { reply, entry: { ...entryOf(open(), { id, act: 'replay' }), after } }
    },
    async [`POST ${ROUTE}/{endpointId}/remove`]() {
      const { id, path } = await anEndpoint(open())
      const reply = await open().admin.post(`${path}/remove`, { reason })
      return { reply, entry: { ...entryOf(open(), { id, act: 'remove' }), before: ENABLED } }
    },
  }
}

function listOf({ partner }: RunningService): string {
  return `${pathOf(partner)}/webhook-endpoints`
}

async function anEndpoint(service: RunningService): Promise<{ id: string; path: string }> {
  const { id } = dataOf(await service.admin.post(listOf(service), NEW))
  return { id, path: `${listOf(service)}/${id}` }
}

function entryOf({ partner }: RunningService, { id, act }: { id: string; act: string }) {
  const target = `webhook-endpoint:${id}`
  return { partnerId: partner.partnerId, action: `webhook_endpoint.${act}`, target, reason }
}
