import { expect } from 'vitest'
import { sql } from '../../../src/db/mod.ts'
import type { Headers, Json, Reply } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { cardIdsOf, newShop, type Shop } from '../../issuer/fixture.ts'
import { sentLink } from '../../links/link-fixture.ts'
import { aRefusedMail } from '../../support/mails.ts'
import { anOrder, dataOf, openService } from '../../support/service.ts'
import type { RunningService, ServiceOptions } from '../../support/service.ts'
import { signedIn, type Browser } from '../../support/signed-in.ts'
import { aWaitingDeposit } from '../../approvals/fixture.ts'
import { makeUpListing } from '../admin-v1/listings.ts'
import { anUnusedPurchase } from '../admin-v1/purchases.ts'
import { issueCredential } from '../admin-v1/fixture.ts'
import { newCustomer, openCampaign } from '../partner-v1/fixture.ts'
import { completeOrder, UUID } from '../v2/fixture.ts'
import { alertOf } from './alert-of.ts'

export type Family = 'v2' | 'partner-v1' | 'admin-v1'

/** A service whose first partner and a foreign partner have one of everything. */
export interface Fixture extends RunningService {
  /** The browser of a user of the operator. */
  readonly browser: Browser
  /** The browser of an owner of the first partner. */
  readonly owner: Browser
  /** The merchant of `ids`. */
  readonly shop: Shop
  readonly ids: Ids
  readonly foreign: Ids
}

export const CSV_HEADERS = { 'content-type': 'text/csv' } as const

export interface Ids {
  readonly partnerId: number
  readonly clientId: string
  /** Products in US dollars, yen and dinars. */
  readonly products: readonly [number, number, number]
  readonly wallets: readonly [string, string, string]
  readonly topUpId: number
  /** A price rule of the partner. */
  readonly ruleNo: number
  readonly vaultId: number
  readonly customerId: number
  readonly campaignId: string
  /** Two orders: one is COMPLETED, one waits for stock. */
  readonly orderId: string
  readonly openOrderId: string
  readonly alertId: number
  /** A case that is already done. */
  readonly caseId: number
  readonly linkId: string
  readonly merchantId: number
  /** A credential of that merchant that signs no request. */
  readonly merchantClientId: string
  /** A code that we issue, an authorization of that merchant for it, and a capture. */
  readonly code: string
  readonly authorizationId: string
  readonly captureId: string
  readonly reconciliationId: number
  readonly requestId: string
  /** A mail that was refused, and its consumer, who gets no further mails. */
  readonly transactionId: string
  readonly consumerId: number
  /** A lot of the first product. */
  readonly lot: string
  /** The key in use, which cannot be retired. */
  readonly masterId: string
  /** Our account at a supplier that is not in use, and a purchase there that no batch waits for. */
  readonly supplier: string
  readonly purchaseId: string
  /** A listing of that supplier, and a price of it that waits for approval. */
  readonly listingId: number
  readonly changeId: number
  /** A user of the operator. */
  readonly userId: number
  /** A session of that user. */
  readonly sessionId: string
  /** The token of a machine of the operator. */
  readonly tokenId: number
  /** The invitation of a user of the partner. */
  readonly invitationId: number
  /** A deposit that waits for a second person; the holder of the operator token asked for it. */
  readonly approvalId: number
  /** A webhook endpoint that gets nothing, because addresses of this machine are refused. */
  readonly endpointId: string
}

const CURRENCIES = ['USD', 'JPY', 'KWD'] as const
const FUNDS = { USD: '100000.00', JPY: '100000', KWD: '100000.000' }
const PHONE = { name: 'phone', label: 'Phone', pattern: '\\+[0-9]{8,15}', required: true }
const TOP_UP = { productType: 'TOP_UP', recipientFields: [PHONE], supplier: 'sandbox' }

