import { randomUUID } from 'node:crypto'
import { Http, signedClient, type Credentials, type Json, type Reply } from '../support/client.ts'
import { isLong } from '../support/length.ts'
import { dataOf } from '../support/service.ts'
import type { Endpoint } from './endpoint.ts'
import { ADMIN_TOKEN } from './service-process.ts'

/** The partner and products of a load; amounts are whole minor units of USD. */
export interface Fixture {
  readonly credentials: Credentials
  readonly depositMinor: number
  /**
   * Wallets that are only credited, and wallets that are only debited: each has one chain of
   * balances.
   */
  readonly credited: readonly Wallet[]
  readonly debited: readonly Wallet[]
  /** Products of every supplier that delivers at once; each has units of 10.00. */
  readonly productIds: readonly number[]
  /** One of these products. The service generates its codes. */
  readonly generatedProductId: number
  /** Delivers after a minute, for which a stopping service does not wait. */
  readonly slowProductId: number
}

export interface Wallet {
  readonly customerId: number
  readonly walletId: string
  readonly initialMinor: number
}

const WALLETS_EACH = 4
const INITIAL_FUNDS = 5_000
/** More than all orders of a run cost. */
const DEPOSIT = isLong ? 500_000_000 : 5_000_000
/** More codes than all orders of a run need. */
const STOCKED_CODES = isLong ? 30_000 : 500
const SLOW_MS = 60_000

/** Creates a partner with funds, wallets, and products of each supplier, over HTTP. */
export async function makeFixture(url: string): Promise<Fixture> {
  const http = new Http(url)
  const admin = (target: string, body: object | string, contentType = 'application/json') =>
    callOperator(http, { target, body, contentType })
  const { partnerId } = await admin('/admin/v1/partners', { name: 'Loaded' })
  const credentials: Credentials = await admin(`/admin/v1/partners/${partnerId}/credentials`, {})
  const deposit = { currency: 'USD', amount: DEPOSIT, reference: 'all of it' }
  await admin(`/admin/v1/partners/${partnerId}/deposits`, deposit)
  const product = async (supplier: string, supplierSettings: object = {}): Promise<number> => {
    const sold = { brand: supplier, currency: 'USD', denominationType: 'FIXED', fixedAmounts: [10] }
    const { productId } = await admin('/admin/v1/products', { ...sold, supplier, supplierSettings })
    return productId
  }
  const generatedProductId = await product('generator')
  const stockedProductId = await product('vault')
  const productIds = [generatedProductId, await product('sandbox'), stockedProductId]
  await admin(`/admin/v1/products/${stockedProductId}/codes`, stockFile(), 'text/csv')
  const slowProductId = await product('sandbox', { outcome: 'slow', delayMs: SLOW_MS })
  const partner = signedClient(http, credentials)
  const wallets: Wallet[] = []
  for (let i = 0; i < 2 * WALLETS_EACH; i += 1) {
    const reply = await partner.post('/api/partner/v1/customer', newConsumer(INITIAL_FUNDS))
    const { id, walletId } = dataOf(reply)
    wallets.push({ customerId: id, walletId, initialMinor: INITIAL_FUNDS * 100 })
  }
  http.close()
  const depositMinor = DEPOSIT * 100
  const credited = wallets.slice(0, WALLETS_EACH)
  const debited = wallets.slice(WALLETS_EACH)
  const products = { productIds, generatedProductId, slowProductId }
  return { credentials, depositMinor, credited, debited, ...products }
}

/** Creates a partner with funds in USD, as the operator. */
export async function newPartner(
  { operate }: Endpoint,
  funds: number,
): Promise<{ partnerId: number; credentials: Credentials }> {
  const { partnerId } = dataOf(await operate('POST', '/admin/v1/partners', { name: 'Acme' }))
  const path = `/admin/v1/partners/${partnerId}`
  const deposit = { currency: 'USD', amount: funds, reference: 'wire' }
  dataOf(await operate('POST', `${path}/deposits`, deposit))
  return { partnerId, credentials: dataOf(await operate('POST', `${path}/credentials`, {})) }
}

interface NewConsumer {
  readonly fullName: string
  readonly email: string
  readonly currency: string
  readonly initialFunds: number
}

export function newConsumer(initialFunds: number): NewConsumer {
  const name = randomUUID()
  return {
    // Addresses are sealed, so writes are counted by the name.
    fullName: name,
    email: `${name}@example.com`,
    currency: 'USD',
    initialFunds,
  }
}

function stockFile(): string {
  const codes = Array.from({ length: STOCKED_CODES }, () => `10,${randomUUID()}`)
  return ['faceValue,giftCardNumber', ...codes, ''].join('\n')
}

async function callOperator(
  http: Http,
  { target, body, contentType }: { target: string; body: object | string; contentType: string },
): Promise<Json> {
  const reply: Reply = await http.send({
    method: 'POST',
    target,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}`, 'content-type': contentType },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return dataOf(reply)
}
