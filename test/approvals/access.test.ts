import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MS_PER_MINUTE, minorUnits } from '../../src/core/mod.ts'
import { relyingPartyAt } from '../../src/identity/webauthn.ts'
import { aDeposit, pathOf } from '../conformance/admin-v1/fixture.ts'
import { Authenticator, type Circumstances } from '../support/authenticator.ts'
import type { Json, Reply } from '../support/client.ts'
import {
  ADMIN_TOKEN,
  dataOf,
  openService,
  type Partner,
  type RunningService,
} from '../support/service.ts'
import { fromPage, PASSWORD, type Browser } from '../support/signed-in.ts'
import { approveAs, gatedProcess, type GatedService } from './fixture.ts'

let now = Date.UTC(2026, 0, 31, 12)
let service: RunningService
let gated: GatedService

beforeAll(async () => {
  service = await openService({ clock: { now: () => now, monotonic: () => performance.now() } })
  gated = await gatedProcess(service, {
    approvalAmounts: new Map([['deposits', new Map([['USD', minorUnits(10_000n)]])]]),
  })
})

afterAll(async () => {
  gated.http.close()
  await service.end()
})

test('the operator token invites at once until there are two administrators', async () => {
  const inviteAdmin = () =>
    gated.http.send({
      method: 'POST',
      target: '/admin/v1/invitations',
      headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': 'application/json' },
      body: Buffer.from(JSON.stringify({ email: `${randomUUID()}@example.com`, role: 'admin' })),
    })
  const alone = await gated.signedIn()
  expect((await inviteAdmin()).status).toBe(201)
  const rotation = await alone.post('/admin/v1/keys/rotate', { scope: 'data' })
  expect(dataOf(rotation).approvers).toBe(0)

  await gated.signedIn()
  expect((await inviteAdmin()).status).toBe(202)
})

test('secrets of a supplier are in no approval and audit entry; the approved account is created', async () => {
  const [one, two] = [
    await gated.signedIn({ role: 'operations' }),
    await gated.signedIn({ role: 'operations' }),
  ]
  const secrets = { apiKey: 'tsk_live_secret_one', hmacSecret: 'hmac_secret_two' }
  const baseUrl = 'https://up.example.com'
  const settings = { clientId: randomUUID(), currency: 'USD' }
  const account = { adapter: 'tessera', name: 'acme', environment: 'live', baseUrl, settings }
  const { approvalId }: Json = dataOf(
    await one.post('/admin/v1/suppliers', { ...account, secrets }),
  )
  const shown = await two.get(`/admin/v1/approvals/${approvalId}`)
  const audit = await service.admin.get('/admin/v1/audit?pageSize=1')
  const { rows } = await service.db.pool.query('select approvals::text from approvals')
  for (const text of [shown.text, audit.text, JSON.stringify(rows)]) {
    for (const secret of Object.values(secrets)) expect(text).not.toContain(secret)
  }
  expect(dataOf(shown).after).toMatchObject({ secrets: { apiKey: 'new' }, baseUrl })

  expect(dataOf(await approveAs(two, approvalId))).toMatchObject({ state: 'EXECUTED' })
  const [supplier] = dataOf(await service.admin.get('/admin/v1/suppliers'))
  expect(supplier).toMatchObject({ name: 'acme', settings })
})

test('an approval for a route that no longer exists can be listed and rejected, not approved', async () => {
  const [one, two] = [await gated.signedIn(), await gated.signedIn()]
  const partner = await service.newPartner({})
  const deposit = aDeposit({ amount: 100, reference: randomUUID() })
  const { approvalId } = dataOf(await one.post(`${pathOf(partner)}/deposits`, deposit))
  const path = `/admin/v1/approvals/${approvalId}`
  const { seen } = dataOf(await two.get(path))
  await service.db.pool.query(
    `update approvals set route = 'POST /admin/v1/gone' where approval_id = ${approvalId}`,
  )

  const listed = dataOf(await two.get('/admin/v1/approvals?state=PENDING'))
  expect(listed).toContainEqual(expect.objectContaining({ approvalId }))
  expect((await two.post(`${path}/approve`, { seen })).status).toBe(409)
  expect(dataOf(await two.post(`${path}/reject`, { reason: 'gone' })).state).toBe('REJECTED')
})

