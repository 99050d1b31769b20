import { randomUUID } from 'node:crypto'
import { signedClient, type Credentials } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import type { Random } from './chaos-random.ts'
import type { Endpoint } from './endpoint.ts'

/** A partner, its credential, and wallets of its consumers. */
export interface Seller {
  readonly partnerId: number
  readonly credentials: Credentials
  readonly walletIds: readonly string[]
}

/** A supplier with its settings. */
export interface Route {
  readonly supplier: string
  readonly settings: object
}

/** A product, with its first suppliers. */
export interface SoldProduct {
  readonly productId: number
  readonly currency: string
  readonly kind: 'code' | 'topUp' | 'credit'
  /** Its first suppliers, in their order. */
  readonly home: readonly Route[]
}

export interface ChaosFixture {
  readonly sellers: readonly Seller[]
  readonly products: readonly SoldProduct[]
}

export const CURRENCIES = ['USD', 'EUR']
export const WALLET_CURRENCY = 'USD'
const SELLERS = 2
const WALLETS_EACH = 2
const SLOW_MS = 300

/** How the sandbox behaves. */
const SANDBOX_SETTINGS = [
  { outcome: 'issued' },
  { outcome: 'slow', delayMs: SLOW_MS },
  { outcome: 'pending', delayMs: SLOW_MS },
  { outcome: 'unknown' },
  { outcome: 'refused' },
  { outcome: 'out_of_stock' },
  { outcome: 'unfunded' },
]
/** Outcomes with which an order never ends if it has no other supplier. */
export const NEVER_DELIVERS = ['refused', 'out_of_stock', 'unfunded']
const VAULT: Route = { supplier: 'vault', settings: {} }
const GENERATOR: Route = { supplier: 'generator', settings: {} }
const WALLET: Route = { supplier: 'wallet', settings: {} }
export const WILLING: Route = { supplier: 'sandbox', settings: { outcome: 'issued' } }

/** The suppliers of products, alone or beside a sandbox. */
const OTHERS: Readonly<Record<SoldProduct['kind'], readonly Route[]>> = {
  code: [VAULT, VAULT, GENERATOR],
  topUp: [GENERATOR],
  credit: [WALLET],
}
const ALONE_PERCENT = 40

/** Returns one supplier, or two, one of them a sandbox. Wallet credits have only one. */
export function anyRoutes({ kind }: Pick<SoldProduct, 'kind'>, random: Random): readonly Route[] {
  const sandbox: Route = { supplier: 'sandbox', settings: random.pick(SANDBOX_SETTINGS) }
  const other = random.pick(OTHERS[kind])
  if (kind === 'credit' || random.chance(ALONE_PERCENT)) return [random.pick([sandbox, other])]
  return random.pick([
    [sandbox, other],
    [other, sandbox],
  ])
}

/** The suppliers in the form of the operator's API. */
export function supplyOf([first, ...others]: readonly Route[]): object {
  if (!first || others.length > 0) return { suppliers: [first, ...others] }
  return { supplier: first.supplier, supplierSettings: first.settings }
}

export function isStocked({ home }: SoldProduct): boolean {
  return home.includes(VAULT)
}

const PRODUCT_TYPES = { code: 'GIFT_CARD', topUp: 'TOP_UP', credit: 'ACCOUNT_CREDIT' }
const PHONE_FIELD = {
  recipientFields: [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }],
}

/**
 * Makes partners with wallets and no funds, and products of each kind in each currency: with one
 * supplier, and with several. In the currency of the wallets, one product credits them.
 */
export async function makeChaosFixture(endpoint: Endpoint): Promise<ChaosFixture> {
  const sellers: Seller[] = []
  for (let i = 0; i < SELLERS; i += 1) sellers.push(await makeSeller(endpoint))
  const refusing: Route = { supplier: 'sandbox', settings: { outcome: 'refused' } }
  const products: SoldProduct[] = []
  for (const currency of CURRENCIES) {
    const make = async (kind: SoldProduct['kind'], ...home: readonly Route[]): Promise<void> => {
      products.push(await makeProduct(endpoint, { currency, kind, home }))
    }
    for (const home of [VAULT, GENERATOR, WILLING]) await make('code', home)
    await make('code', refusing, VAULT)
    await make('topUp', WILLING)
    await make('topUp', refusing, GENERATOR)
    if (currency === WALLET_CURRENCY) await make('credit', WALLET)
  }
  return { sellers, products }
}

async function makeSeller({ operate, http }: Endpoint): Promise<Seller> {
  const { partnerId } = dataOf(await operate('POST', '/admin/v1/partners', { name: 'Chaotic' }))
  const path = `/admin/v1/partners/${partnerId}/credentials`
  const credentials: Credentials = dataOf(await operate('POST', path, {}))
  const partner = signedClient(http, credentials)
  const walletIds: string[] = []
  for (let i = 0; i < WALLETS_EACH; i += 1) {
    const email = `${randomUUID()}@example.com`
    const consumer = { fullName: 'Someone', email, currency: WALLET_CURRENCY, initialFunds: 0 }
    walletIds.push(dataOf(await partner.post('/api/partner/v1/customer', consumer)).walletId)
  }
  return { partnerId, credentials, walletIds }
}

async function makeProduct(
  { operate }: Endpoint,
  sold: Omit<SoldProduct, 'productId'>,
): Promise<SoldProduct> {
  const { currency, kind, home } = sold
  const amounts = { denominationType: 'FIXED', fixedAmounts: [10, 20] }
  const type = { productType: PRODUCT_TYPES[kind], ...(kind === 'topUp' && PHONE_FIELD) }
  const product = { brand: kind, currency, ...amounts, ...type, ...supplyOf(home) }
  const { productId } = dataOf(await operate('POST', '/admin/v1/products', product))
  return { productId, ...sold }
}
