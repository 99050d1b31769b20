import { randomBytes, randomUUID } from 'node:crypto'
import { sql } from '../../src/db/mod.ts'
import type { RouteName } from '../../src/http/route.ts'
import { aWaitingDeposit } from '../approvals/fixture.ts'
import { operatorOnAnother } from '../conformance/admin-v1/fixture.ts'
import { makeUpPurchase } from '../conformance/admin-v1/purchases.ts'
import type { Fixture } from '../conformance/bad-input/fixture.ts'
import { newCustomer } from '../conformance/partner-v1/fixture.ts'
import { completed, importCsv } from '../conformance/v2/fixture.ts'
import { authorize } from '../issuer/fixture.ts'
import { sentLink } from '../links/link-fixture.ts'
import type { Prepare, Prepared } from '../operator/case.ts'
import { OPERATOR_PREPARATIONS } from '../operator/cases.ts'
import { encoded, Http } from '../support/client.ts'
import { visit } from '../support/oidc-provider.ts'
import { dataOf } from '../support/service.ts'
import { FROM_OWN_PAGE, PASSWORD, signedIn, type Browser } from '../support/signed-in.ts'
import { anImage } from '../support/images.ts'
import { aTopUpOf } from '../support/top-ups.ts'
import { FACTOR_PREPARATIONS } from './factor-preparations.ts'

/** A person whom the provider of OpenID Connect knows: the subject, and what it says. */
export const EXAMPLE_ACCOUNT = [
  'subject-1',
  { email: 'kim@example.com', email_verified: true },
] as const
const FAULTY_CODES = 'faceValue,giftCardNumber\n10,EXAMPLE-2\nten,EXAMPLE-3\n'
const XML = { 'content-type': 'text/xml' }
const RATES = `<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01"
    xmlns="http://www.ecb.int/vocabulary/2002-08-01/eurofxref">
  <Cube>
    <Cube time="2026-01-30">
      <Cube currency="USD" rate="1.1225"/>
      <Cube currency="JPY" rate="176.99"/>
    </Cube>
  </Cube>
</gesmes:Envelope>
`

