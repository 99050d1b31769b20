import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deleteExpiredRows } from '../../src/identity/expired-rows.ts'
import { countAttempt } from '../../src/identity/throttle.ts'
import type { Json, Reply } from '../support/client.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { fromPage, PASSWORD, signedIn } from '../support/signed-in.ts'
import { MS_PER_HOUR } from '../../src/core/mod.ts'

let now = Date.UTC(2026, 0, 31, 12)
let service: RunningService

beforeAll(async () => {
  const clock = { now: () => now, monotonic: () => performance.now() }
  service = await openService({ clock })
})
afterAll(() => service.end())

/** Sends a request as a page of the service does, with the session cookie if a token is given. */
function sendFromPage(path: string, body?: object, token?: string): Promise<Reply> {
  const cookie = token === undefined ? undefined : `__Host-tessera=${token}`
  return fromPage(service, path, { ...(body && { body }), ...(cookie && { cookie }) })
}

async function inviteUser(input: Json = {}): Promise<{ email: string; token: string }> {
  const body = { email: `${randomUUID()}@example.com`, role: 'operations', ...input }
  const { email, link } = dataOf(await service.admin.post('/admin/v1/invitations', body))
  return { email, token: new URL(link).hash.slice(1) }
}

/** Invites a person, who then chooses a password. */
async function newUser(input: Json = {}): Promise<{ email: string }> {
  const { email, token } = await inviteUser(input)
  const body = { token, name: 'Ann Lee', password: PASSWORD }
  dataOf(await sendFromPage('/invitations/accept', body))
  return { email }
}

function accept(token: string): Promise<Reply> {
  return sendFromPage('/invitations/accept', { token, name: 'Ann', password: PASSWORD })
}

function statusesOf(replies: readonly Reply[]): number[] {
  return replies.map(({ status }) => status).toSorted((one, other) => one - other)
}

function tokenOf({ headers }: Reply): string {
  const [cookie = ''] = headers['set-cookie'] ?? []
  return /^__Host-tessera=([^;]+);/.exec(cookie)?.[1] ?? ''
}

