import { randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { expect, test } from 'vitest'
import { knownDevices } from '../../src/identity/devices.ts'
import { countAttempt, countPasskey, countSecondFactor } from '../../src/identity/throttle.ts'
import type { Reply } from '../support/client.ts'
import { dataOf, shareService, type RunningService } from '../support/service.ts'
import { fromPage, PASSWORD, signedIn } from '../support/signed-in.ts'
import { MS_PER_DAY, MS_PER_HOUR } from '../../src/core/mod.ts'

let now = Date.UTC(2026, 0, 31, 12)

const service = shareService({
  clock: { now: () => now, monotonic: () => performance.now() },
  settings: { smtpUrl: 'smtp://127.0.0.1:1', role: 'api' },
})

async function post(path: string, body: object, cookie?: string): Promise<Reply> {
  return await fromPage(await service(), path, { body, ...(cookie !== undefined && { cookie }) })
}

function signIn(email: string, password: string, cookie?: string): Promise<Reply> {
  return post('/sign-in', { email, password }, cookie)
}

/** Returns the cookie that marks a browser as known. */
function deviceOf({ headers }: Reply): string {
  const cookies = headers['set-cookie'] ?? []
  return cookies.map((cookie) => /^__Host-tessera-device=[^;]+/.exec(cookie)?.[0]).join('')
}

/** Returns a new user who has signed in once in a browser, and the cookie of that browser. */
async function userWithDevice(as: Parameters<typeof signedIn>[1] = {}) {
  const user = await signedIn(await service(), as)
  return { ...user, device: deviceOf(await signIn(user.email, PASSWORD)) }
}

/** Uses up all attempts of strangers, without the CPU time of checking passwords. */
async function useUpAttempts(email: string): Promise<void> {
  const { services } = await service()
  const attempt = { account: email, device: undefined }
  for (let at = 0; at < 10; at += 1) await countAttempt(services, attempt)
  expect((await signIn(email, PASSWORD)).status).toBe(429)
  await freeNetworks(await service())
}

/** Resets the throttle of networks, as if later requests came from other networks. */
async function freeNetworks({ db }: RunningService): Promise<void> {
  await db.pool.query(
    `delete from sign_in_throttles where subject = sha256(convert_to('address 127.0.0.1', 'utf8'))`,
  )
}

test('guesses of strangers do not lock a user out of a known browser', async () => {
  const { email, device } = await userWithDevice()
  for (let at = 0; at < 10; at += 1) {
    expect((await signIn(email, `wrong horse battery ${at}`)).status).toBe(401)
    // Real strangers come from many networks; here they come later instead.
    now += 2_000
  }
  now -= 20_000
  expect((await signIn(email, PASSWORD)).status).toBe(429)
  await freeNetworks(await service())

  expect((await signIn(email, PASSWORD, device)).status).toBe(200)
  // Sign-ins of the owner give strangers no attempts back.
  expect((await signIn(email, PASSWORD)).status).toBe(429)
})

test('a known browser has as many attempts as strangers have, also in parallel', async () => {
  const { email, device } = await userWithDevice()

  const replies = await Promise.all(
    Array.from({ length: 12 }, () => signIn(email, 'wrong horse battery', device)),
  )

  const statuses = replies.map(({ status }) => status).toSorted((a, b) => a - b)
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
  await freeNetworks(await service())
  // These attempts belong to the known browser: strangers still have theirs.
  expect((await signIn(email, PASSWORD)).status).toBe(200)
})

test('a stranger who knows the password does not block the second factor of a known browser', async () => {
  const user = await userWithDevice()
  const totp = '/auth/v1/second-factors/totp'
  const { setupKey: secret } = dataOf(await user.post(totp, { password: PASSWORD }))
  const codeNow = (): string => new TOTP({ secret }).generate({ timestamp: now })
  await user.post(`${totp}/confirm`, { code: codeNow() })
  now += 30_000
  const prove = async (cookie: string | undefined, code: string): Promise<number> => {
    const { secondFactor } = dataOf(await signIn(user.email, PASSWORD, cookie))
    const step = { token: secondFactor.token, code }
    return (await post('/sign-in/second-factor', step, cookie)).status
  }
  const { services } = await service()
  const stranger = { userId: user.userId, device: undefined }
  for (let at = 0; at < 10; at += 1) await countSecondFactor(services, stranger)
  expect(await prove(undefined, codeNow())).toBe(429)

  expect(await prove(user.device, codeNow())).toBe(200)
  // Sign-ins of the owner give strangers no attempts back.
  expect(await prove(undefined, codeNow())).toBe(429)
})

test('wrong codes are limited by browser, and by user over all known browsers', async () => {
  const { services } = await service()
  const { userId } = await userWithDevice()
  const attempt = (nonce: string) =>
    countSecondFactor(services, { userId, device: { userId, nonce } }).then(
      () => 1,
      () => 0,
    )
  const attempts = async (nonce: string): Promise<number> => {
    const counted = await Promise.all(Array.from({ length: 12 }, () => attempt(nonce)))
    return counted.filter(Boolean).length
  }
  const counts = []
  for (const nonce of ['one', 'two', 'three', 'four']) counts.push(await attempts(userId + nonce))
  expect(counts).toEqual([10, 10, 10, 0])
})

test('wrong passkeys of a stranger do not block the passkeys of a known browser', async () => {
  const { services } = await service()
  const { userId } = await userWithDevice()
  const device = { userId, nonce: randomUUID() }
  const strangers = Array.from({ length: 11 }, () =>
    countPasskey(services, { userId, device: undefined }),
  )
  const settled = await Promise.allSettled(strangers)
  expect(settled.filter(({ status }) => status === 'rejected')).toHaveLength(1)
  await countPasskey(services, { userId, device })
})

test('a network whose attempts are used up does not block a known browser', async () => {
  const { db } = await service()
  const { email, device } = await userWithDevice()
  await db.pool.query(
    `insert into sign_in_throttles (subject, full_at)
     values (sha256(convert_to('address 127.0.0.1', 'utf8')), $1)
     on conflict (subject) do update set full_at = excluded.full_at`,
    [new Date(now + MS_PER_HOUR)],
  )

  expect((await signIn(email, PASSWORD)).status).toBe(429)
  expect((await signIn(email, PASSWORD, device)).status).toBe(200)
  await freeNetworks(await service())
})

test('a cookie of another user, tenant or time, or an altered one, is treated like none', async () => {
  const { partnerId } = (await service()).partner
  const user = await userWithDevice()
  const others = [await userWithDevice(), await userWithDevice({ role: 'owner', partnerId })]
  await useUpAttempts(user.email)
  const [name = '', value = ''] = user.device.split('=')
  const [userId = '', issuedAt = '', nonce = '', proof = ''] = value.split('.')
  const last = proof.endsWith('A') ? 'E' : 'A'
  const forged = [
    [others[0]?.userId, issuedAt, nonce, proof].join('.'),
    [userId, Number(issuedAt) + 1, nonce, proof].join('.'),
    [userId, issuedAt, nonce.replace(/^./, nonce.startsWith('x') ? 'y' : 'x'), proof].join('.'),
    [userId, issuedAt, nonce, proof.slice(0, -1) + last].join('.'),
    [userId, issuedAt, nonce, 'A'.repeat(43)].join('.'),
    [`0${userId}`, issuedAt, nonce, proof].join('.'),
    ['9999999999', issuedAt, nonce, proof].join('.'),
    `${value}.`,
    '~'.repeat(4_000),
    '%00',
  ].map((text) => `${name}=${text}`)

  for (const cookie of [...forged, ...others.map(({ device }) => device)]) {
    expect([cookie, (await signIn(user.email, PASSWORD, cookie)).status]).toEqual([cookie, 429])
  }
  expect((await signIn(user.email, PASSWORD, user.device)).status).toBe(200)
  now += 181 * MS_PER_DAY
  const { services } = await service()
  expect(await knownDevices(services, { deviceCookie: value })).toEqual([])
})

test('a new password ends a stolen cookie; the browser that changed the password is known', async () => {
  const user = await userWithDevice()
  const changed = await user.post('/auth/v1/password', {
    currentPassword: PASSWORD,
    newPassword: 'another horse battery staple',
  })
  expect(changed.status).toBe(200)
  await useUpAttempts(user.email)

  const [stolen, own] = [user.device, deviceOf(changed)]
  expect((await signIn(user.email, 'another horse battery staple', stolen)).status).toBe(429)
  expect((await signIn(user.email, 'another horse battery staple', own)).status).toBe(200)
})

test('a browser stays known for the last five users who have signed in there', async () => {
  const { services } = await service()
  const users = []
  let cookie: string | undefined
  for (let at = 0; at < 6; at += 1) {
    const user = await signedIn(await service())
    cookie = deviceOf(await signIn(user.email, PASSWORD, cookie))
    users.unshift(user.userId)
    await freeNetworks(await service())
  }

  const devices = await knownDevices(services, { deviceCookie: cookie?.split('=')[1] })

  expect(devices.map(({ userId }) => userId)).toEqual(users.slice(0, 5))
  const again = deviceOf(await signIn((await userWithDevice()).email, PASSWORD, cookie))
  expect(again.length).toBeLessThan(600)
})

test('a browser that sets a password by a link is known from then on', async () => {
  const { admin } = await service()
  const { email, userId } = await userWithDevice()
  const { link } = dataOf(
    await admin.post(`/admin/v1/users/${userId}/password-reset`, { delivery: 'link' }),
  )
  const token = new URL(link).hash.slice(1)
  const password = 'staple horse battery another'
  const set = await post('/password-reset/confirm', { token, password })
  await useUpAttempts(email)
  expect((await signIn(email, password, deviceOf(set))).status).toBe(200)

  const invited = { email: `${randomUUID()}@example.com`, role: 'support', delivery: 'link' }
  const invitation = dataOf(await admin.post('/admin/v1/invitations', invited))
  const accepted = await post('/invitations/accept', {
    token: new URL(invitation.link).hash.slice(1),
    name: 'Ben',
    password,
  })
  await useUpAttempts(invited.email)
  expect((await signIn(invited.email, password, deviceOf(accepted))).status).toBe(200)
})

test('requests for links by strangers do not block a known browser', async () => {
  const { email, device } = await userWithDevice()
  const ask = (cookie?: string): Promise<Reply> => post('/password-reset', { email }, cookie)
  for (let at = 0; at < 5; at += 1) expect((await ask()).status).toBe(200)
  expect((await ask()).status).toBe(429)

  for (let at = 0; at < 5; at += 1) expect((await ask(device)).status).toBe(200)
  expect((await ask(device)).status).toBe(429)
})

test('background requests of an open page keep no session alive', async () => {
  const user = await signedIn(await service())
  const read = (target: string): Promise<Reply> =>
    user.send('GET', target, undefined, { 'x-tessera-unattended': '1' })
  const statuses = []
  for (let minutes = 0; minutes < 70; minutes += 10) {
    statuses.push(
      (await read('/admin/v1/overview')).status,
      (await user.get('/admin/v1/live')).status,
    )
    now += 10 * 60_000
  }

  expect(statuses).toEqual([...Array.from({ length: 12 }, () => 200), 401, 401])
})