export async function openFixture({ settings, ...options }: ServiceOptions = {}): Promise<Fixture> {
  const claimUrl = 'https://gifts.example.com'
  const payInAccounts = [{ currency: 'USD', holder: 'Example', account: '000123456789' }]
  const service = await openService({
    ...options,
    settings: { claimUrl, payInAccounts, ...settings },
  })
  const [partner, other] = [await service.newPartner(FUNDS), await service.newPartner(FUNDS)]
  const shop = await newShop(service)
  const ids = await createBelongings({ ...service, partner }, shop)
  const foreign = await createBelongings({ ...service, partner: other }, await newShop(service))
  // A worker empties the outbox. Afterwards bad requests must add nothing to it.
  await eventually(async () => {
    expect((await service.db.pool.query('select from event_outbox')).rowCount).toBe(0)
  })
  const owner = await signedIn(service, { role: 'owner', partnerId: partner.partnerId })
  return { ...service, browser: await signedIn(service), owner, shop, partner, ids, foreign }
}

async function productIn(service: RunningService, input: object): Promise<number> {
  return (await service.product(input)).productId
}

async function inEachCurrency<T>(create: (currency: string) => Promise<T>): Promise<[T, T, T]> {
  const [dollars, yen, dinars] = CURRENCIES
  return [await create(dollars), await create(yen), await create(dinars)]
}

/** Creates everything that a partner can have, and products that only this partner orders. */
async function createBelongings(service: RunningService, shop: Shop): Promise<Ids> {
  const { partner } = service
  const email = 'ann@example.com'
  const products = await inEachCurrency((currency) => productIn(service, { currency }))
  const vaultId = await productIn(service, { supplier: 'vault' })
  const customers = await inEachCurrency((currency) =>
    newCustomer(partner, { email, currency, initialFunds: 100 }),
  )
  const [{ walletId: dollars, id: customerId }, { walletId: yen }, { walletId: dinars }] = customers
  const open = dataOf(await partner.post('/v2/orders', anOrder({ productId: vaultId })))
  await service.waitForOrder(open.id, 'OUT_OF_STOCK')
  const { id: orderId } = await completeOrder(service, { productId: products[0] })
  const { userId, sessionId } = await signedIn(service, { role: 'auditor' })
  return {
    partnerId: partner.partnerId,
    clientId: (await issueCredential(service, partner)).clientId,
    products,
    wallets: [dollars, yen, dinars],
    topUpId: await productIn(service, TOP_UP),
    ruleNo: await newRule(service, products[0]),
    vaultId,
    customerId,
    campaignId: (await openCampaign(service, partner.partnerId)).campaignId,
    orderId,
    openOrderId: open.id,
    caseId: await newCase(service, products[0]),
    reconciliationId: await newReconciliation(service),
    requestId: await loggedRequestId(service),
    ...(await aRefusedMail(service, partner)),
    alertId: await alertOf(service, partner.partnerId),
    linkId: (await sentLink(partner, { products: [products[0]] })).linkId,
    ...(await cardIdsOf(service, shop)),
    lot: await newLot(service, products[0]),
    masterId: dataOf(await service.admin.get('/admin/v1/master-keys'))[0].masterId,
    ...(await newSupplier(service, open.id)),
    endpointId: await newEndpoint(service),
    userId,
    sessionId,
    tokenId: await newToken(service),
    invitationId: await newInvitation(service),
    approvalId: await aWaitingDeposit(service, partner.partnerId),
  }
}

/** Creates a supplier account that is not in use, with a purchase and a listing. */
async function newSupplier(service: RunningService, orderId: string) {
  const purchase = await anUnusedPurchase(service, orderId)
  const { listingId, changeId } = await makeUpListing(service, purchase.supplier)
  return { ...purchase, listingId, changeId }
}

async function newToken({ admin }: RunningService): Promise<number> {
  return dataOf(await admin.post('/admin/v1/tokens', { name: 'till', role: 'support' })).tokenId
}

async function newInvitation({ admin, partner }: RunningService): Promise<number> {
  const { partnerId } = partner
  const body = { email: `new-${partnerId}@example.com`, role: 'viewer', partnerId }
  return dataOf(await admin.post('/admin/v1/invitations', body)).invitationId
}

