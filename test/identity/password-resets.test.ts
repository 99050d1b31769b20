import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createSmtpTransport } from '../../src/consumers/mod.ts'
import { sendAllDueLinks } from '../../src/identity/link-mailing.ts'
import { sweepSessions } from '../../src/identity/old-sessions.ts'
import { countPasswordReset } from '../../src/identity/throttle.ts'
import { openMailbox, type Mailbox } from '../consumers/mailbox.ts'
import { encoded, Http, type Json, type Reply } from '../support/client.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { FROM_OWN_PAGE, PASSWORD, signedIn, type Browser } from '../support/signed-in.ts'

const MINUTE_MS = 60_000
const NEW_PASSWORD = 'staple battery horse correct'
const CONSOLE = 'https://operators.example.com'
const PUBLIC = 'https://api.example.com'

let now = Date.UTC(2026, 0, 31, 12)
let mailbox: Mailbox
let service: RunningService

beforeAll(async () => {
  mailbox = await openMailbox()
  service = await openService({
    clock: { now: () => now, monotonic: () => performance.now() },
    // The test sends.
    settings: { role: 'api', smtpUrl: mailbox.url, adminUrl: CONSOLE, publicUrl: PUBLIC },
  })
})
afterAll(async () => {
  await service.end()
  await mailbox.down()
})
// Each test has all its attempts from the network of the tests.
beforeEach(() => {
  now += 120 * MINUTE_MS
})

function fromPage(path: string, body: object, http = service.http): Promise<Reply> {
  return http.send({
    method: 'POST',
    target: `/auth/v1${path}`,
    headers: { ...FROM_OWN_PAGE, 'content-type': 'application/json' },
    body: encoded(body),
  })
}

function ask(email: string): Promise<Reply> {
  return fromPage('/password-reset', { email })
}

function confirm(token: string, password = NEW_PASSWORD): Promise<Reply> {
  return fromPage('/password-reset/confirm', { token, password })
}

function signIn(email: string, password: string): Promise<Reply> {
  return fromPage('/sign-in', { email, password })
}

function onRefused({ email }: { readonly email: string }): void {
  throw new Error(`${email} was refused`)
}

async function send(): Promise<void> {
  const mailer = createSmtpTransport({ url: mailbox.url, from: 'tessera@example.com' })
  try {
    await sendAllDueLinks({ ...service.services, mailer, onRefused })
  } finally {
    mailer.close()
  }
}

/** Sends what waits, and returns the links that an address was sent, oldest first. */
async function linksTo(email: string): Promise<URL[]> {
  await send()
  return mailbox.received
    .filter(({ to }) => to === email)
    .map(({ raw }) => new URL(/https:\/\/\S+/.exec(raw.replaceAll('=\r\n', ''))?.[0] ?? 'none'))
}

/** Asks for a link, and returns its token. */
async function tokenOf({ email }: Pick<Browser, 'email'>): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  return (await linksTo(email)).at(-1)?.hash.slice(1) ?? ''
}

function issue(userId: number, body: object = { delivery: 'link' }): Promise<Reply> {
  return service.admin.post(`/admin/v1/users/${userId}/password-reset`, body)
}

async function issuedToken({ userId }: Pick<Browser, 'userId'>): Promise<string> {
  return new URL(dataOf(await issue(userId)).link).hash.slice(1)
}

async function entriesOf(target: string): Promise<Json[]> {
  return dataOf(await service.admin.get(`/admin/v1/audit?target=${target}`))
}

async function stored({ userId }: Pick<Browser, 'userId'>): Promise<Json> {
  const text = 'select * from user_password_resets where user_id = $1'
  return (await service.db.pool.query(text, [userId])).rows[0]
}

