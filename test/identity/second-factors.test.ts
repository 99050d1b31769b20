import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { countSecondFactor } from '../../src/identity/throttle.ts'
import type { Json, Reply } from '../support/client.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { fromPage, PASSWORD, signedIn, type Browser } from '../support/signed-in.ts'
import { MS_PER_MINUTE } from '../../src/core/mod.ts'

const STEP_MS = 30_000

let now = Date.UTC(2026, 0, 31, 12)
let service: RunningService

beforeAll(async () => {
  const clock = { now: () => now, monotonic: () => performance.now() }
  service = await openService({ clock })
})
afterAll(() => service.end())
beforeEach(() => {
  now += 60 * MS_PER_MINUTE
})

function codeOf(secret: string, at = now): string {
  return new TOTP({ secret }).generate({ timestamp: at })
}

/** Returns a code that is wrong at every instant close to now. */
function wrongCode(secret: string): string {
  const right = [-1, 0, 1].map((off) => codeOf(secret, now + off * STEP_MS))
  return ['000000', '111111', '222222', '333333'].find((code) => !right.includes(code)) ?? ''
}

function post(path: string, body: object): Promise<Reply> {
  return fromPage(service, path, { body })
}

/** A user with an authenticator app, and the secrets to sign in. */
interface EnrolledUser {
  readonly browser: Browser
  readonly secret: string
  readonly recoveryCodes: readonly string[]
}

async function enroll(browser?: Browser): Promise<EnrolledUser> {
  const user = browser ?? (await signedIn(service))
  const totp = '/auth/v1/second-factors/totp'
  const { setupKey: secret } = dataOf(await user.post(totp, { password: PASSWORD }))
  const { recoveryCodes } = dataOf(await user.post(`${totp}/confirm`, { code: codeOf(secret) }))
  // The code that confirmed the app is not accepted again.
  now += STEP_MS
  return { browser: user, secret, recoveryCodes }
}

/** Sends the password, and returns the token for the second step. */
async function firstStep({ browser }: Pick<EnrolledUser, 'browser'>): Promise<string> {
  const reply = await post('/sign-in', { email: browser.email, password: PASSWORD })
  expect(dataOf(reply).status).toBe('SECOND_FACTOR_REQUIRED')
  expect(reply.headers['set-cookie']).toBeUndefined()
  return dataOf(reply).secondFactor.token
}

function secondStep(token: string, code: string): Promise<Reply> {
  return post('/sign-in/second-factor', { token, code })
}

function sorted(statuses: readonly number[]): number[] {
  return statuses.toSorted((one, other) => one - other)
}

async function signInBy(user: EnrolledUser, code: string): Promise<number> {
  return (await secondStep(await firstStep(user), code)).status
}

async function entriesOf({ userId }: Browser): Promise<Json[]> {
  return dataOf(await service.admin.get(`/admin/v1/audit?target=user:${userId}`))
}

test('an authenticator app is in use once a code confirms it, and brings ten recovery codes', async () => {
  const browser = await signedIn(service)
  const totp = '/auth/v1/second-factors/totp'
  const enrollment = dataOf(await browser.post(totp, { password: PASSWORD }))
  expect(enrollment.uri).toMatch(
    new RegExp(`^otpauth://totp/Tessera:${encodeURIComponent(browser.email)}\\?`),
  )
  expect((await post('/sign-in', { email: browser.email, password: PASSWORD })).body.data).toEqual({
    status: 'SIGNED_IN',
  })

  const wrong = await browser.post(`${totp}/confirm`, { code: wrongCode(enrollment.setupKey) })
  expect(wrong.body.error.details).toMatchObject([{ field: 'code' }])
  const { recoveryCodes } = dataOf(
    await browser.post(`${totp}/confirm`, { code: codeOf(enrollment.setupKey) }),
  )

  expect(recoveryCodes).toHaveLength(10)
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^([a-z2-7]{4}-){3}[a-z2-7]{4}$/)
  expect(dataOf(await browser.get('/auth/v1/second-factors'))).toEqual({
    totpSince: new Date(now).toISOString(),
    passkeys: [],
    recoveryCodesLeft: 10,
  })
  expect(dataOf(await browser.get('/auth/v1/me')).user.hasSecondFactor).toBe(true)
})

