import { expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { shareService, startService, type RunningService } from '../../support/service.ts'
import { SECOND, stoppedClock } from '../v2/fixture.ts'
import { issueCredential, pathOf, wholeList } from './fixture.ts'

const BALANCES = '/v2/accounts/balances'

const clock = stoppedClock()
const shared = shareService({ clock })

async function usesOf(service: RunningService, clientId: string): Promise<Json> {
  await service.services.credentialUses.flush()
  const all = await wholeList(service, `${pathOf(service.partner)}/credentials`)
  const { lastUsedAt, lastFailedAt, lastFailure, lastFailedCheck } =
    all.find((one) => one.clientId === clientId) ?? {}
  return { lastUsedAt, lastFailedAt, lastFailure, lastFailedCheck }
}

test('a credential shows when it was last used, and when and why it last failed', async () => {
  const service = await shared()
  const { partner, services } = service
  const { clientId } = partner.credentials
  const unused = await issueCredential(service, partner)
  const usedAt = new Date(clock.now()).toISOString()
  await partner.get(BALANCES)
  clock.advance(5 * SECOND)
  const failedAt = new Date(clock.now()).toISOString()
  const refused = await partner.send('GET', BALANCES, { headers: { 'x-signature': 'AAAA' } })

  expect(refused.status).toBe(401)
  const uses = await usesOf(service, clientId)
  expect(uses).toMatchObject({ lastUsedAt: usedAt, lastFailedAt: failedAt })
  expect(uses['lastFailedCheck']).toBe('headers')
  expect(uses['lastFailure']).toMatch(/signature/)
  expect(await usesOf(service, unused.clientId)).toEqual({})
  services.credentialUses.recordUse(clientId)
  expect(await usesOf(service, clientId)).toEqual({ ...uses, lastUsedAt: failedAt })
})

test('a missing permission is a failure, a refused body is a use', async () => {
  const service = await shared()
  const reader = await service.partner.issue({ permissions: ['orders:read'] })

  expect((await reader.get(BALANCES)).status).toBe(403)
  const afterFailure = await usesOf(service, reader.credentials.clientId)
  expect((await reader.get('/v2/orders?page=0')).status).toBe(400)
  const afterUse = await usesOf(service, reader.credentials.clientId)

  const lastFailure: unknown = expect.stringMatching(/balance:read/)
  expect(afterFailure).toMatchObject({ lastFailure, lastFailedCheck: 'permission' })
  expect(afterFailure['lastUsedAt']).toBeUndefined()
  expect(afterUse).toEqual({ ...afterFailure, lastUsedAt: expect.any(String) })
})

test('the last use never goes back: an older time from a slower process is ignored', async () => {
  const service = await shared()
  const { clientId } = service.partner.credentials
  const { credentialUses } = service.services
  clock.advance(60 * SECOND)
  credentialUses.recordUse(clientId)
  credentialUses.recordFailure(clientId, { failure: 'newer', failedCheck: 'nonce', isKnown: true })
  const before = await usesOf(service, clientId)
  clock.advance(-30 * SECOND)
  credentialUses.recordUse(clientId)
  credentialUses.recordFailure(clientId, {
    failure: 'older',
    failedCheck: 'headers',
    isKnown: true,
  })

  expect(await usesOf(service, clientId)).toEqual(before)
  expect(before).toMatchObject({ lastFailure: 'newer', lastFailedCheck: 'nonce' })
})

test('uses that could not be written are written later; uses of unknown client ids are not', async () => {
  const service = await startService()
  const { clientId } = service.partner.credentials
  const { credentialUses } = service.services
  const unknownClientId = '0198c0de-0000-7000-8000-000000000001'
  credentialUses.recordUse(clientId)
  const failed = { failure: 'no such client', failedCheck: 'clientId', isKnown: false } as const
  credentialUses.recordFailure(unknownClientId, failed)
  await service.db.pool.query('alter table credential_uses rename to elsewhere')
  await expect(credentialUses.flush()).rejects.toThrow('credential_uses')
  await service.db.pool.query('alter table elsewhere rename to credential_uses')

  expect(await usesOf(service, clientId)).toMatchObject({ lastUsedAt: expect.any(String) })
  const { rows } = await service.db.pool.query('select client_id from credential_uses')
  expect(rows.map((row) => row.client_id)).toEqual([clientId])
})

test('the last uses are written when the service stops', async () => {
  const service = await startService()
  const { clientId } = service.partner.credentials
  const other = await service.another()
  other.services.credentialUses.recordUse(clientId)

  await other.stop()

  const { rows } = await service.db.pool.query('select client_id from credential_uses')
  expect(rows).toEqual([{ client_id: clientId }])
})
