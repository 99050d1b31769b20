import { randomUUID } from 'node:crypto'
import { signedClient, type Credentials } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import type { Member } from './chaos-fleet.ts'

/** A partner, what it signs with, and wallets of its consumers, in USD. */
export interface Seller {
  readonly partnerId: number
  readonly credentials: Credentials
  readonly walletIds: readonly string[]
}

/** Who supplies a product, and how, at first. */
export interface Home {
  readonly supplier: string
  readonly supplierSettings: object
}

export interface Sold {
  readonly productId: number
  readonly currency: string
  readonly isTopUp: boolean
  readonly home: Home
}

export interface ChaosWorld {
  readonly sellers: readonly Seller[]
  readonly products: readonly Sold[]
}

export const CURRENCIES = ['USD', 'EUR']
const SELLERS = 2
const WALLETS_EACH = 2
const SLOW_MS = 300

/** How the sandbox behaves; those that never deliver do not stay. */
export const WILLING = { outcome: 'issued' }
export const NEVER_DELIVERS = ['refused', 'out_of_stock']
export const MOODS = [
  WILLING,
  { outcome: 'slow', delayMs: SLOW_MS },
  { outcome: 'unknown' },
  { outcome: 'refused' },
  { outcome: 'out_of_stock' },
]
const VAULT: Home = { supplier: 'vault', supplierSettings: {} }
const GENERATOR: Home = { supplier: 'generator', supplierSettings: {} }
const SANDBOX: Home = { supplier: 'sandbox', supplierSettings: WILLING }
const HOMES = [VAULT, GENERATOR, SANDBOX]

const TOP_UP = {
  productType: 'TOP_UP',
  recipientFields: [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }],
}

/** Partners with wallets and no funds; in each currency a product of each kind and a top-up. */
export async function makeChaosWorld(member: Member): Promise<ChaosWorld> {
  const sellers: Seller[] = []
  for (let i = 0; i < SELLERS; i += 1) sellers.push(await makeSeller(member))
  const products: Sold[] = []
  for (const currency of CURRENCIES) {
    for (const home of HOMES) products.push(await makeProduct(member, currency, home))
    products.push(await makeProduct(member, currency, SANDBOX, TOP_UP))
  }
  return { sellers, products }
}

async function makeSeller({ operate, http }: Member): Promise<Seller> {
  const { partnerId } = dataOf(await operate('POST', '/admin/v1/partners', { name: 'Chaotic' }))
  const path = `/admin/v1/partners/${partnerId}/credentials`
  const credentials: Credentials = dataOf(await operate('POST', path, {}))
  const partner = signedClient(http, credentials)
  const walletIds: string[] = []
  for (let i = 0; i < WALLETS_EACH; i += 1) {
    const email = `${randomUUID()}@example.com`
    const consumer = { fullName: 'Someone', email, currency: 'USD', initialFunds: 0 }
    walletIds.push(dataOf(await partner.post('/api/partner/v1/customer', consumer)).walletId)
  }
  return { partnerId, credentials, walletIds }
}

async function makeProduct(
  { operate }: Member,
  currency: string,
  home: Home,
  more: object = {},
): Promise<Sold> {
  const amounts = { denominationType: 'FIXED', fixedAmounts: [10, 20] }
  const product = { brand: home.supplier, currency, ...amounts, ...home, ...more }
  const { productId } = dataOf(await operate('POST', '/admin/v1/products', product))
  return { productId, currency, isTopUp: 'productType' in more, home }
}
