import { addUser, hashRandomPassword, type Role } from '../../src/identity/mod.ts'
import { transact } from '../../src/db/mod.ts'
import { pageUrlOf } from '../../src/core/mod.ts'
import { cookieOf, type Reply } from '../support/client.ts'
import { CLIENT, startProvider, visit, type TestProvider } from '../support/oidc-provider.ts'
import { dataOf, openService, type RunningService } from '../support/service.ts'
import { fromPage, FROM_OWN_PAGE } from '../support/signed-in.ts'

export const PASSWORD = 'correct horse battery staple'

/** A service whose operators sign in at a real provider. */
export interface OidcFixture {
  readonly provider: TestProvider
  readonly service: RunningService
  /** Creates a user, and a subject at the provider with the same, verified address. */
  newUser(role?: Role, partnerId?: number): Promise<OidcUser>
  /** Begins a sign-in: returns the cookie of the browser, and the address that it goes to. */
  beginSignIn(): Promise<{ readonly cookie: string; readonly url: string }>
  finish(cookie: string, query: string): Promise<Reply>
  signInAs(subject: string): Promise<Reply>
  end(): Promise<void>
}

export interface OidcUser {
  readonly email: string
  readonly subject: string
  readonly userId: number
}

export async function openOidc(): Promise<OidcFixture> {
  const provider = await startProvider()
  const service = await openService({ settings: { ...CLIENT, oidcIssuer: provider.issuer } })
  provider.accept(`${pageUrlOf(service.url)}/console/oidc`)
  const finish = (cookie: string, query: string): Promise<Reply> =>
    fromPage(service, '/oidc/finish', { body: { query }, cookie })
  const beginSignIn = async () => {
    const reply = await begin(service)
    return { cookie: cookieOf(reply), url: String(dataOf(reply).url) }
  }
  return {
    provider,
    service,
    newUser: await userMaker(service, provider),
    beginSignIn,
    finish,
    async signInAs(subject) {
      const { cookie, url } = await beginSignIn()
      return await finish(cookie, await visit(url, subject))
    },
    async end() {
      await service.end()
      await provider.close()
    },
  }
}

async function userMaker(
  { services: { db, clock } }: RunningService,
  { accounts }: TestProvider,
): Promise<OidcFixture['newUser']> {
  const passwordHash = await hashRandomPassword(PASSWORD)
  let people = 0
  return async (role = 'operations', partnerId) => {
    people += 1
    const [email, subject] = [`ann${people}@example.com`, `subject-${people}`]
    const person = { email, name: 'Ann', role, partnerId, passwordHash, at: clock.now() }
    const { userId } = await transact(db, (tx) => addUser(tx, person))
    accounts.set(subject, { email, email_verified: true })
    return { email, subject, userId }
  }
}

/** Begins a sign-in. The request has `host` as its Host header. */
export function begin({ http }: Pick<RunningService, 'http'>, host?: string): Promise<Reply> {
  return http.send({
    method: 'POST',
    target: '/auth/v1/oidc/begin',
    headers: { ...FROM_OWN_PAGE, ...(host !== undefined && { host }) },
  })
}