test('a mailed link sets a new password once, and ends sessions and begun sign-ins', async () => {
  const user = await signedIn(service)
  expect((await ask(` ${user.email.toUpperCase()}`)).status).toBe(200)
  const links = await linksTo(user.email)
  expect(links.map(({ href }) => href)).toEqual([
    expect.stringMatching(
      /^https:\/\/operators\.example\.com\/console\/password-reset#tsp_[\w-]{43}$/,
    ),
  ])
  const token = links[0]?.hash.slice(1) ?? ''
  expect(await stored(user)).toMatchObject({ sealed_link: null, mail_due_at: null })

  const reply = await confirm(token)

  expect(reply).toMatchObject({ status: 200, body: { data: { status: 'CHANGED' } } })
  expect(reply.headers['set-cookie']).toBeUndefined()
  expect((await user.get('/auth/v1/me')).status).toBe(401)
  expect((await signIn(user.email, PASSWORD)).status).toBe(401)
  expect((await signIn(user.email, NEW_PASSWORD)).status).toBe(200)
  expect((await confirm(token)).status).toBe(404)
  expect(await stored(user)).toBeUndefined()
})

test('of two confirmations of one link that race, one sets its password', async () => {
  const { email, userId } = await signedIn(service)
  const token = await issuedToken({ userId })
  const passwords = ['first password of two', 'second password of two']

  const replies = await Promise.all(passwords.map((password) => confirm(token, password)))

  const statuses = replies.map(({ status }) => status)
  expect(statuses.toSorted((one, other) => one - other)).toEqual([200, 404])
  const signedInBy = await Promise.all(passwords.map((password) => signIn(email, password)))
  expect(signedInBy.map(({ status }) => status)).toEqual(
    statuses.map((status) => (status === 200 ? 200 : 401)),
  )
})

test('a link ends after an hour, when the next one is made, and when the password changes', async () => {
  const user = await signedIn(service)
  const late = await issuedToken(user)
  now += 60 * MINUTE_MS
  expect((await confirm(late)).status).toBe(404)

  const first = await issuedToken(user)
  const second = await tokenOf(user)
  expect((await confirm(first)).status).toBe(404)

  const change = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const { email } = await signedIn(service)
  const browser = await signInAs(email, PASSWORD)
  const third = await tokenOf({ email })
  expect((await browser('/auth/v1/password', change)).status).toBe(200)
  expect((await confirm(third)).status).toBe(404)
  expect((await confirm(second, 'short')).status).toBe(400)
  expect((await confirm(second)).status).toBe(200)
})

/** Signs a user in, and returns what sends its requests. */
async function signInAs(email: string, password: string) {
  const [cookie = ''] = (await signIn(email, password)).headers['set-cookie'] ?? []
  const headers = { ...FROM_OWN_PAGE, 'content-type': 'application/json', cookie }
  return (target: string, body: object): Promise<Reply> =>
    service.http.send({ method: 'POST', target, headers, body: encoded(body) })
}

test('every address gets the same bytes, and only that of an active user is sent a mail', async () => {
  const known = await signedIn(service)
  const disabled = await signedIn(service, { role: 'support' })
  const change = { status: 'DISABLED' }
  dataOf(await service.admin.patch(`/admin/v1/users/${disabled.userId}`, change))
  const emails = [known.email, disabled.email, 'nobody@example.com', 'no address']

  const replies = []
  for (const email of emails) replies.push(await ask(email))

  expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([])
  const mails = await Promise.all(emails.map(async (email) => (await linksTo(email)).length))
  expect(mails).toEqual([1, 0, 0, 0])
  const [unknown] = await entriesOf('user:unknown')
  expect(unknown).toMatchObject({
    action: 'user.request_password_reset',
    after: { why: 'unknown address' },
  })
  expect(JSON.stringify(unknown)).not.toContain('no address')
  expect((await entriesOf(`user:${disabled.userId}`))[0]).toMatchObject({
    after: { why: 'disabled' },
  })
})

test('requests for one address are throttled over processes, for unknown ones alike', async () => {
  const { email } = await signedIn(service)
  const { clock, db } = service.services
  const other = { clock, db: service.connectAgain() }

  for (const account of [email, 'stranger@example.com']) {
    const attempts = Array.from({ length: 7 }, (_, at) =>
      countPasswordReset(at % 2 === 0 ? { clock, db } : other, { account, network: '192.0.2.1' }),
    )
    const settled = await Promise.allSettled(attempts)
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    expect(await ask(account)).toMatchObject({ status: 429, headers: { 'retry-after': '600' } })
  }
  expect((await signIn(email, PASSWORD)).status).toBe(200)
  now += 10 * MINUTE_MS
  expect((await ask(email)).status).toBe(200)
})

