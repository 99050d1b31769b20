import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../support/client.ts'
import { ADMIN_TOKEN, dataOf, openService, type RunningService } from '../support/service.ts'
import { fromPage } from '../support/signed-in.ts'
import { approveAs, gatedProcess, type Gated } from './fixture.ts'

let service: RunningService
let gated: Gated

beforeAll(async () => {
  service = await openService()
  gated = await gatedProcess(service)
})

afterAll(async () => {
  gated.http.close()
  await service.end()
})

test('the operator token invites at once until there are two administrators', async () => {
  const invited = () =>
    gated.http.send({
      method: 'POST',
      target: '/admin/v1/invitations',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ email: `${randomUUID()}@example.com`, role: 'admin' })),
    })
  const alone = await gated.signedIn()
  expect((await invited()).status).toBe(201)
  const rotation = await alone.post('/admin/v1/keys/rotate', { scope: 'data' })
  expect(dataOf(rotation).approvers).toBe(0)

  await gated.signedIn()
  expect((await invited()).status).toBe(202)
})

test('the secrets of an upstream are nowhere to be seen, and reach it', async () => {
  const [one, two] = [
    await gated.signedIn({ role: 'operations' }),
    await gated.signedIn({ role: 'operations' }),
  ]
  const secrets = { apiKey: 'tsk_live_secret_one', hmacSecret: 'hmac_secret_two' }
  const account = { baseUrl: 'https://up.example.com', clientId: randomUUID(), currency: 'USD' }
  const { approvalId }: Json = dataOf(
    await one.post('/admin/v1/upstreams', {
      name: 'acme',
      ...account,
      ...secrets,
    }),
  )
  const shown = await two.get(`/admin/v1/approvals/${approvalId}`)
  const audit = await service.admin.get('/admin/v1/audit?pageSize=1')
  const { rows } = await service.db.pool.query('select approvals::text from approvals')
  for (const text of [shown.text, audit.text, JSON.stringify(rows)]) {
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
  }
  expect(dataOf(shown).after).toMatchObject({ apiKey: 'new', baseUrl: 'https://up.example.com' })

  expect(dataOf(await approveAs(two, approvalId))).toMatchObject({ state: 'EXECUTED' })
  const [made] = dataOf(await service.admin.get('/admin/v1/upstreams'))
  expect(made).toMatchObject({ name: 'acme', clientId: account.clientId })
})

test('a link for a new password is made once another user approves it, for who asked', async () => {
  const [asker, other, user] = [
    await gated.signedIn(),
    await gated.signedIn(),
    await gated.signedIn({ role: 'support' }),
  ]
  const asked = await asker.post(`/admin/v1/users/${user.userId}/password-reset`, {})
  expect(asked.status).toBe(202)
  const { approvalId }: Json = dataOf(asked)
  const path = `/admin/v1/approvals/${approvalId}`
  const resets = 'select from user_password_resets'
  expect((await service.db.pool.query(resets)).rowCount).toBe(0)
  const shown = dataOf(await other.get(path))
  expect(shown.before).toEqual({ email: user.email, role: 'support' })
  expect(shown.after).toEqual({ ...shown.before, newPassword: true, delivery: 'link' })
  expect((await approveAs(asker, approvalId)).status).toBe(403)
  expect((await service.db.pool.query(resets)).rowCount).toBe(0)

  const approved = await approveAs(other, approvalId)

  expect(dataOf(approved)).toMatchObject({ state: 'EXECUTED' })
  expect(approved.text).not.toContain('tsp_')
  expect((await other.get(path)).text).not.toContain('tsp_')
  const { link } = dataOf(await asker.get(path)).response.body.data
  const { rows } = await service.db.pool.query('select approvals::text from approvals')
  expect(JSON.stringify(rows)).not.toContain('tsp_')
  const body = { token: new URL(link).hash.slice(1), password: 'staple battery horse correct' }
  expect((await fromPage(service, '/password-reset/confirm', { body })).status).toBe(200)
})
