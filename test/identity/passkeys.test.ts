import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countPasskey } from '../../src/identity/throttle.ts'
import { relyingPartyAt } from '../../src/identity/webauthn.ts'
import { Authenticator } from '../support/authenticator.ts'
import { Http, type Reply } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { FROM_OWN_PAGE, PASSWORD, signedIn } from '../support/signed-in.ts'
import { CONSOLE, PasskeyFixture, PATH, PORTAL, WRONG } from './passkey-fixture.ts'

let fixture: PasskeyFixture

beforeAll(async () => {
  fixture = await PasskeyFixture.open()
})
afterAll(() => fixture.end())
beforeEach(() => fixture.advance(60))

test('passkeys belong to the host name of the console or portal, never to an IP address', () => {
  expect(relyingPartyAt('https://a.example:8443')).toEqual({
    id: 'a.example',
    origin: 'https://a.example:8443',
  })
  const local = { id: 'localhost', origin: 'http://localhost:8080' }
  expect(relyingPartyAt('http://127.0.0.1:8080')).toEqual(local)
  expect(relyingPartyAt('http://[::1]:8080')).toEqual(local)
  expect(relyingPartyAt('http://192.0.2.1:8080')).toBeUndefined()
})

test('a passkey signs in without name and password, at any process', async () => {
  const user = await signedIn(fixture.service)
  const options = dataOf(await user.post(PATH, { password: PASSWORD }))
  expect(options).toMatchObject({
    rp: { id: CONSOLE.rpId },
    user: { name: user.email },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  const { passkey } = await fixture.addPasskey(user)
  passkey.signatures = 1
  fixture.advance(1)

  const reply = await fixture.fromPage(
    '/passkey/finish',
    passkey.get(await fixture.begin(), CONSOLE),
    fixture.other,
  )

  expect(reply).toMatchObject({ status: 200, body: { data: { status: 'SIGNED_IN' } } })
  expect(String(reply.headers['set-cookie'])).toContain('__Host-tessera=tss_')
  const { passkeys } = await fixture.factorsOf(user)
  expect(passkeys).toMatchObject([
    { name: 'laptop', lastUsedAt: new Date(fixture.now).toISOString() },
  ])
  const [{ passkeyId }] = passkeys
  const [entry] = await fixture.entriesOf(user, 'user.sign_in')
  expect(entry?.after).toMatchObject({ method: 'passkey', passkeyId })
})

test('the first passkey brings recovery codes, and the password alone no longer signs in', async () => {
  const user = await signedIn(fixture.service)
  const { passkey, recoveryCodes } = await fixture.addPasskey(user)
  expect(recoveryCodes).toHaveLength(10)
  expect((await fixture.addPasskey(user, { name: 'phone' })).recoveryCodes).toBeUndefined()
  expect(dataOf(await user.get('/auth/v1/me')).user.hasSecondFactor).toBe(true)

  const { status, secondFactor } = await fixture.signInByPassword(user)

  expect(status).toBe('SECOND_FACTOR_REQUIRED')
  expect(secondFactor.hasPasskey).toBe(true)
  const options = await fixture.begin(secondFactor.token)
  expect(options.allowCredentials).toHaveLength(2)
  const reply = await fixture.fromPage('/passkey/finish', passkey.get(options, CONSOLE))
  expect(reply.status).toBe(200)
  const [entry] = await fixture.entriesOf(user, 'user.sign_in')
  expect(entry?.after.method).toBe('password+passkey')
  const code = recoveryCodes[0] ?? ''
  const { token } = (await fixture.signInByPassword(user)).secondFactor
  expect((await fixture.fromPage('/second-factor', { token, code })).status).toBe(200)
})

test('users of a partner have passkeys at the portal, not at the console', async () => {
  const { partnerId } = fixture.service.partner
  const user = await signedIn(fixture.service, { role: 'viewer', partnerId })
  const { passkey } = await fixture.addPasskey(user, { at: PORTAL })

  expect((await fixture.signInBy(passkey, CONSOLE)).status).toBe(401)
  expect((await fixture.signInBy(passkey, PORTAL)).status).toBe(200)
})

test.each(WRONG)('a signature %s does not sign in, and is recorded', async (_, wrong) => {
  const user = await signedIn(fixture.service)
  const { passkey } = await fixture.addPasskey(user)

  expect((await fixture.signInBy(passkey, { ...CONSOLE, ...wrong })).status).toBe(401)

  const failed = await fixture.entriesOf(user, 'user.sign_in_failed')
  expect(failed).toMatchObject([{ after: { method: 'passkey' } }])
  expect(failed[0]?.after.why).toBeTypeOf('string')
  expect((await fixture.signInBy(passkey)).status).toBe(200)
})

test('a signature by another key, or of altered data, does not sign in', async () => {
  const { passkey } = await fixture.addPasskey(await signedIn(fixture.service))
  const stranger = new Authenticator()
  const [one, two] = [await fixture.begin(), await fixture.begin()]
  const assertion = passkey.get(one, CONSOLE)
  const { signature } = stranger.get(one, CONSOLE)
  const { clientDataJSON } = passkey.get(two, CONSOLE)

  const statuses = []
  for (const wrong of [
    { ...assertion, signature },
    { ...assertion, clientDataJSON },
    { ...assertion, id: stranger.id },
    { ...assertion, authenticatorData: 'AAAA' },
    { ...assertion, clientDataJSON: 'e30' },
    { ...assertion, signature: '?' },
  ]) {
    statuses.push((await fixture.fromPage('/passkey/finish', wrong)).status)
  }

  expect(statuses).toEqual([401, 401, 401, 401, 401, 401])
})

test('a challenge is valid once, for five minutes, and for its purpose', async () => {
  const user = await signedIn(fixture.service)
  const { passkey } = await fixture.addPasskey(user)
  const used = passkey.get(await fixture.begin(), CONSOLE)
  const both = [used, used].map((body) => fixture.fromPage('/passkey/finish', body))
  const statuses = (await Promise.all(both)).map(({ status }) => status)
  expect(statuses.toSorted((one, two) => one - two)).toEqual([200, 401])

  const late = passkey.get(await fixture.begin(), CONSOLE)
  const creationOptions = dataOf(await user.post(PATH, { password: PASSWORD }))
  fixture.advance(6)

  expect((await fixture.fromPage('/passkey/finish', late)).status).toBe(401)
  const adding = { name: 'late', ...new Authenticator().create(creationOptions, CONSOLE) }
  expect((await user.post(`${PATH}/confirm`, adding)).status).toBe(409)
  const fresh = dataOf(await user.post(PATH, { password: PASSWORD }))
  expect((await fixture.fromPage('/passkey/finish', passkey.get(fresh, CONSOLE))).status).toBe(401)
  const creationForSignIn = {
    name: 'odd',
    ...new Authenticator().create(await fixture.begin(), CONSOLE),
  }
  expect((await user.post(`${PATH}/confirm`, creationForSignIn)).status).toBe(409)
})

test('a passkey whose signature counter has not grown is refused', async () => {
  const user = await signedIn(fixture.service)
  const { passkey } = await fixture.addPasskey(user)
  passkey.signatures = 6
  expect((await fixture.signInBy(passkey)).status).toBe(200)
  passkey.signatures = 6
  expect((await fixture.signInBy(passkey)).status).toBe(401)
  passkey.signatures = -1
  expect((await fixture.signInBy(passkey)).status).toBe(401)
  const [entry] = await fixture.entriesOf(user, 'user.sign_in_failed')
  expect(entry?.after.why).toContain('counter')
  passkey.signatures = 7
  expect((await fixture.signInBy(passkey)).status).toBe(200)
})

test('a passkey is the second factor of its own user only', async () => {
  const user = await signedIn(fixture.service)
  await fixture.addPasskey(user)
  const { passkey } = await fixture.addPasskey(await signedIn(fixture.service))
  const { token } = (await fixture.signInByPassword(user)).secondFactor

  const foreign = await fixture.fromPage(
    '/passkey/finish',
    passkey.get(await fixture.begin(token), CONSOLE),
  )

  expect(foreign.status).toBe(401)
  expect((await fixture.fromPage('/passkey/begin', { token: 'tsc_unknown' })).status).toBe(401)
})

test('attempts with passkeys have their own throttle by user, until a sign-in', async () => {
  const user = await signedIn(fixture.service)
  const { passkey } = await fixture.addPasskey(user)
  const stranger = { userId: user.userId, device: undefined }
  const attempts = Array.from({ length: 12 }, () =>
    countPasskey(fixture.service.services, stranger),
  )
  const settled = await Promise.allSettled(attempts)
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2)

  expect(await fixture.signInBy(passkey)).toMatchObject({
    status: 429,
    headers: { 'retry-after': '30' },
  })
  expect((await fixture.signInByPassword(user)).status).toBe('SECOND_FACTOR_REQUIRED')
  fixture.advance(1)
  expect((await fixture.signInBy(passkey)).status).toBe(200)
  await countPasskey(fixture.service.services, stranger)
  expect((await fixture.signInBy(passkey)).status).toBe(200)
})

test('a reset of second factors removes passkeys, and a disabled user cannot use one', async () => {
  const user = await signedIn(fixture.service)
  const { passkey } = await fixture.addPasskey(user)
  const path = `/admin/v1/users/${user.userId}`
  const set = (status: string): Promise<Reply> => fixture.service.admin.patch(path, { status })

  await set('DISABLED')
  expect((await fixture.signInBy(passkey)).status).toBe(401)
  await set('ACTIVE')
  expect((await fixture.signInBy(passkey)).status).toBe(200)
  const reset = await fixture.service.admin.post(`${path}/second-factors/reset`, {})

  expect(dataOf(reset).hasSecondFactor).toBe(false)
  expect((await fixture.signInBy(passkey)).status).toBe(401)
  expect(await fixture.signInByPassword(user)).toEqual({ status: 'SIGNED_IN' })
  const [entry] = await fixture.entriesOf(user, 'user.reset_second_factors')
  expect(entry).toMatchObject({ before: { passkeys: ['laptop'] }, after: { passkeys: [] } })
})

test('if users of the operator sign in by OpenID Connect only, they have no passkeys', async () => {
  const user = await signedIn(fixture.service)
  const { passkey } = await fixture.addPasskey(user)
  const { url, stop } = await fixture.service.another({ operatorPasswordUse: 'refused' })
  const http = new Http(url)

  const reply = await fixture.fromPage(
    '/passkey/finish',
    passkey.get(await fixture.begin(), CONSOLE),
    http,
  )
  const adding = await http.send({
    method: 'POST',
    target: PATH,
    headers: {
      cookie: `__Host-tessera=${user.token}`,
      ...FROM_OWN_PAGE,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ password: PASSWORD }),
  })

  http.close()
  await stop()
  expect([reply.status, adding.status]).toEqual([401, 409])
})
