import { expect, test } from 'vitest'
import { countConfirmation } from '../../src/identity/throttle.ts'
import type { Json, Reply } from '../support/client.ts'
import { eventually } from '../support/eventually.ts'
import { dataOf, shareService } from '../support/service.ts'
import { FROM_OWN_PAGE, PASSWORD, signedIn, type Browser } from '../support/signed-in.ts'

const service = shareService()
const NEW_PASSWORD = 'staple battery horse correct'

async function signIn(email: string, password = PASSWORD): Promise<Reply> {
  return await (
    await service()
  ).http.send({
    method: 'POST',
    target: '/auth/v1/sign-in',
    headers: { ...FROM_OWN_PAGE, 'content-type': 'application/json', 'user-agent': 'Second/2' },
    body: JSON.stringify({ email, password }),
  })
}

async function sessionsOf(browser: Browser): Promise<Json[]> {
  return dataOf(await browser.get('/auth/v1/sessions'))
}

/** The header of a request of a page that shows a user. */
const asPageOf = ({ userId }: Browser) => ({ 'x-tessera-user': String(userId) })

async function lastEntry({ userId }: Browser): Promise<Json> {
  const path = `/admin/v1/audit?target=user:${userId}&pageSize=1`
  return dataOf(await (await service()).admin.get(path))[0]
}

test('a user sees the own open sessions, with the current one marked, and ends another one', async () => {
  const browser = await signedIn(await service())
  const stranger = await signedIn(await service())
  dataOf(await signIn(browser.email))

  const sessions = await sessionsOf(browser)

  expect(sessions).toHaveLength(2)
  expect(sessions.find(({ isCurrent }) => isCurrent)).toEqual({
    sessionId: browser.sessionId,
    isCurrent: true,
    createdAt: expect.any(String),
    lastUsedAt: expect.any(String),
    address: '127.0.0.1',
  })
  const other = sessions.find(({ isCurrent }) => !isCurrent)
  expect(other).toMatchObject({ userAgent: 'Second/2' })
  const path = `/auth/v1/sessions/${other.sessionId}/revoke`
  expect((await stranger.post(path)).status).toBe(404)
  expect(dataOf(await browser.post(path))).toEqual({ revoked: 1 })
  expect(await lastEntry(browser)).toMatchObject({
    action: 'user.revoke_sessions',
    actor: browser.email,
    before: { sessionIds: [other.sessionId] },
  })
  expect((await browser.post(path)).status).toBe(404)
  expect(await sessionsOf(browser)).toHaveLength(1)
})

test('once another user has signed in in the same browser, a page of the first user is refused', async () => {
  const before = await signedIn(await service())
  const now = await signedIn(await service())
  const guest = { email: `guest-of-${before.userId}@example.com`, role: 'support' }
  const acts = [
    ['GET', '/admin/v1/overview'],
    ['POST', '/admin/v1/invitations', guest],
    ['POST', '/auth/v1/sign-out'],
  ] as const
  for (const [method, path, body] of acts) {
    const { status } = await now.send(method, path, body, asPageOf(before))
    expect([path, status]).toEqual([path, 401])
  }
  expect((await now.send('GET', '/admin/v1/overview', undefined, asPageOf(now))).status).toBe(200)
  expect(await lastEntry(now)).toBeUndefined()
})

test('a user ends all other own sessions, and no sessions of other users', async () => {
  const browser = await signedIn(await service())
  const stranger = await signedIn(await service())
  dataOf(await signIn(browser.email))
  dataOf(await signIn(browser.email))

  expect(dataOf(await browser.post('/auth/v1/sessions/revoke-others'))).toEqual({ revoked: 2 })

  expect((await sessionsOf(browser)).map(({ isCurrent }) => isCurrent)).toEqual([true])
  expect(await sessionsOf(stranger)).toHaveLength(1)
})

test('expired sessions are not listed', async () => {
  const browser = await signedIn(await service())
  dataOf(await signIn(browser.email))
  await (
    await service()
  ).db.pool.query(
    `update user_sessions set last_used_at = last_used_at - interval '61 minutes'
     where user_id = $1 and session_id <> $2`,
    [browser.userId, browser.sessionId],
  )

  expect(await sessionsOf(browser)).toHaveLength(1)
})

