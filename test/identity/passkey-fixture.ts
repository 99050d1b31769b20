import { expect } from 'vitest'
import { Authenticator, type Circumstances } from '../support/authenticator.ts'
import { Http, type Json, type Reply } from '../support/client.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { FROM_OWN_PAGE, PASSWORD, type Browser } from '../support/signed-in.ts'
import { MS_PER_MINUTE } from '../../src/core/mod.ts'

export const PATH = '/auth/v1/second-factors/passkeys'
/** The relying parties of users of the operator, and of users of partners. */
export const CONSOLE = { origin: 'https://ops.example:8443', rpId: 'ops.example' }
export const PORTAL = { origin: 'https://api.example', rpId: 'api.example' }

/** Titles of wrong responses of an authenticator, and what differs in them. */
export const WRONG: readonly [string, Partial<Circumstances>][] = [
  ['of another origin', { origin: 'https://ops.example' }],
  ['of another host', { rpId: 'example' }],
  ['without verifying the user', { isVerified: false }],
  ['of another kind', { type: 'payment.get' }],
]

/** A service whose clock only `advance` moves, and another process of the service. */
export class PasskeyFixture {
  readonly service: RunningService
  readonly other: Http
  readonly #clock: { now: number }

  private constructor(service: RunningService, other: Http, clock: { now: number }) {
    this.service = service
    this.other = other
    this.#clock = clock
  }

  static async open(): Promise<PasskeyFixture> {
    const state = { now: Date.UTC(2026, 0, 31, 12) }
    const clock = { now: () => state.now, monotonic: () => performance.now() }
    const settings = { adminUrl: CONSOLE.origin, publicUrl: PORTAL.origin }
    const service = await openService({ clock, settings })
    return new PasskeyFixture(service, new Http((await service.another()).url), state)
  }

  async end(): Promise<void> {
    this.other.close()
    await this.service.end()
  }

  get now(): number {
    return this.#clock.now
  }

  advance(minutes: number): void {
    this.#clock.now += minutes * MS_PER_MINUTE
  }

  /** Sends a request of a page without a session. */
  fromPage(path: string, body: object, http: Http = this.service.http): Promise<Reply> {
    return http.send({
      method: 'POST',
      target: `/auth/v1/sign-in${path}`,
      headers: { ...FROM_OWN_PAGE, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  }

  /** Adds a passkey to a user; returns it, and the recovery codes if it is the first. */
  async addPasskey(
    user: Browser,
    { name = 'laptop', at = CONSOLE }: { name?: string; at?: Circumstances } = {},
  ): Promise<{ passkey: Authenticator; recoveryCodes: string[] }> {
    const passkey = new Authenticator()
    const options = dataOf(await user.post(PATH, { password: PASSWORD }))
    const reply = await user.post(`${PATH}/confirm`, { name, ...passkey.create(options, at) })
    expect(reply.status).toBe(201)
    return { passkey, recoveryCodes: dataOf(reply).recoveryCodes }
  }

  async begin(token?: string): Promise<Json> {
    return dataOf(await this.fromPage('/passkey/begin', { token }))
  }

  /** Signs in by a passkey, and increments its signature counter. */
  async signInBy(passkey: Authenticator, at: Circumstances = CONSOLE): Promise<Reply> {
    passkey.signatures += 1
    return await this.fromPage('/passkey/finish', passkey.get(await this.begin(), at))
  }

  /** Sends the password; returns a finished sign-in, or one that needs a second factor. */
  async signInByPassword({ email }: Browser): Promise<Json> {
    return dataOf(await this.fromPage('', { email, password: PASSWORD }))
  }

  async factorsOf(user: Browser): Promise<Json> {
    return dataOf(await user.get('/auth/v1/second-factors'))
  }

  async entriesOf({ userId }: Browser, action: string): Promise<Json[]> {
    const target = `/admin/v1/audit?target=user:${userId}`
    const entries: Json[] = dataOf(await this.service.admin.get(target))
    return entries.filter((entry) => entry.action === action)
  }
}
