import { randomUUID } from 'node:crypto'
import { sql } from '../../src/db/mod.ts'
import type { RouteName } from '../../src/http/route.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import { newCustomer } from '../conformance/partner-v1/fixture.ts'
import { authorize } from '../issuer/fixture.ts'
import { sentLink } from '../links/link-fixture.ts'
import type { Prepare, Prepared } from '../operator/case.ts'
import { OPERATOR_PREPARATIONS } from '../operator/cases.ts'
import { cookieOf, encoded, Http } from '../support/client.ts'
import { visit } from '../support/oidc-provider.ts'
import { anOrder, dataOf } from '../support/service.ts'
import { FROM_OWN_PAGE, PASSWORD, signedIn, type Browser } from '../support/signed-in.ts'
import { FACTOR_PREPARATIONS } from './factor-preparations.ts'

/** A person whom the provider of OpenID Connect knows: subject and claims. */
export const EXAMPLE_ACCOUNT = [
  'subject-1',
  { email: 'kim@example.com', email_verified: true },
] as const
/** By route: prepares the state in which a request is accepted, and returns the request. */
export const PREPARATIONS: Partial<Readonly<Record<RouteName, Prepare>>> = {
  'POST /issuer/v1/authorizations/{authorizationId}/capture': (fixture) =>
    anAuthorization(fixture, 'capture', { amount: 8 }),
  'POST /issuer/v1/authorizations/{authorizationId}/void': (fixture) =>
    anAuthorization(fixture, 'void', {}),

  async 'POST /v2/wallet-sessions'({ partner }) {
    const { walletId } = await newCustomer(partner, { email: 'mia@example.com', initialFunds: 10 })
    return { target: '/v2/wallet-sessions', body: { walletId, locale: 'de' } }
  },

  async 'GET /v2/drafts/{draftId}'({ partner, ids: { products } }) {
    const order = anOrder({ productId: products[0], amount: 10 })
    const { draftId } = dataOf(await partner.post('/v2/drafts', order))
    return { target: `/v2/drafts/${draftId}` }
  },

  async 'POST /v2/links/{linkId}/resend'({ partner, db }) {
    await db.rows(sql`update mailing set is_on = true`)
    const recipients = [{ name: 'Ada Vale', email: 'ada@example.com' }]
    const link = await sentLink(partner, { amount: 10, delivery: 'EMAIL', recipients })
    await db.rows(sql`update mailing set is_on = false`)
    await db.rows(sql`
      update link_messages set status = 'SENT', next_try_at = null, attempts = 1,
        sent_at = now() - interval '2 hours'
      where partner_id = ${partner.partnerId}`)
    return { target: `/v2/links/${link.linkId}/resend` }
  },

  async 'POST /auth/v1/sign-in'(fixture) {
    const accept = await anInvitation(fixture)
    dataOf(await fixture.browser.post(accept.target, accept.body))
    return { target: '/auth/v1/sign-in', body: { email: accept.email, password: PASSWORD } }
  },

  ...FACTOR_PREPARATIONS,
  ...OPERATOR_PREPARATIONS,

  'POST /auth/v1/invitations/accept': anInvitation,

  async 'POST /portal/v1/credentials/{clientId}/claim'(fixture) {
    const { clientId } = await aClaim(fixture, fixture.partner.partnerId)
    return { target: `/portal/v1/credentials/${clientId}/claim`, user: fixture.owner }
  },

  async 'POST /auth/v1/credential-claims'(fixture) {
    const { claim } = await aClaim(fixture, fixture.foreign.partnerId)
    const token = new URL(claim.link).hash.slice(1)
    return { target: '/auth/v1/credential-claims', body: { token } }
  },

  async 'POST /auth/v1/password-reset'(fixture) {
    const { url } = await fixture.another({ role: 'api', smtpUrl: 'smtp://127.0.0.1:1' })
    const { email } = fixture.browser
    return { target: '/auth/v1/password-reset', body: { email }, user: browserAt(fixture, url) }
  },

  async 'POST /auth/v1/password-reset/confirm'(fixture) {
    const { userId } = await signedIn(fixture)
    const issued = await fixture.admin.post(`/admin/v1/users/${userId}/password-reset`)
    const token = new URL(dataOf(issued).link).hash.slice(1)
    return { target: '/auth/v1/password-reset/confirm', body: { token, password: PASSWORD } }
  },

  'POST /auth/v1/password': () => ({
    target: '/auth/v1/password',
    body: { currentPassword: PASSWORD, newPassword: 'staple battery horse correct' },
  }),

  'POST /auth/v1/sign-out': (fixture) => requestOfNewUser(fixture, () => '/auth/v1/sign-out'),

  'POST /auth/v1/sessions/{sessionId}/revoke': (fixture) =>
    requestOfNewUser(fixture, ({ sessionId }) => `/auth/v1/sessions/${sessionId}/revoke`),

  async 'POST /auth/v1/oidc/finish'({ admin, browser }) {
    const [subject, { email }] = EXAMPLE_ACCOUNT
    dataOf(await admin.post('/admin/v1/invitations', { email, role: 'support' }))
    const reply = await browser.post('/auth/v1/oidc/begin')
    const query = await visit(dataOf(reply).url, subject)
    const headers = { cookie: cookieOf(reply) }
    return { target: '/auth/v1/oidc/finish', body: { query }, headers }
  },

  async 'GET /exports/{orderId}'({ ids, partner }) {
    const path = `/v2/orders/${ids.orderId}/fulfillments/export`
    const { pathname, search } = new URL(dataOf(await partner.get(path)).downloadUrl)
    return { target: pathname + search }
  },

  'GET /openapi.json': () => ({ target: '/openapi.json' }),
  'GET /admin/openapi.json': () => ({ target: '/admin/openapi.json' }),
}

/** Prepares a request of a new user, because it ends the session of its sender. */
async function requestOfNewUser(
  fixture: Fixture,
  targetOf: (user: Browser) => string,
): Promise<Prepared> {
  const user = await signedIn(fixture)
  return { target: targetOf(user), headers: { cookie: `__Host-tessera=${user.token}` } }
}

/** The user of the fixture, at another service with its database. */
function browserAt({ browser }: Fixture, url: string): Browser {
  const send: Browser['send'] = async (method, target, body = {}) => {
    const http = new Http(url)
    const headers = { ...FROM_OWN_PAGE, 'content-type': 'application/json' }
    try {
      return await http.send({ method, target, headers, body: encoded(body) })
    } finally {
      http.close()
    }
  }
  return { ...browser, send }
}

/** Issues a credential whose secrets a partner has not yet claimed. */
async function aClaim({ browser }: Fixture, partnerId: number) {
  return dataOf(await browser.post(`/admin/v1/partners/${partnerId}/credentials`, {}))
}

async function anInvitation({ admin }: Fixture) {
  const person = { email: `${randomUUID()}@example.com`, role: 'support' }
  const { email, link } = dataOf(await admin.post('/admin/v1/invitations', person))
  const token = new URL(link).hash.slice(1)
  const body = { token, name: 'Ann Lee', password: PASSWORD }
  return { target: '/auth/v1/invitations/accept', body, email: String(email) }
}

async function anAuthorization(
  { shop, ids }: Fixture,
  end: 'capture' | 'void',
  body: object,
): Promise<Prepared> {
  const { authorizationId } = dataOf(await authorize(shop, ids.code))
  const target = `/issuer/v1/authorizations/${authorizationId}/${end}`
  return { target, body: { ...body, reference: `till-7-${end}` } }
}
