import { EVENT_TYPES } from '../../src/events/mod.ts'
import { signedClient, type Credentials } from '../support/client.ts'
import { dataOf } from '../support/service.ts'
import { PRODUCTS, RATES } from '../worlds/catalog.ts'
import { keyOf, major } from '../worlds/http-acts.ts'
import type { Endpoint } from '../faults/endpoint.ts'
import type { Cluster } from './cluster.ts'
import type { MailServer } from './mail-server.ts'
import type { Member } from './member.ts'
import type { Receiver } from './receiver.ts'
import { BOUGHT_PRODUCT, FIRST_DEPOSITS, PARTNERS, WALLETS, type Fault } from './script.ts'
import type { Seller, Sending } from './requests.ts'
import type { Suppliers } from './suppliers.ts'
import { openWalletPages } from './wallet-requests.ts'

const SUPPLIERS = { stock: 'vault', generated: 'generator', bought: 'sandbox' } as const

/** The scene of a history: its own partners, on processes that other histories may have used. */
export interface Scene {
  readonly cluster: Cluster
  readonly receiver: Receiver
  readonly mails: MailServer
  readonly suppliers: Suppliers
  readonly productIds: readonly number[]
  readonly sellers: readonly Seller[]
  /** The faults that have struck. */
  readonly struck: Fault[]
  sendingOf(partner: number): Sending
}

/**
 * Creates the rates, suppliers and products that all histories of a cluster share. Returns the ids
 * of the products.
 */
export async function makeProducts(
  { operate }: Endpoint,
  { accounts, routes }: Suppliers,
): Promise<number[]> {
  const rates = RATES.map(([from, to, rate]) => ({ from, to, rate: Number(rate) }))
  dataOf(await operate('PUT', '/admin/v1/fx-rates', { rates }))
  for (const account of accounts) dataOf(await operate('POST', '/admin/v1/suppliers', account))
  const ids: number[] = []
  for (const [at, { brand, code, supply, fixed, range }] of PRODUCTS.entries()) {
    if (supply === 'credit') continue
    const amounts = fixed
      ? { denominationType: 'FIXED', fixedAmounts: fixed.map(Number) }
      : {
          denominationType: 'VARIABLE',
          minAmount: Number(range?.[0]),
          maxAmount: Number(range?.[1]),
        }
    const from = at === BOUGHT_PRODUCT ? { suppliers: routes } : { supplier: SUPPLIERS[supply] }
    const product = { brand, currency: code, ...from, ...amounts }
    ids.push(dataOf(await operate('POST', '/admin/v1/products', product)).productId)
  }
  return ids
}

export async function openScene(
  shared: Pick<Scene, 'cluster' | 'receiver' | 'mails' | 'suppliers' | 'productIds'>,
): Promise<Scene> {
  const { cluster, receiver, productIds } = shared
  const [first] = cluster.members
  if (!first) throw new Error('a cluster has a member')
  const sellers: Seller[] = []
  while (sellers.length < PARTNERS) sellers.push(await makeSeller(first, receiver))
  return {
    ...shared,
    sellers,
    struck: [],
    sendingOf(partner) {
      const seller = sellers[partner]
      if (!seller) throw new Error(`no partner ${partner}`)
      return { seller, productIds }
    },
  }
}

async function makeSeller({ endpoint, pages }: Member, receiver: Receiver): Promise<Seller> {
  const { operate, http } = endpoint
  const { partnerId } = dataOf(await operate('POST', '/admin/v1/partners', { name: 'Simulated' }))
  const path = `/admin/v1/partners/${partnerId}`
  const credentials: Credentials = dataOf(await operate('POST', `${path}/credentials`, {}))
  const partner = signedClient(http, credentials)
  dataOf(await operate('PATCH', path, { walletSpending: true }))
  const walletIds: string[] = []
  for (const [at, currency] of WALLETS.entries()) {
    const consumer = { fullName: 'Someone', email: `${partnerId}-${at}@example.com`, currency }
    const reply = await partner.post('/api/partner/v1/customer', { ...consumer, initialFunds: 0 })
    walletIds.push(dataOf(reply).walletId)
  }
  const eventTypes = EVENT_TYPES.filter((type) => /^(?:order|wallet|link)\./.test(type))
  const url = receiver.urlOf(hookOf(partnerId))
  dataOf(await partner.post('/v2/webhook-endpoints', { url, eventTypes }))
  for (const { code: currency, amount: minor, key } of FIRST_DEPOSITS) {
    const deposit = { currency, amount: major(minor, currency), reference: keyOf(key) }
    dataOf(await operate('POST', `${path}/deposits`, deposit))
  }
  const walletCookies = await openWalletPages({ partner, pages }, walletIds)
  return { partnerId, credentials, walletIds, walletCookies }
}

/** The path of a partner's webhook endpoint. */
export function hookOf(partnerId: number): string {
  return `/of/${partnerId}`
}
