import { TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, expect } from 'vitest'
import { openMailbox, type Mailbox } from '../consumers/mailbox.ts'
import { type Http, type Json, type Reply } from '../support/client.ts'
import { sendUserMails } from '../support/sent-mails.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { fromPage, PASSWORD, type Browser } from '../support/signed-in.ts'
import { MS_PER_MINUTE } from '../../src/core/mod.ts'

export const NEW_PASSWORD = 'staple battery horse correct'
export const CONSOLE = 'https://operators.example.com'

let now = Date.UTC(2026, 0, 31, 12)
let mailbox: Mailbox
let service: RunningService

/**
 * Starts a service with a mail server for the tests of a file, which send waiting mails themselves.
 */
export function useResets(): void {
  beforeAll(async () => {
    mailbox = await openMailbox()
    service = await openService({
      clock: { now: () => now, monotonic: () => performance.now() },
      settings: {
        role: 'api',
        smtpUrl: mailbox.url,
        adminUrl: CONSOLE,
        publicUrl: 'https://api.example.com',
      },
    })
  })
  afterAll(async () => {
    await service.end()
    await mailbox.down()
  })
  // Enough time passes before each test that the network of the tests has all its attempts.
  beforeEach(() => advance(120 * MS_PER_MINUTE))
}

export function fixture(): { readonly service: RunningService; readonly mailbox: Mailbox } {
  return { service, mailbox }
}

/** Sets the clock forward. */
export function advance(ms: number): void {
  now += ms
}

export function time(): number {
  return now
}

export function post(path: string, body: object, http: Http = service.http): Promise<Reply> {
  return fromPage({ http }, path, { body })
}

export function ask(email: string): Promise<Reply> {
  return post('/password-reset', { email })
}

export function confirm(token: string, password = NEW_PASSWORD): Promise<Reply> {
  return post('/password-reset/confirm', { token, password })
}

export function signIn(email: string, password: string): Promise<Reply> {
  return post('/sign-in', { email, password })
}

/** A sign-in that waits for a second factor. */
interface BegunSignIn {
  readonly token: string
  /** Completes the sign-in with this token by the second factor of the user. */
  complete(token: string): Promise<Reply>
}

/** Gives a user a second factor, and begins a sign-in. */
export async function beginSignIn(user: Browser): Promise<BegunSignIn> {
  const totp = '/auth/v1/second-factors/totp'
  const { setupKey } = dataOf(await user.post(totp, { password: PASSWORD }))
  const code = (): string => new TOTP({ secret: setupKey }).generate({ timestamp: time() })
  dataOf(await user.post(`${totp}/confirm`, { code: code() }))
  advance(MS_PER_MINUTE)
  const { token } = dataOf(await signIn(user.email, PASSWORD)).secondFactor
  return {
    token,
    complete: (toComplete) => post('/sign-in/second-factor', { token: toComplete, code: code() }),
  }
}

export function send(): Promise<void> {
  return sendUserMails(service.services, mailbox, ({ key }) => {
    throw new Error(`${key} was refused`)
  })
}

/** Returns the links that were mailed to an address, oldest first. */
export function linksTo(email: string): URL[] {
  return mailbox.received
    .filter(({ to }) => to === email)
    .flatMap(({ raw }) => /https:\/\/\S+/.exec(raw.replaceAll('=\r\n', '')) ?? [])
    .map((link) => new URL(link))
}

/** Returns the token of the last link that was mailed to an address. */
function tokenTo(email: string): string {
  return linksTo(email).at(-1)?.hash.slice(1) ?? ''
}

/** Requests a link; returns the token that was mailed. */
export async function requestToken({ email }: Pick<Browser, 'email'>): Promise<string> {
  expect((await ask(email)).status).toBe(200)
  await send()
  return tokenTo(email)
}

/** Makes a link as the operator; by default the response has the link. */
export function issue(userId: number, body: object = { delivery: 'link' }): Promise<Reply> {
  return service.admin.post(`/admin/v1/users/${userId}/password-reset`, body)
}

export async function issueToken({ userId }: Pick<Browser, 'userId'>): Promise<string> {
  return new URL(dataOf(await issue(userId)).link).hash.slice(1)
}

export async function entriesOf(target: string): Promise<Json[]> {
  return dataOf(await service.admin.get(`/admin/v1/audit?target=${target}`))
}

export async function storedReset({ userId }: Pick<Browser, 'userId'>): Promise<Json> {
  const text = 'select * from user_password_resets where user_id = $1'
  return (await service.db.pool.query(text, [userId])).rows[0]
}