test('an app must be confirmed within 15 minutes, or set up again', async () => {
  const browser = await signedIn(service)
  const totp = '/auth/v1/second-factors/totp'
  const { setupKey } = dataOf(await browser.post(totp, { password: PASSWORD }))
  now += 16 * MS_PER_MINUTE

  expect((await browser.post(`${totp}/confirm`, { code: codeOf(setupKey) })).status).toBe(409)
})

test('a right password leads to the second step only, and a code signs in once', async () => {
  const user = await enroll()
  const [one, two] = [await firstStep(user), await firstStep(user)]
  const code = codeOf(user.secret)

  const both = await Promise.all([secondStep(one, code), secondStep(two, code)])

  expect(sorted(both.map(({ status }) => status))).toEqual([200, 401])
  now += STEP_MS
  const { length } = both.filter(({ headers }) => headers['set-cookie'])
  expect(length).toBe(1)
  const statuses = [one, two].map(async (token) => {
    return (await secondStep(token, codeOf(user.secret))).status
  })
  expect(sorted(await Promise.all(statuses))).toEqual([200, 401])
})

test.each([
  [-2, 401],
  [-1, 200],
  [0, 200],
  [1, 200],
  [2, 401],
])('a code of the time step %i from now gets %i', async (off, status) => {
  const user = await enroll()
  now += 10 * STEP_MS

  expect(await signInBy(user, codeOf(user.secret, now + off * STEP_MS))).toBe(status)
})

test('a code of an earlier time step is not accepted after a later one', async () => {
  const user = await enroll()
  now += 10 * STEP_MS

  expect(await signInBy(user, codeOf(user.secret))).toBe(200)
  expect(await signInBy(user, codeOf(user.secret, now - STEP_MS))).toBe(401)
})

test('a recovery code signs in once, however it is typed', async () => {
  const user = await enroll()
  const [first = '', second = ''] = user.recoveryCodes
  const typed = ` ${first.toUpperCase().replaceAll('-', ' ')} `

  expect(await signInBy(user, typed)).toBe(200)
  expect(await signInBy(user, first)).toBe(401)
  expect(await signInBy(await enroll(), second)).toBe(401)

  const { recoveryCodesLeft } = dataOf(await user.browser.get('/auth/v1/second-factors'))
  expect(recoveryCodesLeft).toBe(9)
  const methods = (await entriesOf(user.browser)).map(({ after }) => after?.method)
  expect(methods).toContain('password+recovery_code')
})

test('a wrong code and a used one get the same response, and are recorded', async () => {
  const user = await enroll()
  const code = codeOf(user.secret)
  const token = await firstStep(user)
  expect(await signInBy(user, code)).toBe(200)

  const replies = []
  for (const input of [code, wrongCode(user.secret), 'no such code', '']) {
    replies.push(await secondStep(token, input))
  }

  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  const failed = (await entriesOf(user.browser)).filter(
    ({ action }) => action === 'user.sign_in_failed',
  )
  expect(failed).toHaveLength(4)
})

test('a pending sign-in ends after ten minutes; then it is like an unknown one', async () => {
  const user = await enroll()
  const token = await firstStep(user)
  now += 11 * MS_PER_MINUTE

  const late = await secondStep(token, codeOf(user.secret))
  const unknown = await secondStep('tsc_unknown', codeOf(user.secret))

  expect(late.status).toBe(401)
  expect(unknown.text).toBe(late.text)
})

test('second factors are throttled; a right password does not make up for wrong codes', async () => {
  const user = await enroll()
  const { userId } = user.browser
  const stranger = { userId, device: undefined }
  const attempts = Array.from({ length: 12 }, () => countSecondFactor(service.services, stranger))
  const settled = await Promise.allSettled(attempts)
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2)

  const reply = await secondStep(await firstStep(user), codeOf(user.secret))

  expect(reply).toMatchObject({ status: 429, headers: { 'retry-after': '300' } })
  now += 6 * MS_PER_MINUTE
  expect(await signInBy(user, codeOf(user.secret))).toBe(200)
})

