import { afterAll, beforeAll, expect, test } from 'vitest'
import { ROUTES } from '../../../src/http/routes.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { queryOf } from '../bad-input/route-requests.ts'
import { aRefusedMail } from '../../support/mails.ts'
import { aWaitingDeposit } from '../../approvals/fixture.ts'
import { sentLink } from '../../links/link-fixture.ts'
import { accountOf } from '../../tessera/pair.ts'
import { completeOrder, placeOrder } from '../v2/fixture.ts'
import { newReconciliation, loggedRequestId } from '../bad-input/fixture.ts'
import { importCsv, issueCredential, pathOf } from './fixture.ts'
import { makeUpListing } from './listings.ts'
import { makeUpSupplierPurchase } from './purchases.ts'

const CODE = 'QX7F-19ZK-SECRET-CODE'
const PIN = '83749152'

let service: RunningService
let secrets: string[]
let orderId: string
/** The ids in the paths of the operator. */
let ids: Readonly<Record<string, string>>

let creditImportId: string

beforeAll(async () => {
  service = await openService({
    funds: { USD: '100.00' },
    settings: {
      claimUrl: 'https://gifts.example.com',
      payInAccounts: [{ currency: 'USD', holder: 'Example', account: '000123456789' }],
    },
  })
  const { partner, admin } = service
  const old = await issueCredential(service, partner, { label: 'till 7' })
  const path = `${pathOf(partner)}/credentials/${old.clientId}`
  const replacement = dataOf(await admin.post(`${path}/rotate`, { reason: 'yearly' }))
  dataOf(await admin.post(`${path}/revoke`, { reason: 'leak' }))
  const { apiKey, hmacSecret } = partner.credentials
  secrets = [old, replacement, { apiKey, hmacSecret }].flatMap((one) => [
    one.apiKey,
    one.hmacSecret,
  ])
  const { productId } = await service.product({ supplier: 'vault' })
  const csv = `faceValue,giftCardNumber,giftCardPin\n10,${CODE},${PIN}\n`
  const { importId, lot } = dataOf(await importCsv(service, productId, csv))
  orderId = (await completeOrder(service, { productId, amount: 10 })).id
  const itself = { adapter: 'tessera', name: 'itself', baseUrl: service.url }
  dataOf(await admin.post('/admin/v1/suppliers', { ...itself, ...accountOf(partner) }))
  const block = { kind: 'block', itemNo: 1, reason: 'stolen', acknowledged: true }
  const { caseId } = dataOf(await admin.post(`/admin/v1/orders/${orderId}/cases`, block))
  const verification = dataOf(await admin.post('/admin/v1/ledger/verifications'))
  const endpoint = dataOf(
    await partner.post('/v2/webhook-endpoints', { url: 'https://hooks.example.com/tessera' }),
  )
  expect(endpoint.secret).toMatch(/^whsec_/)
  secrets.push(endpoint.secret)
  const credits = 'email,fullName,amount,currency,reference\nada@example.com,Ada,1,USD,may\n'
  const upload = `${pathOf(partner)}/credit-imports?fileReference=may&createConsumers=true`
  const type = { 'content-type': 'text/csv' }
  creditImportId = dataOf(await admin.post(upload, credits, type)).importId
  const { linkId, url } = await sentLink(partner, { products: [productId], amount: 10 })
  secrets.push(String(url).split('/c/')[1] ?? '')
  ids = {
    linkId,
    endpointId: String(endpoint.id),
    verificationId: verification.verificationId,
    partnerId: String(partner.partnerId),
    productId: String(productId),
    orderId,
    importId,
    lot,
    ...(await aPurchase()),
    ...(await aListing('tillo:main')),
    caseId: String(caseId),
    merchantId: await aMerchant(),
    approvalId: String(await aWaitingDeposit(service, partner.partnerId)),
    reconciliationId: String(await newReconciliation(service)),
    requestId: await loggedRequestId(service),
    transactionId: (await aRefusedMail(service, partner)).transactionId,
  }
  const items = await partner.get(`/v2/orders/${orderId}/items`)
  expect(items.text).toContain(CODE)
  secrets.push(CODE, PIN)
})

