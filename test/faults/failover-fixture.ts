import { randomUUID } from 'node:crypto'
import { signedClient, type Credentials } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import type { Seller } from './chaos-fixture.ts'
import type { Endpoint } from './endpoint.ts'

/**
 * The partners and the ids of the products of a load over a failover. All products have face values
 * of 10 and 20 USD.
 */
export interface FailoverFixture {
  readonly sellers: readonly Seller[]
  /** Sold from stock alone. */
  readonly stocked: number
  /** Sold from stock that orders wait for. */
  readonly scarce: number
  /** Sold from stock by a worker: the first supplier refuses. */
  readonly backed: number
  /** Sells codes that the service makes itself. */
  readonly generated: number
  /** A slow sandbox. */
  readonly slow: number
  /** Credits wallets. */
  readonly credit: number
}

export const CURRENCIES = ['USD', 'EUR'] as const
export const FACES = [10, 20] as const
const SELLERS = 3
const WALLETS_EACH = 2
const DEPOSIT = 50_000_000
const SLOW_MS = 700

const REFUSES = { supplier: 'sandbox', settings: { outcome: 'refused' } }
const VAULT = { supplier: 'vault', settings: {} }

export function stockedProducts({ stocked, scarce, backed }: FailoverFixture): readonly number[] {
  return [stocked, scarce, backed]
}

/** Creates partners with plenty of funds and wallets, a rate, and products of several suppliers. */
export async function makeFailoverFixture(endpoint: Endpoint): Promise<FailoverFixture> {
  const sellers: Seller[] = []
  for (let i = 0; i < SELLERS; i += 1) sellers.push(await makeSeller(endpoint))
  await setRate(endpoint, 0.9)
  const slow = { outcome: 'slow', delayMs: SLOW_MS }
  return {
    sellers,
    stocked: await makeProduct(endpoint, { supplier: 'vault' }),
    scarce: await makeProduct(endpoint, { supplier: 'vault' }),
    backed: await makeProduct(endpoint, { suppliers: [REFUSES, VAULT] }),
    generated: await makeProduct(endpoint, { supplier: 'generator' }),
    slow: await makeProduct(endpoint, { supplier: 'sandbox', supplierSettings: slow }),
    credit: await makeProduct(endpoint, { supplier: 'wallet', productType: 'ACCOUNT_CREDIT' }),
  }
}

export async function setRate({ operate }: Endpoint, rate: number): Promise<void> {
  const rates = [{ from: 'USD', to: 'EUR', rate }]
  dataOf(await operate('PUT', '/admin/v1/fx-rates', { rates }))
}

async function makeSeller({ operate, http }: Endpoint): Promise<Seller> {
  const { partnerId } = dataOf(await operate('POST', '/admin/v1/partners', { name: 'Failing' }))
  const path = `/admin/v1/partners/${partnerId}`
  for (const currency of CURRENCIES) {
    const deposit = { currency, amount: DEPOSIT, reference: randomUUID() }
    dataOf(await operate('POST', `${path}/deposits`, deposit))
  }
  const credentials: Credentials = dataOf(await operate('POST', `${path}/credentials`, {}))
  const partner = signedClient(http, credentials)
  const walletIds: string[] = []
  for (let i = 0; i < WALLETS_EACH; i += 1) {
    const email = `${randomUUID()}@example.com`
    const consumer = { fullName: 'Someone', email, currency: 'USD', initialFunds: 0 }
    walletIds.push(dataOf(await partner.post('/api/partner/v1/customer', consumer)).walletId)
  }
  return { partnerId, credentials, walletIds }
}

async function makeProduct({ operate }: Endpoint, supply: object): Promise<number> {
  const product = newProduct('first', supply)
  return dataOf(await operate('POST', '/admin/v1/products', product)).productId
}

export function newProduct(brand: string, supply: object): object {
  return { brand, currency: 'USD', denominationType: 'FIXED', fixedAmounts: FACES, ...supply }
}
