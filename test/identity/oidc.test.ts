import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { pageUrlOf } from '../../src/core/mod.ts'
import { cookieOf, Http, type Json, type Reply } from '../support/client.ts'
import { CLIENT, visit } from '../support/oidc-provider.ts'
import { dataOf } from '../support/service.ts'
import { fromPage } from '../support/signed-in.ts'
import { begin, openOidc, PASSWORD, type OidcFixture } from './oidc-fixture.ts'

const NOBODY = 'the provider vouches for nobody who may sign in; ask for an invitation'
const NOT_BEGUN = 'the sign-in was not begun in this browser, has expired or is finished already'

let fixture: OidcFixture

beforeAll(async () => {
  fixture = await openOidc()
})
afterAll(() => fixture.end())
// The attempts of a network are throttled.
beforeEach(() => fixture.service.db.pool.query('delete from sign_in_throttles'))

async function whoHas(reply: Reply): Promise<Json> {
  expect(dataOf(reply)).toEqual({ status: 'SIGNED_IN' })
  return dataOf(await fromPage(fixture.service, '/me', { cookie: cookieOf(reply) })).user
}

function expectRefused({ status, body, headers }: Reply, message = NOBODY): void {
  expect({ status, message: body.error.message }).toEqual({ status: 401, message })
  expect(headers['set-cookie']).toBeUndefined()
}

async function lastEntry(): Promise<Json> {
  return dataOf(await fixture.service.admin.get('/admin/v1/audit?pageSize=1'))[0]
}

test('a user is linked at the first sign-in, and is known by the subject from then on', async () => {
  const { email, subject, userId } = await fixture.newUser()

  const first = await fixture.signInAs(subject)

  expect(first.headers['set-cookie']).toEqual([
    expect.stringMatching(/^__Host-tessera=tss_[\w-]{43}; Path=\/; HttpOnly; Secure; /),
    expect.stringMatching(/^__Host-tessera-device=/),
  ])
  expect(await whoHas(first)).toMatchObject({ userId, email })
  const entries = dataOf(await fixture.service.admin.get('/admin/v1/audit?pageSize=2'))
  expect(entries).toMatchObject([
    { action: 'user.sign_in', actor: email, after: { method: 'oidc' } },
    { action: 'user.link_identity', after: { issuer: fixture.provider.issuer, subject } },
  ])

  // The provider now names another address, which belongs to another user and is not verified.
  const other = await fixture.newUser()
  fixture.provider.accounts.set(subject, { email: other.email, email_verified: false })
  expect(await whoHas(await fixture.signInAs(subject))).toMatchObject({ userId, email })
})

test('another subject with the address of a user who is linked is refused', async () => {
  const { email, subject } = await fixture.newUser()
  await whoHas(await fixture.signInAs(subject))
  fixture.provider.accounts.set('somebody-else', { email, email_verified: true })

  expectRefused(await fixture.signInAs('somebody-else'))

  expect(await lastEntry()).toMatchObject({
    action: 'user.sign_in_failed',
    actor: email,
    after: { why: 'the user has another subject at the provider', subject: 'somebody-else' },
  })
})

test('once an operator has unlinked a user, the verified address links another subject', async () => {
  const { email, subject, userId } = await fixture.newUser()
  await whoHas(await fixture.signInAs(subject))
  const path = `/admin/v1/users/${userId}/identities/unlink`

  const unlinked = dataOf(await fixture.service.admin.post(path, {}))

  expect(unlinked.isLinked).toBe(false)
  fixture.provider.accounts.set(subject, { email: 'old@example.com', email_verified: true })
  expectRefused(await fixture.signInAs(subject))
  fixture.provider.accounts.set(`new-${subject}`, { email, email_verified: true })
  const user = await whoHas(await fixture.signInAs(`new-${subject}`))
  expect(user).toMatchObject({ userId, isLinked: true })
})

test('of two subjects with one address that sign in at the same time, one is linked', async () => {
  const { email, subject } = await fixture.newUser()
  fixture.provider.accounts.set('twin', { email, email_verified: true })

  const both = await Promise.all([fixture.signInAs(subject), fixture.signInAs('twin')])

  expect(new Set(both.map(({ status }) => status))).toEqual(new Set([200, 401]))
})