test('requests and confirmations from one network are throttled as sign-ins are', async () => {
  const confirmations = await Promise.all(Array.from({ length: 61 }, () => confirm('tsp_guess')))

  expect(confirmations.filter(({ status }) => status === 429)).toHaveLength(1)
  expect((await ask('nobody@example.com')).status).toBe(429)
})

test('a new password restores the attempts to sign in', async () => {
  const { email, userId } = await signedIn(service)
  await Promise.all(Array.from({ length: 10 }, () => signIn(email, 'wrong horse battery')))
  expect((await signIn(email, PASSWORD)).status).toBe(429)

  await confirm(await issuedToken({ userId }))

  expect((await signIn(email, NEW_PASSWORD)).status).toBe(200)
})

test('a user with a second factor is asked for it after the reset, also in a begun sign-in', async () => {
  const user = await signedIn(service)
  const totp = '/auth/v1/second-factors/totp'
  const { setupKey } = dataOf(await user.post(totp, { password: PASSWORD }))
  const code = (): string => new TOTP({ secret: setupKey }).generate({ timestamp: now })
  dataOf(await user.post(`${totp}/confirm`, { code: code() }))
  now += MINUTE_MS
  const begun = dataOf(await signIn(user.email, PASSWORD)).secondFactor

  expect((await confirm(await tokenOf(user))).status).toBe(200)

  const second = (token: string): Promise<Reply> =>
    fromPage('/sign-in/second-factor', { token, code: code() })
  expect((await second(begun.token)).status).toBe(401)
  const reply = dataOf(await signIn(user.email, NEW_PASSWORD))
  expect(reply.status).toBe('SECOND_FACTOR_REQUIRED')
  expect((await second(reply.secondFactor.token)).status).toBe(200)
})

test('a disabled user gets no link, and one that was made no longer works, also once enabled', async () => {
  const { userId } = await signedIn(service, { role: 'support' })
  const token = await issuedToken({ userId })
  dataOf(await service.admin.patch(`/admin/v1/users/${userId}`, { status: 'DISABLED' }))

  expect((await confirm(token)).status).toBe(404)
  expect((await issue(userId)).status).toBe(409)

  dataOf(await service.admin.patch(`/admin/v1/users/${userId}`, { status: 'ACTIVE' }))
  expect((await confirm(token)).status).toBe(404)
})

test('a link whose user an older version has disabled does not work', async () => {
  const { userId } = await signedIn(service, { role: 'support' })
  const token = await issuedToken({ userId })
  await service.db.pool.query(`update users set status = 'DISABLED' where user_id = $1`, [userId])

  expect((await confirm(token)).status).toBe(404)
})