test('a link for a new password is made once another user approves it, for the user who asked', async () => {
  const [asker, other, user] = [
    await gated.signedIn(),
    await gated.signedIn(),
    await gated.signedIn({ role: 'support' }),
  ]
  const reset = await asker.post(`/admin/v1/users/${user.userId}/password-reset`, {})
  expect(reset.status).toBe(202)
  const { approvalId }: Json = dataOf(reset)
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

const BEGIN = '/auth/v1/step-up/begin'
const FINISH = '/auth/v1/step-up/finish'
const REQUIRED = { status: 403, body: { error: { code: 'STEP_UP_REQUIRED' } } }

function key() {
  return { 'idempotency-key': randomUUID() }
}

describe('a user with a passkey confirms acts beyond a threshold with it', () => {
  let ann: Browser
  let partner: Partner
  let passkey: Authenticator
  let at: Circumstances

  beforeEach(async () => {
    ann = await gated.signedIn({ role: 'admin' })
    partner = await service.newPartner({ USD: '500.00' })
    const { id: rpId, origin } = relyingPartyAt(gated.url) ?? { id: '', origin: '' }
    at = { rpId, origin }
    passkey = new Authenticator()
    const path = '/auth/v1/second-factors/passkeys'
    const options = dataOf(await ann.post(path, { password: PASSWORD }))
    const body = { name: 'laptop', ...passkey.create(options, at) }
    expect((await ann.post(`${path}/confirm`, body)).status).toBe(201)
  })

  /** Returns what the passkey signs for a new challenge of the session. */
  async function assertionOf(user: Browser): Promise<Json> {
    return passkey.get(dataOf(await user.post(BEGIN)), at)
  }

  function ask(reference: string, headers = key(), user = ann): Promise<Reply> {
    const target = `${pathOf(partner)}/deposits`
    return user.send('POST', target, aDeposit({ amount: 100, reference }), headers)
  }

  /** Signs the same user in by the passkey in another browser. */
  async function signInElsewhere(): Promise<Browser> {
    const options = dataOf(await fromPage(gated, '/sign-in/passkey/begin', { body: {} }))
    const body = passkey.get(options, at)
    const reply = await fromPage(gated, '/sign-in/passkey/finish', { body })
    const cookie = /__Host-tessera=[^;]+/.exec(String(reply.headers['set-cookie']))?.[0] ?? ''
    const send: Browser['send'] = (method, target, sentBody, headers) =>
      ann.send(method, target, sentBody, { ...headers, cookie })
    return { ...ann, send, post: (target, sentBody) => send('POST', target, sentBody) }
  }

  test('no approval is requested before a confirmation; afterwards, the same request succeeds', async () => {
    const sent = key()
    const before = dataOf(await service.admin.get('/admin/v1/approvals')).length
    expect(await ask('wire', sent)).toMatchObject(REQUIRED)
    expect(dataOf(await service.admin.get('/admin/v1/approvals'))).toHaveLength(before)
    const below = aDeposit({ amount: 1, reference: 'below' })
    expect((await ann.post(`${pathOf(partner)}/deposits`, below)).status).toBe(201)

    expect((await ann.post(FINISH, await assertionOf(ann))).status).toBe(200)
    const done = await ask('wire', sent)
    const again = await ask('wire', sent)

    expect(done.status).toBe(202)
    expect(again).toMatchObject({ status: 202, headers: { 'idempotent-replayed': 'true' } })
    expect(dataOf(again)).toEqual(dataOf(done))
    expect(await partner.funds()).toEqual({ USD: 501 })
  })

  test('a confirmation counts for five minutes, in the session that gave it', async () => {
    const other = await signInElsewhere()
    expect((await ask('of the other', key(), other)).status).toBe(202)
    expect(await ask('of this one')).toMatchObject(REQUIRED)

    await ann.post(FINISH, await assertionOf(ann))
    now += 5 * MS_PER_MINUTE - 1
    expect((await ask('in time')).status).toBe(202)
    now += 1
    expect(await ask('late')).toMatchObject(REQUIRED)
  })

  test('a challenge is used once, by its session; other signatures prove nothing', async () => {
    const other = await signInElsewhere()
    const assertion = await assertionOf(ann)
    expect((await other.post(FINISH, assertion)).status).toBe(409)
    expect((await ann.post(FINISH, assertion)).status).toBe(409)
    const signIn = dataOf(await fromPage(gated, '/sign-in/passkey/begin', { body: {} }))
    expect((await ann.post(FINISH, passkey.get(signIn, at))).status).toBe(409)
    const challenge = dataOf(await ann.post(BEGIN))
    expect((await ann.post(FINISH, new Authenticator().get(challenge, at))).status).toBe(400)
    const unverified = { ...at, isVerified: false }
    const weak = passkey.get(dataOf(await ann.post(BEGIN)), unverified)
    expect((await ann.post(FINISH, weak)).status).toBe(400)
    expect(await ask('not proved')).toMatchObject(REQUIRED)
    const late = await assertionOf(ann)
    now += 5 * MS_PER_MINUTE
    expect((await ann.post(FINISH, late)).status).toBe(409)

    const right = await assertionOf(ann)
    expect((await ann.post(FINISH, right)).status).toBe(200)
    now += 5 * MS_PER_MINUTE
    expect((await ann.post(FINISH, right)).status).toBe(409)
    expect(await ask('replayed')).toMatchObject(REQUIRED)
    const target = `/admin/v1/audit?target=user:${ann.userId}`
    const actions = dataOf(await service.admin.get(target)).map(({ action }: Json) => action)
    expect(actions.slice(0, 3)).toEqual([
      'user.step_up',
      'user.step_up_failed',
      'user.step_up_failed',
    ])
  })

  test('an approver confirms, too; a user without a passkey need not', async () => {
    const ben = await gated.signedIn({ role: 'admin' })
    const request = await ask('of ben', key(), ben)
    expect(request.status).toBe(202)
    const { approvalId } = dataOf(request)
    expect(await approveAs(ann, approvalId)).toMatchObject(REQUIRED)

    await ann.post(FINISH, await assertionOf(ann))
    expect(dataOf(await approveAs(ann, approvalId))).toMatchObject({ state: 'EXECUTED' })
    expect(await partner.funds()).toEqual({ USD: 600 })
  })

  test('attempts to confirm are throttled by session', async () => {
    const statuses = []
    for (let count = 0; count < 11; count += 1) statuses.push((await ann.post(BEGIN)).status)
    expect(statuses.slice(9)).toEqual([200, 429])
    expect((await (await signInElsewhere()).post(BEGIN)).status).toBe(200)
  })
})