test('an address that the provider has not verified links no user', async () => {
  const { email, subject } = await fixture.newUser()
  fixture.provider.accounts.set(subject, { email, email_verified: false })

  expectRefused(await fixture.signInAs(subject))

  expect(await lastEntry()).toMatchObject({
    target: 'user:unknown',
    after: { why: 'the provider has not verified the address', subject },
  })
})

test('a person without user and invitation is refused, and so is a user of a partner', async () => {
  fixture.provider.accounts.set('stranger', { email: 'stranger@example.com', email_verified: true })
  expectRefused(await fixture.signInAs('stranger'))

  const owner = await fixture.newUser('owner', fixture.service.partner.partnerId)
  expectRefused(await fixture.signInAs(owner.subject))
  const invited = {
    email: 'olu@example.com',
    role: 'owner',
    partnerId: fixture.service.partner.partnerId,
  }
  dataOf(await fixture.service.admin.post('/admin/v1/invitations', invited))
  fixture.provider.accounts.set('olu', { email: invited.email, email_verified: true })
  expectRefused(await fixture.signInAs('olu'))
})

test('an invited person becomes a user without a password, and the link no longer works', async () => {
  const email = 'eve@example.com'
  const body = { email, role: 'finance' }
  const { link } = dataOf(await fixture.service.admin.post('/admin/v1/invitations', body))
  fixture.provider.accounts.set('eve', {
    email: 'Eve@Example.com',
    email_verified: true,
    name: 'Eve Ng',
  })

  const user = await whoHas(await fixture.signInAs('eve'))

  expect(user).toMatchObject({ email, name: 'Eve Ng', role: 'finance', partnerId: null })
  const token = new URL(link).hash.slice(1)
  const accepted = { token, name: 'Eve', password: PASSWORD }
  expect((await fromPage(fixture.service, '/invitations/accept', { body: accepted })).status).toBe(
    404,
  )
  const typed = { body: { email, password: '' } }
  expect((await fromPage(fixture.service, '/sign-in', typed)).status).toBe(401)
})

test('a disabled user is refused, before and after being linked', async () => {
  for (const isLinked of [false, true]) {
    const { subject, userId } = await fixture.newUser()
    if (isLinked) await whoHas(await fixture.signInAs(subject))
    dataOf(await fixture.service.admin.patch(`/admin/v1/users/${userId}`, { status: 'DISABLED' }))

    expectRefused(await fixture.signInAs(subject))

    expect(await lastEntry()).toMatchObject({ after: { why: 'the user is disabled' } })
  }
})

test('a response with another state is refused, and so is one in another browser', async () => {
  const { subject } = await fixture.newUser()
  const [mine, other] = [await fixture.beginSignIn(), await fixture.beginSignIn()]
  const query = await visit(mine.url, subject)
  const forged = query.replace(/state=[^&]+/, `state=${'x'.repeat(43)}`)

  expectRefused(await fixture.finish('', query), NOT_BEGUN)
  expectRefused(await fixture.finish('__Host-tessera-oidc=tso_guessed', query), NOT_BEGUN)
  expectRefused(await fixture.finish(other.cookie, query))
  expectRefused(await fixture.finish(mine.cookie, forged))
  // The sign-in is over, whatever the browser sends now.
  expectRefused(await fixture.finish(mine.cookie, query), NOT_BEGUN)
})

test('an ID token with another nonce is refused', async () => {
  const { subject } = await fixture.newUser()
  const { cookie, url } = await fixture.beginSignIn()
  const replaced = url.replace(/nonce=[^&]+/, `nonce=${'x'.repeat(43)}`)

  expectRefused(await fixture.finish(cookie, await visit(replaced, subject)))
})

test('a code that was used or belongs to another sign-in is refused', async () => {
  const { subject } = await fixture.newUser()
  const used = await fixture.beginSignIn()
  const query = await visit(used.url, subject)
  await whoHas(await fixture.finish(used.cookie, query))
  expectRefused(await fixture.finish(used.cookie, query), NOT_BEGUN)

  const stolen = codeOf(await visit((await fixture.beginSignIn()).url, subject))
  for (const code of [codeOf(query), stolen]) {
    const { cookie, url } = await fixture.beginSignIn()
    const own = await visit(url, subject)
    expectRefused(await fixture.finish(cookie, own.replace(codeOf(own), code)))
  }
})

