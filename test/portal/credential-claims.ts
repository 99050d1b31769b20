import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { PERMISSIONS } from '../../src/partners/mod.ts'
import { sweepNonces } from '../../src/partners/nonces.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import { clientOf } from '../conformance/admin-v1/fixture.ts'
import type { Json, Reply } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { fromPage, signedIn, type Browser } from '../support/signed-in.ts'

const SECRETS = /tsk_(?!claim)[\w-]{20}/

function claimAs(user: Browser, clientId: string): Promise<Reply> {
  return user.post(`/portal/v1/credentials/${clientId}/claim`)
}

function rotatePathOf(clientId: string): string {
  return `/portal/v1/credentials/${clientId}/rotate`
}

type Callers = () => { fixture: Fixture; owner: Browser; developer: Browser }

/** Registers the tests of secrets that an operator never gets. */
export function testClaims(callers: Callers) {
  async function issue(partnerId = callers().fixture.ids.partnerId): Promise<Json> {
    const path = `/admin/v1/partners/${partnerId}/credentials`
    const reply = await callers().fixture.browser.post(path, {})
    expect(reply.status).toBe(201)
    expect(reply.text).not.toMatch(SECRETS)
    expect(Object.keys(dataOf(reply))).not.toContain('hmacSecret')
    return dataOf(reply)
  }

  test('an operator gets no secret: a person of the partner claims it, one of many at a time', async () => {
    const { fixture, owner, developer } = callers()
    const { clientId, claim } = await issue()
    expect(claim).toEqual({ expiresAt: expect.any(String) })
    const foreign = { role: 'owner', partnerId: fixture.foreign.partnerId } as const
    const stranger = await signedIn(fixture, foreign)
    expect((await claimAs(stranger, clientId)).status).toBe(404)
    expect((await claimAs(developer, clientId)).status).toBe(403)

    const replies = await Promise.all(Array.from({ length: 8 }, () => claimAs(owner, clientId)))

    const shown = replies.filter(({ status }) => status === 200)
    expect(shown).toHaveLength(1)
    expect(replies.filter(({ status }) => status === 404)).toHaveLength(7)
    const secrets = shown[0] && dataOf(shown[0])
    expect((await clientOf(fixture, secrets).get('/v2/accounts/balances')).status).toBe(200)
    const audit = dataOf(await fixture.admin.get(`/admin/v1/audit?target=credential:${clientId}`))
    expect(audit[0]).toMatchObject({ action: 'credential.claim', actor: owner.email })
    const stored = await fixture.db.pool.query(
      'select sealed, claimed_by from credential_claims where client_id = $1',
      [clientId],
    )
    expect(stored.rows).toEqual([{ sealed: null, claimed_by: owner.email }])
  })

  test('a repetition with the same Idempotency-Key does not show the secrets, which are stored nowhere', async () => {
    const { fixture, owner } = callers()
    const { clientId } = await issue()
    const path = `/portal/v1/credentials/${clientId}/claim`
    const headers = { 'idempotency-key': randomUUID() }
    const claim = () => owner.send('POST', path, {}, headers)
    const first = await claim()
    expect(first.text).toMatch(SECRETS)

    const again = await claim()

    expect(again.status).toBe(404)
    expect(again.text).toContain('it was claimed')
    const { rows } = await fixture.db.pool.query('select from operator_writes where request = $1', [
      `POST ${path}`,
    ])
    expect(rows).toEqual([])
  })

  test('a partner without a user gets the secrets by a link that works once', async () => {
    const { fixture } = callers()
    const { partnerId } = await fixture.newPartner({})
    const { claim } = await issue(partnerId)
    const body = { token: new URL(claim.link).hash.slice(1) }

    const replies = await Promise.all(
      Array.from({ length: 8 }, () => fromPage(fixture, '/credential-claims', { body })),
    )

    const shown = replies.filter(({ status }) => status === 200)
    expect(shown).toHaveLength(1)
    const secrets = shown[0] && dataOf(shown[0])
    expect((await clientOf(fixture, secrets).get('/v2/accounts/balances')).status).toBe(200)
    expect((await fromPage(fixture, '/credential-claims', { body })).status).toBe(404)
  })

  test('a one-time link does not work while the operator who made it is disabled', async () => {
    const { fixture } = callers()
    const { partnerId } = await fixture.newPartner({})
    const maker = await signedIn(fixture)
    const { claim } = dataOf(await maker.post(`/admin/v1/partners/${partnerId}/credentials`, {}))
    const body = { token: new URL(claim.link).hash.slice(1) }

    dataOf(await fixture.admin.patch(`/admin/v1/users/${maker.userId}`, { status: 'DISABLED' }))
    expect((await fromPage(fixture, '/credential-claims', { body })).status).toBe(404)
    dataOf(await fixture.admin.patch(`/admin/v1/users/${maker.userId}`, { status: 'ACTIVE' }))
    expect((await fromPage(fixture, '/credential-claims', { body })).status).toBe(200)
  })

  test('a service token that rotates a credential gets no secret; the operator token gets secrets', async () => {
    const { fixture, owner } = callers()
    const created = await fixture.admin.post('/admin/v1/tokens', { name: 'deploy', role: 'admin' })
    const path = `/admin/v1/partners/${fixture.ids.partnerId}/credentials`
    const first = dataOf(await fixture.admin.post(path, {}))
    expect(first).toMatchObject({ apiKey: expect.stringMatching(SECRETS) })
    const reply = await fixture.http.send({
      method: 'POST',
      target: `${path}/${first.clientId}/rotate`,
      headers: { authorization: `Bearer ${dataOf(created).token}` },
    })
    expect(reply.status).toBe(201)
    expect(reply.text).not.toMatch(SECRETS)
    expect((await claimAs(owner, dataOf(reply).clientId)).status).toBe(200)
  })

  test('secrets that were revoked, or not claimed in time, cannot be claimed, and are deleted', async () => {
    const { fixture, owner } = callers()
    const [revoked, late] = [await issue(), await issue()]
    dataOf(await owner.post(`/portal/v1/credentials/${revoked.clientId}/revoke`))
    await fixture.db.pool.query(
      `update credential_claims set expires_at = now() - interval '1 day' where client_id = $1`,
      [late.clientId],
    )

    expect((await claimAs(owner, revoked.clientId)).status).toBe(404)
    expect((await claimAs(owner, late.clientId)).status).toBe(404)

    await sweepNonces(fixture.services.db, fixture.services.clock)
    const { rows } = await fixture.db.pool.query(
      'select 1 from credential_claims where client_id = any($1) and sealed is not null',
      [[revoked.clientId, late.clientId]],
    )
    expect(rows).toEqual([])
  })
}