/** What leads to a state in which the service accepts the request of a route. */
export const PREPARATIONS: Partial<Readonly<Record<RouteName, Prepare>>> = {
  'POST /admin/v1/cases/{caseId}/accept': (fixture) => aDecision(fixture, 'accept'),
  'POST /admin/v1/cases/{caseId}/reject': (fixture) => aDecision(fixture, 'reject'),

  async 'POST /admin/v1/approvals/{approvalId}/approve'(fixture) {
    const { target, user } = await anApproval(fixture, 'approve')
    const { seen } = dataOf(await user.get(target.replace('/approve', '')))
    return { target, user, body: { seen, reason: 'matches the statement of the bank' } }
  },
  async 'POST /admin/v1/approvals/{approvalId}/reject'(fixture) {
    const asked = await anApproval(fixture, 'reject')
    return { ...asked, body: { reason: 'the bank has no such payment' } }
  },
  async 'POST /admin/v1/approvals/{approvalId}/cancel'(fixture) {
    const approvalId = await aWaitingDeposit(fixture, fixture.partner.partnerId)
    const target = `/admin/v1/approvals/${approvalId}/cancel`
    return { target, body: { reason: 'was entered twice' } }
  },

  'POST /issuer/v1/authorizations/{authorizationId}/capture': (fixture) =>
    anAuthorization(fixture, 'capture', { amount: 8 }),
  'POST /issuer/v1/authorizations/{authorizationId}/void': (fixture) =>
    anAuthorization(fixture, 'void', {}),

  async 'POST /v2/wallet-sessions'({ partner }) {
    const { walletId } = await newCustomer(partner, { email: 'mia@example.com', initialFunds: 10 })
    return { target: '/v2/wallet-sessions', body: { walletId, locale: 'de' } }
  },

  async 'POST /v2/links/{linkId}/resend'({ partner, db }) {
    await db.rows(sql`update mailing set is_on = true`)
    const recipients = [{ name: 'Ada Vale', email: 'ada@example.com' }]
    const link = await sentLink(partner, { amount: 10, delivery: 'EMAIL', recipients })
    await db.rows(sql`update mailing set is_on = false`)
    await db.rows(sql`
      update link_messages set status = 'SENT', next_try_at = null, attempts = 1,
        sent_at = created_at - interval '2 hours'
      where partner_id = ${partner.partnerId}`)
    return { target: `/v2/links/${link.linkId}/resend` }
  },

  async 'POST /admin/v1/partners/{partnerId}/consumers/{consumerId}/erasure'({ partner }) {
    const { id } = await newCustomer(partner, { email: 'leo@example.com', initialFunds: 0 })
    const target = `/admin/v1/partners/${partner.partnerId}/consumers/${id}/erasure`
    return { target, body: { reason: 'asked to be forgotten' } }
  },

  async 'POST /admin/v1/partners/{partnerId}/recipients/erasure'(fixture) {
    await aTopUpOf(fixture, '+14155550100')
    const target = `/admin/v1/partners/${fixture.partner.partnerId}/recipients/erasure`
    return { target, body: { recipient: '+14155550100', reason: 'asked to be forgotten' } }
  },

  'POST /admin/v1/product-images': () =>
    Promise.resolve({
      target: '/admin/v1/product-images',
      body: anImage(),
      headers: { 'content-type': 'image/png' },
    }),

  'POST /admin/v1/fx-rates/import': () =>
    Promise.resolve({
      target: '/admin/v1/fx-rates/import?dryRun=true&force=true&reason=a%20new%20list',
      body: RATES,
      headers: XML,
    }),

  async 'POST /admin/v1/master-keys/{masterId}/retire'(fixture) {
    const { masterKey: masterKeyPrevious } = fixture.services.config
    const other = { masterKey: randomBytes(32), masterKeyPrevious }
    const { post } = await operatorOnAnother(fixture, other)
    const { masterId } = dataOf(await post('/admin/v1/keys/rotate', { scope: 'master' }))
    const target = `/admin/v1/master-keys/${masterId}/retire`
    return { target, body: { reason: 'replaced' } }
  },

  'POST /admin/v1/reconciliations/purchases': ({ ids }) => {
    const query = `currency=USD&from=2026-01-01&to=2026-02-01&upstream=${ids.upstreamName}`
    const target = `/admin/v1/reconciliations/purchases?${query}`
    const headers = { 'content-type': 'text/csv' }
    return Promise.resolve({ target, body: 'reference,amount\nT-1,25.00\n', headers })
  },

  async 'POST /admin/v1/upstreams/{upstreamName}/purchases/{reference}/close'(fixture) {
    const { upstreamName: upstream } = fixture.foreign
    const fault = 'they do not know their order'
    const { id: orderId } = await completed(fixture, { productId: fixture.ids.products[0] })
    const reference = await makeUpPurchase(fixture, { upstream, orderId, fault })
    const target = `/admin/v1/upstreams/${upstream}/purchases/${reference}/close`
    return { target, body: { reason: 'they have no such order' } }
  },

  'GET /admin/v1/upstreams/{upstreamName}/products': ({ foreign }) =>
    Promise.resolve({ target: `/admin/v1/upstreams/${foreign.upstreamName}/products` }),

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

  'POST /auth/v1/password': () => {
    const body = { currentPassword: PASSWORD, newPassword: 'staple battery horse correct' }
    return Promise.resolve({ target: '/auth/v1/password', body })
  },

  'POST /auth/v1/sign-out': (fixture) => ofNewUser(fixture, () => '/auth/v1/sign-out'),

  'POST /auth/v1/sessions/{sessionId}/revoke': (fixture) =>
    ofNewUser(fixture, ({ sessionId }) => `/auth/v1/sessions/${sessionId}/revoke`),

  async 'POST /auth/v1/oidc/finish'({ admin, browser }) {
    const [subject, { email }] = EXAMPLE_ACCOUNT
    dataOf(await admin.post('/admin/v1/invitations', { email, role: 'support' }))
    const begun = await browser.post('/auth/v1/oidc/begin')
    const [cookie = ''] = begun.headers['set-cookie'] ?? []
    const query = await visit(dataOf(begun).url, subject)
    return { target: '/auth/v1/oidc/finish', body: { query }, headers: { cookie } }
  },

  async 'GET /admin/v1/products/{productId}/imports/{importId}/report'(fixture) {
    const path = `/admin/v1/products/${fixture.foreign.vaultId}`
    const { importId } = await importCsv(fixture, fixture.foreign.vaultId, FAULTY_CODES)
    return { target: `${path}/imports/${importId}/report` }
  },

  async 'GET /exports/{orderId}'({ ids, partner }) {
    const path = `/v2/orders/${ids.orderId}/fulfillments/export`
    const { pathname, search } = new URL(dataOf(await partner.get(path)).downloadUrl)
    return { target: pathname + search }
  },

  'GET /openapi.json': () => Promise.resolve({ target: '/openapi.json' }),
  'GET /admin/openapi.json': () => Promise.resolve({ target: '/admin/openapi.json' }),
}

/** Asks for a refund as the partner, which the operator then decides about. */
async function aDecision(fixture: Fixture, verb: 'accept' | 'reject'): Promise<Prepared> {
  const { id } = await completed(fixture, { productId: fixture.ids.products[0] })
  const asked = { itemNo: 1, kind: 'refund', reason: 'declined at the till' }
  const { caseId } = dataOf(await fixture.partner.post(`/v2/orders/${id}/cases`, asked))
  const reason = verb === 'accept' ? 'confirmed by the issuer' : 'the code was used'
  return { target: `/admin/v1/cases/${caseId}/${verb}`, body: { reason } }
}

/** A request that ends the session which sends it. */
async function ofNewUser(fixture: Fixture, targetOf: (user: Browser) => string): Promise<Prepared> {
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

/** A deposit that waits, and a user who decides about it. */
async function anApproval(fixture: Fixture, verb: 'approve' | 'reject') {
  const approvalId = await aWaitingDeposit(fixture, fixture.partner.partnerId)
  return { target: `/admin/v1/approvals/${approvalId}/${verb}`, user: fixture.browser }
}

/** A credential whose secrets wait for a partner. */
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
