import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json, Reply } from '../support/client.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { signedIn } from '../support/signed-in.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'

let now = Date.UTC(2026, 0, 31, 12)
let service: RunningService

beforeAll(async () => {
  service = await openService({ clock: { now: () => now, monotonic: () => performance.now() } })
})
afterAll(() => service.end())

async function newToken(input: Json = {}): Promise<Json> {
  const body = { name: 'report', role: 'auditor', ...input }
  return dataOf(await service.admin.post('/admin/v1/tokens', body))
}

function send(token: string, target: string, method = 'GET', body?: object): Promise<Reply> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  return service.http.send({ method, target, headers, ...(body && { body: JSON.stringify(body) }) })
}

test('a token may do what its role may and nothing else, and the audit log names it', async () => {
  const { token, tokenId } = await newToken({ role: 'operations' })

  expect(token).toMatch(/^tst_[\w-]{43}$/)
  expect((await send(token, '/admin/v1/partners', 'POST', { name: 'Acme' })).status).toBe(201)
  const [entry] = dataOf(await service.admin.get('/admin/v1/audit?pageSize=1'))
  expect(entry).toMatchObject({
    actor: 'token:report',
    actorKind: 'service_token',
    actorId: String(tokenId),
    address: '127.0.0.1',
  })
  const refused = await send(token, '/admin/v1/tokens', 'POST', { name: 'more', role: 'admin' })
  expect(refused.status).toBe(403)
  const [listed] = dataOf(await service.admin.get('/admin/v1/tokens'))
  expect(listed).toMatchObject({ tokenId, lastUsedAt: new Date(now).toISOString() })
  expect(JSON.stringify(listed)).not.toContain('tst_')
})

test('a token that was revoked, has expired or is made up is refused', async () => {
  const [revoked, expired] = [await newToken(), await newToken({ expiresInDays: 1 })]
  expect((await send(revoked.token, '/admin/v1/partners')).status).toBe(200)
  expect((await send(expired.token, '/admin/v1/partners')).status).toBe(200)

  dataOf(await service.admin.post(`/admin/v1/tokens/${revoked.tokenId}/revoke`))
  now += MS_PER_DAY

  for (const token of [revoked.token, expired.token, `tst_${'A'.repeat(43)}`]) {
    expect((await send(token, '/admin/v1/partners')).status).toBe(401)
  }
  const listed: Json[] = dataOf(await service.admin.get('/admin/v1/tokens'))
  const states = [revoked, expired].map(
    ({ tokenId }) => listed.find((token) => token.tokenId === tokenId)?.state,
  )
  expect(states).toEqual(['REVOKED', 'EXPIRED'])
  const { rows } = await service.db.pool.query('select token_hash from service_tokens')
  expect(JSON.stringify(rows)).not.toContain(revoked.token)
})

test('a token and the tokens that it made end when its maker may no longer make tokens', async () => {
  const [ann, ben] = [await signedIn(service), await signedIn(service)]
  const created = dataOf(await ann.post('/admin/v1/tokens', { name: 'ops', role: 'admin' }))
  const second = dataOf(
    await send(created.token, '/admin/v1/tokens', 'POST', { name: 'more', role: 'finance' }),
  )
  const tokens = [created.token, second.token]
  const change = (body: object) => ben.send('PATCH', `/admin/v1/users/${ann.userId}`, body)
  const statuses = async () => {
    const replies = tokens.map((token) => send(token, '/admin/v1/partners'))
    return (await Promise.all(replies)).map(({ status }) => status)
  }

  expect(await statuses()).toEqual([200, 200])
  dataOf(await change({ status: 'DISABLED' }))
  expect(await statuses()).toEqual([401, 401])
  dataOf(await change({ status: 'ACTIVE' }))
  expect(await statuses()).toEqual([200, 200])
  dataOf(await change({ role: 'operations' }))
  expect(await statuses()).toEqual([401, 401])
})

test('a token that ended with its maker shows that, until another administrator takes it over', async () => {
  const [ann, ben] = [await signedIn(service), await signedIn(service)]
  const created = dataOf(await ann.post('/admin/v1/tokens', { name: 'erp', role: 'auditor' }))
  const path = `/admin/v1/tokens/${created.tokenId}`
  const listed = async (state: string) =>
    (dataOf(await ben.get(`/admin/v1/tokens?state=${state}`)) as Json[]).filter(
      ({ tokenId }) => tokenId === created.tokenId,
    )
  const status = async () => (await send(created.token, '/admin/v1/partners')).status
  expect(created).toMatchObject({ state: 'ACTIVE', issuedBy: ann.email })

  dataOf(await ben.send('PATCH', `/admin/v1/users/${ann.userId}`, { status: 'DISABLED' }))
  expect(await listed('ACTIVE')).toEqual([])
  expect(await listed('ENDED')).toMatchObject([{ state: 'ENDED', issuedBy: ann.email }])
  expect(await status()).toBe(401)

  const token = dataOf(await ben.post(`${path}/take-over`, { reason: 'Ann left' }))
  expect(token).toMatchObject({ state: 'ACTIVE', issuedBy: ben.email })
  expect(await status()).toBe(200)
  const machine = await newToken({ role: 'admin' })
  expect((await send(machine.token, `${path}/take-over`, 'POST', {})).status).toBe(409)
  dataOf(await ben.post(`${path}/revoke`, {}))
  expect((await ben.post(`${path}/take-over`, {})).status).toBe(409)
})

test('the operator token is refused if the setting says so, and service tokens are not', async () => {
  const { token } = await newToken()
  const other = await service.another({ adminTokenUse: 'refused' })
  const status = async (bearer: string) => {
    const headers = { authorization: `Bearer ${bearer}` }
    return (await fetch(`${other.url}/admin/v1/partners`, { headers })).status
  }

  expect(await status(service.services.config.adminToken ?? '')).toBe(401)
  expect(await status(token)).toBe(200)
})