/** Registers the test of secrets of webhook endpoints, which an operator never gets either. */
export function testEndpointSecrets(callers: () => { fixture: Fixture; developer: Browser }) {
  test('an operator gets no secret of a webhook endpoint: the partner rotates it, and sees it', async () => {
    const { fixture, developer } = callers()
    const path = `/admin/v1/partners/${fixture.ids.partnerId}/webhook-endpoints`
    const headers = { 'idempotency-key': randomUUID() }
    const endpoint = { url: 'https://hooks.example.com/handed' }
    const created = await fixture.browser.send('POST', path, endpoint, headers)
    const again = await fixture.browser.send('POST', path, endpoint, headers)
    const { id } = dataOf(created)
    const rotated = await fixture.browser.post(`${path}/${id}/rotate`, {})

    expect([created.status, again.status, rotated.status]).toEqual([201, 201, 200])
    expect(created.text + again.text + rotated.text).not.toMatch(/whsec_|secret"/)
    const own = `/portal/v1/webhook-endpoints/${id}`
    const { secret } = dataOf(await developer.post(`${own}/rotate`, { overlapSeconds: 0 }))
    expect(secret).toMatch(/^whsec_/)
    const shown = dataOf(await fixture.admin.post(path, endpoint))
    expect(shown.secret).toMatch(/^whsec_/)
    for (const one of [id, shown.id]) await fixture.admin.post(`${path}/${one}/remove`, {})
  })
}

/** Registers the test of the permissions that a user may give a credential. */
export function testIssuers(callers: Callers) {
  test('a user gets no credential that may do more than the user', async () => {
    const { developer, owner } = callers()
    expect((await developer.post('/portal/v1/credentials', {})).status).toBe(403)
    const allowed: string[] = []
    for (const permission of PERMISSIONS) {
      const permissions = ['orders:read', permission]
      const reply = await developer.post('/portal/v1/credentials', { permissions })
      if (reply.status === 201) allowed.push(permission)
      else expect(reply.status).toBe(403)
    }
    expect(allowed).toEqual(['balance:read', 'catalog:read', 'orders:read'])
    const plain = { permissions: ['orders:read'] }
    const { clientId } = dataOf(await developer.post('/portal/v1/credentials', plain))
    const spends = { permissions: ['wallets:write'], allowedAddresses: ['192.0.2.0/24'] }
    const full = dataOf(await owner.post('/portal/v1/credentials', spends))
    expect((await developer.post(rotatePathOf(clientId))).status).toBe(201)
    const before = dataOf(await owner.get('/portal/v1/credentials'))
    const target = `/portal/v1/credentials/${full.clientId}`
    const guard = (guards: object) => developer.send('PATCH', target, JSON.stringify(guards))
    expect((await developer.post(rotatePathOf(full.clientId))).status).toBe(403)
    expect((await developer.post(rotatePathOf(full.clientId.toUpperCase()))).status).not.toBe(201)
    expect((await guard({ allowedAddresses: null })).status).toBe(403)
    expect((await guard({ allowedAddresses: ['198.51.100.0/24'] })).status).toBe(403)
    expect(dataOf(await owner.get('/portal/v1/credentials'))).toEqual(before)
    expect((await guard({ requireSignatureV2: true })).status).toBe(200)
    expect((await guard({ requireSignatureV2: false })).status).toBe(403)
    expect((await owner.post(rotatePathOf(full.clientId))).status).toBe(201)
    expect((await developer.post(`${target}/revoke`)).status).toBe(200)
  })
}
