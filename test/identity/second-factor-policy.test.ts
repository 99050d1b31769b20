import { expect, test } from 'vitest'
import { ROUTES } from '../../src/http/routes.ts'
import { sql } from '../../src/db/mod.ts'
import { mustAddSecondFactor } from '../../src/identity/mod.ts'
import type { Reply } from '../support/client.ts'
import { dataOf, shareService } from '../support/service.ts'
import { addTotp, signedIn } from '../support/signed-in.ts'

const open = shareService({ settings: { secondFactorUse: 'all' } })
const MESSAGE = 'a second factor is required; add one on Your account'

function isRefused({ status, body }: Reply): boolean {
  return status === 403 && body?.error?.message === MESSAGE
}

let sharedService: ReturnType<typeof open> | undefined

/** Sends a request of a route in a new session of a user with all permissions and no factor. */
async function callAs(access: 'operator' | 'portal' | 'user', name: string): Promise<Reply> {
  // Making a partner for each of the routes took most of the time.
  const service = await (sharedService ??= open())
  const { partnerId } = service.partner
  const role = access === 'portal' ? ({ role: 'owner', partnerId } as const) : {}
  const [method = '', path = ''] = name.split(' ')
  const target = path.replaceAll(/\{\w+\}/g, '1')
  return await (await signedIn(service, role)).send(method, target)
}

const ROUTES_OF_USERS = ROUTES.flatMap(({ name, access: { to } }) =>
  to === 'operator' || to === 'portal' || to === 'user' ? [[name, to] as const] : [],
)

test.each(ROUTES_OF_USERS)(
  '%s (for %s): without a required second factor only routes of the own account are open',
  async (name, to) => {
    expect(isRefused(await callAs(to, name))).toBe(to !== 'user')
  },
)

test('only paths of the own account are open to every signed-in user', () => {
  const paths = ROUTES_OF_USERS.flatMap(([name, to]) =>
    to === 'user' ? [name.split(' ')[1] ?? ''] : [],
  )
  expect(paths.length).toBeGreaterThan(10)
  for (const path of paths) {
    expect(path).toMatch(
      /^\/auth\/v1\/(me|sign-out|password|sessions|second-factors|step-up)(\/|$)/,
    )
  }
})

test('with a second factor the session can do everything, until a manager of users removes it', async () => {
  const service = await open()
  const user = await signedIn(service)
  expect(dataOf(await user.get('/auth/v1/me')).mustAddSecondFactor).toBe(true)

  await addTotp(user)

  expect(dataOf(await user.get('/auth/v1/me')).mustAddSecondFactor).toBe(false)
  expect((await user.get('/admin/v1/users')).status).toBe(200)
  dataOf(await service.admin.post(`/admin/v1/users/${user.userId}/second-factors/reset`, {}))
  expect(isRefused(await user.get('/admin/v1/users'))).toBe(true)
  await addTotp(user)
  expect((await user.get('/admin/v1/users')).status).toBe(200)
})

test('a session of OpenID Connect and tokens need no second factor', async () => {
  const service = await open()
  const user = await signedIn(service)
  await service.db.rows(sql`
    update user_sessions set by_provider = true where session_id = ${user.sessionId}`)

  expect((await user.get('/admin/v1/users')).status).toBe(200)
  expect((await service.admin.get('/admin/v1/users')).status).toBe(200)
})

test.each([
  ['optional', undefined, false],
  ['optional', 1, false],
  ['operators', undefined, true],
  ['operators', 1, false],
  ['all', undefined, true],
  ['all', 1, true],
] as const)(
  'secondFactorUse %s: a user of partner %s must add a second factor: %s',
  (use, partnerId, expected) => {
    const user = { partnerId, hasSecondFactor: false } as Parameters<
      typeof mustAddSecondFactor
    >[1]['user']
    const policy = { config: { secondFactorUse: use } }

    const session = { user, isByProvider: false, isFactorRequired: false }
    expect(mustAddSecondFactor(policy, session)).toBe(expected)
    const required = { ...session, isFactorRequired: true }
    expect(mustAddSecondFactor(policy, required)).toBe(true)
    expect(mustAddSecondFactor(policy, { ...required, isByProvider: true })).toBe(false)
    const protectedUser = { ...user, hasSecondFactor: true }
    expect(mustAddSecondFactor(policy, { ...required, user: protectedUser })).toBe(false)
  },
)