/** Creates a merchant with a credential; returns the id of the merchant. */
async function aMerchant(): Promise<string> {
  const { admin } = service
  const { merchantId } = dataOf(await admin.post('/admin/v1/merchants', { name: 'Corner shop' }))
  const issuedOnce = dataOf(await admin.post(`/admin/v1/merchants/${merchantId}/credentials`))
  secrets.push(issuedOnce.apiKey, issuedOnce.hmacSecret)
  return String(merchantId)
}

/** Creates a purchase at a supplier, with a code that a person entered. */
async function aPurchase(): Promise<{ supplier: string; purchaseId: string }> {
  const supplierSecrets = { apiKey: 'tillo-key-of-theirs', secret: 'tillo-secret-of-theirs' }
  const account = {
    adapter: 'tillo',
    name: 'main',
    environment: 'sandbox',
    secrets: supplierSecrets,
  }
  const { admin, partner } = service
  const baseUrl = 'http://127.0.0.1:9'
  const { supplier } = dataOf(await admin.post('/admin/v1/suppliers', { ...account, baseUrl }))
  const { productId } = await service.product({ supplier: 'vault' })
  const { id } = await placeOrder(partner, { productId })
  const fault = 'nothing finds it there'
  const purchaseId = await makeUpSupplierPurchase(service, { supplier, orderId: id, fault })
  const units = [{ giftCardNumber: 'CLOSED-BY-HAND-7' }]
  const path = `/admin/v1/suppliers/${supplier}/purchases/${purchaseId}/close`
  dataOf(await admin.post(path, { outcome: 'bought', units, reason: 'they say so' }))
  secrets.push(...Object.values(supplierSecrets), 'CLOSED-BY-HAND-7')
  return { supplier, purchaseId }
}

/** Stores a listing of this supplier, and a change of its price. */
async function aListing(supplier: string): Promise<{ listingId: string; changeId: string }> {
  const { listingId, changeId } = await makeUpListing(service, supplier)
  return { listingId: String(listingId), changeId: String(changeId) }
}

afterAll(() => service.end())

function expectNoSecret(where: string, text: string): void {
  const found = secrets.filter((secret) => text.includes(secret))
  expect({ where, found }).toEqual({ where, found: [] })
}

test('keys, secrets and codes are shown once: no other operator response contains them', async () => {
  const { admin } = service
  const targets = ROUTES.map(({ name }) => name)
    .filter((name) => name.startsWith('GET /admin/v1/'))
    .map((name) => name.slice('GET '.length) + queryOf(name))
    .map((target) =>
      target.replace('credit-imports/{importId}', `credit-imports/${creditImportId}`),
    )
    .map((target) => target.replaceAll(/\{(\w+)\}/g, (_, id: string) => ids[id] ?? id))
  expect(targets.length).toBeGreaterThan(7)
  for (const target of [...targets, '/metrics', '/health/ready']) {
    const reply = await admin.get(target)
    expect({ target, status: reply.status }).toEqual({ target, status: 200 })
    expectNoSecret(target, reply.text)
  }
})

test('no row of the database holds a key, a secret or a code in clear', async () => {
  const { pool } = service.db
  const { rows: tables } = await pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'public'`,
  )
  expect(tables.length).toBeGreaterThan(15)
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select t::text as row from ${name} t`)
    const text = rows.map(({ row }) => row).join('\n')
    expectNoSecret(name, text)
    const bytes = [...text.matchAll(/\\x([0-9a-f]+)/g)].map(([, hex = '']) => hex)
    expectNoSecret(name, bytes.map((hex) => Buffer.from(hex, 'hex').toString('latin1')).join('\n'))
  }
})

test('the log has lines, and none of them holds a secret', () => {
  expect(service.logged.length).toBeGreaterThan(5)
  expectNoSecret('log', service.logged.join(''))
})