test('a new password ends the other sessions, and is the only one that signs in', async () => {
  const browser = await signedIn(await service())
  dataOf(await signIn(browser.email))
  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }

  expect(dataOf(await browser.post('/auth/v1/password', body))).toEqual({ revoked: 1 })

  expect(await lastEntry(browser)).toMatchObject({
    action: 'user.change_password',
    actor: browser.email,
    after: { endedSessions: 1 },
  })
  expect((await browser.get('/auth/v1/me')).status).toBe(200)
  expect((await signIn(browser.email)).status).toBe(401)
  expect((await signIn(browser.email, NEW_PASSWORD)).status).toBe(200)
})

test.each([
  ['currentPassword', { currentPassword: NEW_PASSWORD, newPassword: NEW_PASSWORD }],
  ['newPassword', { currentPassword: PASSWORD, newPassword: PASSWORD }],
  ['newPassword', { currentPassword: PASSWORD, newPassword: 'short' }],
])('a password is not changed: 400 naming %s', async (field, body) => {
  const browser = await signedIn(await service())

  const reply = await browser.post('/auth/v1/password', body)

  expect(reply.status).toBe(400)
  expect(reply.body.error.details).toMatchObject([{ field }])
  expect((await signIn(browser.email)).status).toBe(200)
})

test('attempts to confirm a password have their own throttle beside that of sign-ins', async () => {
  const { services } = await service()
  const browser = await signedIn(await service())
  const attempts = Array.from({ length: 12 }, () => countConfirmation(services, browser.userId))
  const settled = await Promise.allSettled(attempts)
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2)

  const body = { currentPassword: PASSWORD, newPassword: NEW_PASSWORD }
  const reply = await browser.post('/auth/v1/password', body)

  expect(reply.status).toBe(429)
  expect((await signIn(browser.email)).status).toBe(200)
})

function pathOf(interfaceName: 'admin' | 'portal', { userId }: Browser): string {
  return `/${interfaceName}/v1/users/${userId}/sessions/revoke`
}

test('a manager of users ends all sessions of a user; owners only of users of their partner', async () => {
  const { partner } = await service()
  const { partnerId } = partner
  const admin = await signedIn(await service())
  const owner = await signedIn(await service(), { role: 'owner', partnerId })
  const viewer = await signedIn(await service(), { role: 'viewer', partnerId })
  const support = await signedIn(await service(), { role: 'support' })

  expect((await support.post(pathOf('admin', admin), {})).status).toBe(403)
  expect((await owner.post(pathOf('portal', support), {})).status).toBe(404)
  expect(dataOf(await owner.post(pathOf('portal', viewer), {}))).toEqual({ revoked: 1 })
  expect(dataOf(await admin.post(pathOf('admin', support), {}))).toEqual({ revoked: 1 })

  expect((await viewer.get('/auth/v1/me')).status).toBe(401)
  expect((await support.get('/auth/v1/me')).status).toBe(401)
  expect((await owner.get('/auth/v1/me')).status).toBe(200)
})

/** The log lines of the requests in the next test. */
const ROUTES = /"route":"(GET \/|POST \/auth\/v1\/sign-in")/

test('log lines name a user by the id, and have no address', async () => {
  const running = await service()
  const user = await signedIn(running)
  const owner = await signedIn(running, { role: 'owner', partnerId: running.partner.partnerId })
  const from = running.logged.length

  await user.get('/admin/v1/partners')
  await user.get('/auth/v1/me')
  await owner.get('/portal/v1/funds')
  await signIn(user.email, 'wrong horse battery staple')

  const lines = await eventually(async () => {
    const since = running.logged.slice(from).filter((line) => ROUTES.test(line))
    expect(since).toHaveLength(4)
    return since
  })
  expect(lines.map((line) => JSON.parse(line).actor)).toEqual([
    `user:${user.userId}`,
    `user:${user.userId}`,
    `partner_user:${owner.userId}`,
    undefined,
  ])
  expect(lines.join('')).not.toContain('@')
})