async function newEndpoint({ partner }: RunningService): Promise<string> {
  const body = { url: 'https://localhost/hooks', eventTypes: ['case.opened'] }
  return dataOf(await partner.post('/v2/webhook-endpoints', body)).id
}

async function newCase(service: RunningService, productId: number): Promise<number> {
  const { id } = await completeOrder(service, { productId })
  const body = { itemNo: 1, kind: 'block', reason: 'stolen' }
  return dataOf(await service.admin.post(`/admin/v1/orders/${id}/cases`, body)).caseId
}

export async function newReconciliation({ admin }: Pick<RunningService, 'admin'>): Promise<number> {
  const query = 'currency=USD&from=2026-01-01&to=2026-02-01'
  const target = `/admin/v1/reconciliations/deposits?${query}`
  return dataOf(await admin.post(target, 'reference,amount\nr,1\n', CSV_HEADERS)).reconciliationId
}

/** Returns the id of a request that is in the log. */
export async function loggedRequestId({
  partner,
  services,
}: Pick<RunningService, 'partner' | 'services'>): Promise<string> {
  const { headers } = await partner.get('/v2/accounts/balances')
  await services.requestLog.write()
  return String(headers['x-request-id'])
}

async function newRule({ admin }: RunningService, productId: number): Promise<number> {
  const rule = { productId, discountPercent: 1 }
  return dataOf(await admin.post('/admin/v1/price-rules', rule)).ruleNo
}

async function newLot({ db }: RunningService, productId: number): Promise<string> {
  await db.rows(sql`
    insert into stock_lots (product_id, lot, created_at) values (${productId}, 'spring', now())`)
  return 'spring'
}

export function familyOf(target: string): Family {
  if (/^\/(admin|portal)\/v1/.test(target)) return 'admin-v1'
  return target.startsWith('/api/partner/v1') ? 'partner-v1' : 'v2'
}

/** Sends any bytes as a body, with authentication that the path family accepts. */
export function send(
  { partner, admin, browser, owner, shop, http, services }: Fixture,
  method: string,
  { target, body, headers }: { target: string; body?: string | Buffer; headers?: Headers },
): Promise<Reply> {
  if (target.startsWith('/portal/v1')) return owner.send(method, target, body, headers)
  if (target.startsWith('/auth/v1')) return browser.send(method, target, body, headers)
  if (familyOf(target) !== 'admin-v1') {
    const signer = target.startsWith('/issuer/v1') ? shop : partner
    return signer.send(method, target, {
      ...(body !== undefined && { body }),
      ...(headers && { headers }),
    })
  }
  if (method === 'GET') return admin.get(target)
  const authorization = `Bearer ${services.config.adminToken}`
  return http.send({
    method,
    target,
    headers: { authorization, 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body }),
  })
}

export interface ExpectedRefusal {
  readonly status: number
  readonly code?: string
  /** The fields that details name, in any order; none by default. */
  readonly fields?: readonly string[]
}

/** Returns the status and text of a response that is not this error of its path family. */
export function faultOf(
  reply: Reply,
  target: string,
  expected: ExpectedRefusal,
): string | undefined {
  const { status, code = 'VALIDATION_ERROR', fields } = expected
  const { success, error, ...others }: Json = reply.body ?? {}
  const fieldNames: string[] = (error?.details ?? []).map(({ field }: Json) => field)
  const isExpected =
    reply.status === status &&
    error?.code === code &&
    typeof error.message === 'string' &&
    success === (familyOf(target) === 'partner-v1' ? false : undefined) &&
    Object.keys(others).length === 0 &&
    UUID.test(String(reply.headers['x-request-id'])) &&
    (fields === undefined || String(fieldNames.toSorted()) === String([...fields].toSorted()))
  return isExpected ? undefined : `${reply.status} ${reply.text.slice(0, 300)}`
}