test('whoever manages users sees a link only if it is not mailed; the audit log never has it', async () => {
  const user = await signedIn(service, { role: 'support' })

  const mailed = await issue(user.userId, { reason: 'asked by phone' })
  const [sent] = await linksTo(user.email)
  const shown = dataOf(await issue(user.userId))

  expect(mailed.status).toBe(201)
  expect(dataOf(mailed)).toEqual({
    userId: user.userId,
    email: user.email,
    delivery: 'mail',
    expiresAt: new Date(now + 60 * MINUTE_MS).toISOString(),
  })
  expect(sent?.hash).toMatch(/^#tsp_/)
  expect(shown.link).toMatch(`${CONSOLE}/console/password-reset#tsp_`)
  await confirm(new URL(shown.link).hash.slice(1))
  const entries = await entriesOf(`user:${user.userId}`)
  expect(entries.map(({ action }) => action)).toEqual([
    'user.reset_password',
    'user.request_password_reset',
    'user.request_password_reset',
  ])
  expect(entries[0]).toMatchObject({
    actor: user.email,
    actorKind: 'user',
    address: '127.0.0.1',
    after: { endedSessions: 1 },
  })
  expect(entries[2]).toMatchObject({ reason: 'asked by phone', after: { delivery: 'mail' } })
  expect(JSON.stringify(entries)).not.toContain('tsp_')
  expect(service.logged.join('')).not.toContain('tsp_')
})

function portalPathOf({ userId }: Browser): string {
  return `/portal/v1/users/${userId}/password-reset`
}

test('an owner makes links for users of the partner only, to the portal; others make none', async () => {
  const { partnerId } = service.partner
  const other = await service.newPartner()
  const owner = await signedIn(service, { role: 'owner', partnerId })
  const viewer = await signedIn(service, { role: 'viewer', partnerId })
  const stranger = await signedIn(service, { role: 'viewer', partnerId: other.partnerId })
  const operator = await signedIn(service)

  for (const target of [stranger, operator]) {
    expect((await owner.post(portalPathOf(target), {})).status).toBe(404)
    expect(await stored(target)).toBeUndefined()
  }
  expect((await viewer.post(portalPathOf(owner), {})).status).toBe(403)
  const made = dataOf(await owner.post(portalPathOf(viewer), { reason: 'asked by phone' }))

  expect(made).toMatchObject({ email: viewer.email, delivery: 'mail' })
  expect(made).not.toHaveProperty('link')
  const [link] = await linksTo(viewer.email)
  expect(link?.href).toMatch(/^https:\/\/api\.example\.com\/portal\/password-reset#tsp_/)
})

test('the link waits sealed while the mail server is down, and is sent once it is up', async () => {
  const user = await signedIn(service)
  await ask(user.email)
  const { sealed_link: sealed } = await stored(user)
  await mailbox.down()
  await expect(send()).rejects.toThrow('ECONNREFUSED')
  await mailbox.up()
  now += MINUTE_MS

  const [link] = await linksTo(user.email)

  expect(sealed.includes(Buffer.from(link?.hash.slice(1) ?? 'none'))).toBe(false)
  expect((await confirm(link?.hash.slice(1) ?? '')).status).toBe(200)
})

test('where users of the operator have no password, they get no link, and others do', async () => {
  const { partnerId } = service.partner
  const operator = await signedIn(service)
  const viewer = await signedIn(service, { role: 'viewer', partnerId })
  const token = await issuedToken(operator)
  const { url } = await service.another({ operatorPasswordUse: 'refused' })
  const http = new Http(url)
  try {
    for (const { email } of [operator, viewer]) {
      expect((await fromPage('/password-reset', { email }, http)).status).toBe(200)
    }
    const body = { token, password: NEW_PASSWORD }
    expect((await fromPage('/password-reset/confirm', body, http)).status).toBe(409)
  } finally {
    http.close()
  }
  expect(await linksTo(operator.email)).toEqual([])
  expect(await linksTo(viewer.email)).toHaveLength(1)
})

test('without a mail server nobody can ask for a mail, and the methods of sign-in say so', async () => {
  const { email } = await signedIn(service)
  const { url } = await service.another({ smtpUrl: undefined })
  const http = new Http(url)
  try {
    const target = '/auth/v1/sign-in-methods'
    const methods = await http.send({ method: 'GET', target, headers: FROM_OWN_PAGE })
    expect(dataOf(methods).passwordReset).toBe(false)
    const replies = []
    for (const one of [email, 'nobody@example.com']) {
      replies.push(await fromPage('/password-reset', { email: one }, http))
    }
    expect(replies.map(({ status }) => status)).toEqual([409, 409])
    expect(replies[0]?.body.error.message).toBe(replies[1]?.body.error.message)
  } finally {
    http.close()
  }
})

test('links that are over are removed', async () => {
  const { db, clock, config } = service.services
  const [late, open] = [await signedIn(service), await signedIn(service)]
  await issue(late.userId)
  now += 61 * MINUTE_MS
  await issue(open.userId)

  await sweepSessions({ db, clock, ...config })

  expect(await stored(late)).toBeUndefined()
  expect(await stored(open)).toBeDefined()
})