test('a response that names another issuer is refused, and so is a person who declined', async () => {
  const { subject } = await fixture.newUser()
  for (const change of [
    (query: string) => query.replace(/iss=[^&]+/, 'iss=https%3A%2F%2Fevil.example'),
    (query: string) => query.replace(/code=[^&]+/, 'error=access_denied'),
    () => '',
  ]) {
    const { cookie, url } = await fixture.beginSignIn()
    expectRefused(await fixture.finish(cookie, change(await visit(url, subject))))
  }
})

test('a sign-in that took longer than ten minutes is refused', async () => {
  const { subject } = await fixture.newUser()
  const { cookie, url } = await fixture.beginSignIn()
  const { rows } = await fixture.service.db.pool.query(`
    update oidc_sign_ins set expires_at = expires_at - interval '10 minutes'
    returning expires_at <= now() as is_over`)
  expect(rows).toContainEqual({ is_over: true })

  expectRefused(await fixture.finish(cookie, await visit(url, subject)), NOT_BEGUN)
})

test('the provider gets code flow, PKCE and the configured address, whatever Host says', async () => {
  const reply = await begin(fixture.service, 'evil.example')

  const [cookie = '', ...attributes] = reply.headers['set-cookie']?.[0]?.split('; ') ?? []
  expect(cookie).toMatch(/^__Host-tessera-oidc=tso_[\w-]{43}$/)
  expect(attributes).toEqual(['Max-Age=600', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=Strict'])
  const parameters = Object.fromEntries(new URL(dataOf(reply).url).searchParams)
  expect(parameters).toMatchObject({
    response_type: 'code',
    client_id: 'tessera',
    redirect_uri: `${pageUrlOf(fixture.service.url)}/console/oidc`,
    code_challenge_method: 'S256',
    scope: 'openid email profile',
  })
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(parameters[name]).toMatch(/^[\w-]{43}$/)
  }
})

test('neither the database nor the log has a secret of a sign-in', async () => {
  const { subject } = await fixture.newUser()
  const { cookie, url } = await fixture.beginSignIn()
  const query = await visit(url, subject)
  await whoHas(await fixture.finish(cookie, query))
  const { cookie: open } = await fixture.beginSignIn()

  const { rows } = await fixture.service.db.pool.query(
    'select octet_length(secret_hash) as bytes from oidc_sign_ins',
  )
  expect(new Set(rows.map(({ bytes }) => bytes))).toEqual(new Set([32]))
  const secrets = [CLIENT.oidcClientSecret, codeOf(query), ...[cookie, open].map(secretOf)]
  const logged = fixture.service.logged.join('\n')
  expect(secrets.filter((secret) => logged.includes(secret))).toEqual([])
})

test('if the operator allows no passwords, only users of partners sign in by password', async () => {
  const operator = await fixture.newUser()
  const owner = await fixture.newUser('owner', fixture.service.partner.partnerId)
  const { url } = await fixture.service.another({ operatorPasswordUse: 'refused' })
  const http = new Http(url)
  const signIn = ({ email }: { email: string }): Promise<Reply> =>
    fromPage({ http }, '/sign-in', { body: { email, password: PASSWORD } })

  expect((await signIn(operator)).status).toBe(401)
  expect((await signIn(owner)).status).toBe(200)
  const invited = { email: 'zoe@example.com', role: 'support' }
  const { link } = dataOf(await fixture.service.admin.post('/admin/v1/invitations', invited))
  const accepted = { token: new URL(link).hash.slice(1), name: 'Zoe', password: PASSWORD }
  expect((await fromPage({ http }, '/invitations/accept', { body: accepted })).status).toBe(409)
  expect(dataOf(await fromPage({ http }, '/sign-in-methods'))).toEqual({
    operatorPassword: false,
    oidc: true,
    passwordReset: false,
  })
  http.close()
})

test('404 without a provider; 503 if the provider names another issuer', async () => {
  const other = fixture.provider.issuer.replace('127.0.0.1', 'localhost')
  const statuses = []
  for (const oidcIssuer of [undefined, other]) {
    const { url } = await fixture.service.another({ oidcIssuer })
    const http = new Http(url)
    statuses.push((await begin({ http })).status)
    http.close()
  }

  expect(statuses).toEqual([404, 503])
})

function codeOf(query: string): string {
  return new URLSearchParams(query).get('code') ?? 'no code'
}

function secretOf(cookie: string): string {
  return cookie.split('=')[1] ?? 'no secret'
}
