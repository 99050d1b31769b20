import { hash, randomUUID } from 'node:crypto'
import { TOTP } from 'otpauth'
import { sql } from '../../src/db/mod.ts'
import type { Role } from '../../src/identity/mod.ts'
import { encoded, type Body, type Headers, type Reply } from './client.ts'
import { dataOf, type RunningService } from './service.ts'

/** A browser with pages of the service, in which a user is signed in. */
export interface Browser {
  readonly userId: number
  readonly email: string
  readonly sessionId: string
  /** The token of its session. */
  readonly token: string
  send(method: string, target: string, body?: Body, headers?: Headers): Promise<Reply>
  get(target: string): Promise<Reply>
  post(target: string, body?: Body): Promise<Reply>
}

export interface SignedInAs {
  readonly role?: Role
  readonly partnerId?: number
}

/** Headers that browsers send with requests of the service's own pages. */
export const FROM_OWN_PAGE = { 'x-tessera-csrf': '1', 'sec-fetch-site': 'same-origin' } as const

interface FromPage {
  readonly body?: object
  readonly cookie?: string
}

/** Sends a request as a page of the service does. */
export function fromPage(
  { http }: Pick<RunningService, 'http'>,
  path: string,
  { body, cookie }: FromPage = {},
): Promise<Reply> {
  return http.send({
    method: body ? 'POST' : 'GET',
    target: `/auth/v1${path}`,
    headers: {
      ...FROM_OWN_PAGE,
      ...(cookie !== undefined && { cookie }),
      ...(body && { 'content-type': 'application/json' }),
    },
    ...(body && { body: JSON.stringify(body) }),
  })
}

/** The password of users whom `signedIn` signs in. */
export const PASSWORD = 'correct horse battery staple'
const PASSWORD_HASH =
  '$argon2id$v=19$m=19456,t=2,p=1$kRYCRB2aj0lBwYTpIoNlow' +
  '$Bota9EDxzwZ0oIm92JF0SfqlbfQHUUugUtQeuN6LWSY'

/** Signs a new user in, without the CPU time of checking a password. */
export async function signedIn(
  service: Pick<RunningService, 'db' | 'http'> & {
    readonly services: Pick<RunningService['services'], 'clock'>
  },
  { role = 'admin', partnerId }: SignedInAs = {},
): Promise<Browser> {
  const { db, http, services } = service
  const email = `${randomUUID()}@example.com`
  const token = randomUUID()
  const sessionId = randomUUID()
  const at = new Date(services.clock.now())
  const [user] = await db.rows(sql<{ user_id: number }>`
    insert into users (email, name, partner_id, role, status, password_hash, created_at)
    values (${email}, 'Ann', ${partnerId ?? null}, ${role}, 'ACTIVE', ${PASSWORD_HASH},
            ${at})
    returning user_id`)
  if (!user) throw new Error('the user was not made')
  await db.rows(sql`
    insert into user_sessions (
      session_id, token_hash, user_id, created_at, last_used_at, address)
    values (${sessionId}, ${hash('sha256', token, 'buffer')}, ${user.user_id}, ${at}, ${at},
            '127.0.0.1')`)
  const send: Browser['send'] = (method, target, body, headers = {}) =>
    http.send({
      method,
      target,
      headers: {
        cookie: `__Host-tessera=${token}`,
        ...FROM_OWN_PAGE,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: encoded(body) }),
    })
  return {
    userId: user.user_id,
    email,
    sessionId,
    token,
    send,
    get: (target) => send('GET', target),
    post: (target, body) => send('POST', target, body),
  }
}

/** Adds an authenticator app to a user. */
export async function addTotp(user: Browser): Promise<void> {
  const path = '/auth/v1/second-factors/totp'
  const { setupKey } = dataOf(await user.post(path, { password: PASSWORD }))
  const code = new TOTP({ secret: setupKey }).generate()
  dataOf(await user.post(`${path}/confirm`, { code }))
}