test('a disabled user does not pass the second step', async () => {
  const user = await enroll()
  const token = await firstStep(user)
  const path = `/admin/v1/users/${user.browser.userId}`
  dataOf(await service.admin.patch(path, { status: 'DISABLED' }))

  expect((await secondStep(token, codeOf(user.secret))).status).toBe(401)
})

test('a new app replaces the old one once it is confirmed, and recovery codes stay', async () => {
  const user = await enroll()
  const totp = '/auth/v1/second-factors/totp'
  const enrollment = dataOf(await user.browser.post(totp, { password: PASSWORD }))
  expect(await signInBy(user, codeOf(user.secret))).toBe(200)

  const confirmed = await user.browser.post(`${totp}/confirm`, {
    code: codeOf(enrollment.setupKey),
  })

  expect(dataOf(confirmed)).toEqual({})
  now += STEP_MS
  expect(await signInBy(user, codeOf(user.secret))).toBe(401)
  expect(await signInBy(user, codeOf(enrollment.setupKey))).toBe(200)
  expect(await signInBy(user, user.recoveryCodes[0] ?? '')).toBe(200)
})

test('new recovery codes end the old ones; without a second factor there are none', async () => {
  const user = await enroll()
  const path = '/auth/v1/second-factors/recovery-codes'
  const { recoveryCodes } = dataOf(await user.browser.post(path, { password: PASSWORD }))

  expect(await signInBy(user, user.recoveryCodes[0] ?? '')).toBe(401)
  expect(await signInBy(user, recoveryCodes[0])).toBe(200)
  const other = await signedIn(service)
  expect((await other.post(path, { password: PASSWORD })).status).toBe(409)
})

test.each(['totp', 'totp/remove', 'recovery-codes'])(
  'a change of second factors needs the password: %s',
  async (act) => {
    const { browser } = await enroll()

    const reply = await browser.post(`/auth/v1/second-factors/${act}`, { password: 'wrong' })

    expect(reply.status).toBe(400)
    expect(reply.body.error.details).toMatchObject([{ field: 'password' }])
  },
)

test('once the app is removed, the recovery codes go, and the password alone signs in again', async () => {
  const { browser } = await enroll()
  const remove = (): Promise<Reply> =>
    browser.post('/auth/v1/second-factors/totp/remove', { password: PASSWORD })

  expect((await remove()).status).toBe(200)

  expect((await remove()).status).toBe(404)
  const factors = dataOf(await browser.get('/auth/v1/second-factors'))
  expect(factors).toEqual({ passkeys: [], recoveryCodesLeft: 0 })
  const reply = await post('/sign-in', { email: browser.email, password: PASSWORD })
  expect(dataOf(reply)).toEqual({ status: 'SIGNED_IN' })
})

function pathOf(interfaceName: 'admin' | 'portal', { browser: { userId } }: EnrolledUser): string {
  return `/${interfaceName}/v1/users/${userId}/second-factors/reset`
}

test('a manager of users removes lost factors and pending sign-ins; an owner only those of own users', async () => {
  const { partnerId } = service.partner
  const owner = await signedIn(service, { role: 'owner', partnerId })
  const viewer = await enroll(await signedIn(service, { role: 'viewer', partnerId }))
  const operator = await enroll()
  const token = await firstStep(operator)

  expect((await owner.post(pathOf('portal', operator), {})).status).toBe(404)
  expect(dataOf(await owner.post(pathOf('portal', viewer), {})).hasSecondFactor).toBe(false)
  const reset = await service.admin.post(pathOf('admin', operator), { reason: 'lost a phone' })
  expect(dataOf(reset).hasSecondFactor).toBe(false)

  expect((await secondStep(token, codeOf(operator.secret))).status).toBe(401)
  for (const { email } of [viewer.browser, operator.browser]) {
    const reply = await post('/sign-in', { email, password: PASSWORD })
    expect(dataOf(reply)).toEqual({ status: 'SIGNED_IN' })
  }
})