test('an invited person chooses a password, signs in, is known by the cookie, and signs out', async () => {
  const { email } = await newUser()

  const reply = await sendFromPage('/sign-in', {
    email: ` ${email.toUpperCase()}`,
    password: PASSWORD,
  })

  expect(dataOf(reply)).toEqual({ status: 'SIGNED_IN' })
  expect(reply.headers['set-cookie']).toEqual([
    expect.stringMatching(
      /^__Host-tessera=tss_[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
    expect.stringMatching(
      /^__Host-tessera-device=\d[\w.-]+; Max-Age=\d+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
    ),
  ])
  const token = tokenOf(reply)
  const me = dataOf(await sendFromPage('/me', undefined, token))
  expect(me.user).toMatchObject({ email, name: 'Ann Lee', role: 'operations', partnerId: null })
  expect(me.partnerName).toBeNull()
  expect(me.permissions).toContain('orders:write')
  expect(me.permissions).not.toContain('funds:write')

  const out = await sendFromPage('/sign-out', {}, token)

  expect(out.headers['set-cookie']).toEqual([expect.stringContaining('Max-Age=0')])
  expect((await sendFromPage('/me', undefined, token)).status).toBe(401)
  const { rows } = await service.db.pool.query(
    "select * from user_sessions where encode(token_hash, 'escape') like 'tss%'",
  )
  expect(rows).toEqual([])
})

test('a wrong password, an unknown address and a disabled user get the same response', async () => {
  const { email } = await newUser()
  const disabled = await newUser()
  const users = dataOf(await service.admin.get('/admin/v1/users?pageSize=2000'))
  const { userId } = users.find((user: Json) => user.email === disabled.email)
  dataOf(await service.admin.patch(`/admin/v1/users/${userId}`, { status: 'DISABLED' }))

  const replies = []
  for (const body of [
    { email, password: 'wrong horse battery staple' },
    { email: 'nobody@example.com', password: PASSWORD },
    { email: disabled.email, password: PASSWORD },
    { email, password: 'x'.repeat(100_000) },
  ]) {
    replies.push(await sendFromPage('/sign-in', body))
  }

  expect(replies.map(({ status }) => status)).toEqual([401, 401, 401, 401])
  expect(new Set(replies.map(({ text }) => text)).size).toBe(1)
  expect(replies.flatMap(({ headers }) => headers['set-cookie'] ?? [])).toEqual([])
})

test('attempts for one name are throttled over all processes, also for unknown names', async () => {
  const { email } = await newUser()
  const { clock, db } = service.services
  const other = { clock, db: service.connectAgain() }

  for (const account of [email, 'stranger@example.com']) {
    const attempts = Array.from({ length: 12 }, (_, at) =>
      countAttempt(at % 2 === 0 ? { clock, db } : other, { account, device: undefined }),
    )
    const settled = await Promise.allSettled(attempts)
    expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(2)
    const reply = await sendFromPage('/sign-in', { email: account, password: PASSWORD })
    expect(reply).toMatchObject({ status: 429, headers: { 'retry-after': '30' } })
  }
  now += MS_PER_HOUR
  expect((await sendFromPage('/sign-in', { email, password: PASSWORD })).status).toBe(200)
})

test('a link makes one user, once, and ends when it is replaced or has expired', async () => {
  const first = await inviteUser()
  const second = await inviteUser({ email: first.email })

  expect((await accept(first.token)).status).toBe(404)
  const both = await Promise.all([accept(second.token), accept(second.token)])
  expect(statusesOf(both)).toEqual([201, 404])
  const again = await service.admin.post('/admin/v1/invitations', {
    email: first.email,
    role: 'admin',
  })
  expect(again.status).toBe(409)

  const late = await inviteUser()
  now += 72 * MS_PER_HOUR
  expect((await accept(late.token)).status).toBe(404)
})

test.each(['short', 'x'.repeat(257)])(
  'a password must have 12 to 256 characters: %s is refused',
  async (password) => {
    const { token } = await inviteUser()

    const reply = await sendFromPage('/invitations/accept', { token, name: 'Ann', password })

    expect(reply.status).toBe(400)
    expect(reply.body.error.details).toMatchObject([{ field: 'password' }])
  },
)

test.each(['passwordpassword', '123456789012', 'Tessera-Ann-Lee1'])(
  'a password that attackers try early is refused: %s',
  async (password) => {
    const { token } = await inviteUser({ email: 'ann.lee@example.com' })

    const reply = await sendFromPage('/invitations/accept', { token, name: 'Ann Lee', password })

    expect(reply.status).toBe(400)
    expect(reply.body.error.details).toMatchObject([{ field: 'password' }])
    expect(reply.text).not.toContain(password)
  },
)

test('a session ends after an hour without a request, and after twelve hours in any case', async () => {
  const idle = await signedIn(service)
  const busy = await signedIn(service)

  for (let minutes = 0; minutes < 12 * 60; minutes += 50) {
    expect((await busy.get('/auth/v1/me')).status).toBe(200)
    now += 50 * 60_000
    // 50 minutes are not an hour; 100 are.
    if (minutes === 50) expect((await idle.get('/auth/v1/me')).status).toBe(401)
  }

  expect((await busy.get('/auth/v1/me')).status).toBe(401)
})

test('a session opens the operator paths that its role permits', async () => {
  const { partnerId } = service.partner
  const support = await signedIn(service, { role: 'support' })
  const path = `/admin/v1/partners/${partnerId}`

  expect((await support.get(path)).status).toBe(200)
  const refused = await support.post(`${path}/deposits`, {
    currency: 'USD',
    amount: 1,
    reference: 'r',
  })
  expect(refused.status).toBe(403)
  expect(refused.body.error.message).toBe('the permission funds:write is missing')
  const list = `${path}/consumers?unmasked=`
  expect((await support.get(`${list}false`)).status).toBe(200)
  expect((await support.get(`${list}true`)).status).toBe(403)
  const admin = await signedIn(service)
  dataOf(await admin.post('/admin/v1/partners', { name: 'Hooli' }))
  const [entry] = dataOf(await service.admin.get('/admin/v1/audit?pageSize=1'))
  expect(entry).toMatchObject({ action: 'partner.create', actor: admin.email })
})

test('users of partners never get data of operators', async () => {
  const { partnerId } = service.partner
  const owner = await signedIn(service, { role: 'owner', partnerId })

  for (const target of [`/admin/v1/partners/${partnerId}`, '/admin/v1/partners/999']) {
    const reply = await owner.get(target)
    expect(reply.status).toBe(403)
    expect(reply.body.data).toBeUndefined()
  }
  const me = dataOf(await owner.get('/auth/v1/me'))
  expect(me.user).toMatchObject({ partnerId, role: 'owner' })
  const { name } = dataOf(await service.admin.get(`/admin/v1/partners/${partnerId}`))
  expect(me.partnerName).toBe(name)
  expect(me.permissions).toContain('balance:read')
})

test.each<[string, Record<string, string>]>([
  ['of another site', { 'x-tessera-csrf': '1', 'sec-fetch-site': 'cross-site' }],
  ['of a neighboring host', { 'x-tessera-csrf': '1', 'sec-fetch-site': 'same-site' }],
  ['of a form', { 'sec-fetch-site': 'same-origin' }],
  ['of another origin', { 'x-tessera-csrf': '1', origin: 'https://evil.example' }],
  ['of a sandbox', { 'x-tessera-csrf': '1', origin: 'null' }],
  ['of nobody', { 'x-tessera-csrf': '1' }],
])('403: the cookie is not accepted for a write %s', async (_whose, headers) => {
  const { token } = await signedIn(service)
  const send = (target: string, body: object): Promise<Reply> =>
    service.http.send({
      method: 'POST',
      target,
      headers: {
        cookie: `__Host-tessera=${token}`,
        'content-type': 'application/json',
        ...headers,
      },
      body: JSON.stringify(body),
    })

  expect((await send('/admin/v1/partners', { name: 'Hooli' })).status).toBe(403)
  expect((await send('/auth/v1/sign-in', { email: 'a', password: 'b' })).status).toBe(403)
})

test('without Sec-Fetch-Site, the Origin of this host is accepted', async () => {
  const { send } = await signedIn(service)
  const headers = { 'sec-fetch-site': [], origin: service.url }

  const reply = await send('POST', '/admin/v1/partners', { name: 'Hooli' }, headers)

  expect(reply.status).toBe(201)
})

test('of two requests at once that demote the last two administrators, one is refused', async () => {
  await service.db.pool.query("update users set role = 'support' where role = 'admin'")
  const [one, two] = [await signedIn(service), await signedIn(service)]
  const demote = ({ userId }: { userId: number }): Promise<Reply> =>
    service.admin.patch(`/admin/v1/users/${userId}`, { role: 'support' })

  const both = await Promise.all([demote(one), demote(two)])

  expect(statusesOf(both)).toEqual([200, 409])
})

test('the sessions of a user who is disabled end at once', async () => {
  const user = await signedIn(service, { role: 'support' })
  dataOf(await service.admin.patch(`/admin/v1/users/${user.userId}`, { status: 'DISABLED' }))
  dataOf(await service.admin.patch(`/admin/v1/users/${user.userId}`, { status: 'ACTIVE' }))

  expect((await user.get('/auth/v1/me')).status).toBe(401)
})

test('old sessions, invitations and counts of attempts are removed', async () => {
  const { services, db } = service
  const { clock, config } = services
  await signedIn(service)
  await inviteUser()
  await countAttempt(services, { account: 'ann@example.com', device: undefined })
  now += 73 * MS_PER_HOUR
  await signedIn(service)

  for (const statement of deleteExpiredRows(config, clock.now())) await db.rows(statement)

  const { rows } = await db.pool.query(`
    select (select count(*) from user_sessions)::int as sessions,
           (select count(*) from invitations)::int as invitations,
           (select count(*) from sign_in_throttles)::int as throttles`)
  expect(rows).toEqual([{ sessions: 1, invitations: 0, throttles: 0 }])
})
