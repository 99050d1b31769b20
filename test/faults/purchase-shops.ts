import { SHOPS } from '../../src/stand-ins/mod.ts'
import { type Shop, type StandIn, startStandIn } from '../../src/stand-ins/stand-in.ts'
import { type Case, CASES } from '../connectors/bench.ts'
import { dataOf } from '../support/service.ts'
import { type HttpProxy, type Passing, startHttpProxy } from '../support/http-proxy.ts'
import type { Endpoint } from './endpoint.ts'
import { OPENING_FUNDS } from './purchase-scenarios.ts'

/**
 * The fate of requests to buy while the services are killed:
 *   lose   they never arrive
 *   late   they arrive when services that were started anew have looked for them
 *   hold   they are executed, and the response never arrives
 *   slow   they arrive later, and get a response
 */
export type RequestFate = 'lose' | 'late' | 'hold' | 'slow'

/** One case of a supplier, with our account there. */
export interface PurchaseShop {
  readonly one: Case
  readonly standIn: StandIn
  readonly proxy: HttpProxy
  readonly gate: Gate
  /** `ding:k3`; see `openAccounts`. */
  readonly supplier: string
  readonly account: string
  /** Number of units that were sold a second time under the same reference. */
  duplicateUnits: number
  /** The texts that the partner has. */
  readonly delivered: string[]
  /** The texts that the supplier has taken back after the delivery. */
  readonly reversed: string[]
}

const FATES = { lose: 'lose', late: 'hold', hold: 'hold', slow: 'pass' } as const

/** Holds the requests to buy of one supplier. */
class Gate {
  #kind: RequestFate | undefined
  #open: () => void = () => {}
  #opened: Promise<void> = Promise.resolve()
  /** Number of requests that were held since the gate was shut. */
  held = 0

  get kind(): RequestFate | undefined {
    return this.#kind
  }

  shut(kind: RequestFate): void {
    this.#kind = kind
    this.held = 0
    this.#opened = new Promise((resolve) => {
      this.#open = resolve
    })
  }

  /** Holds no further request. Requests that are held already stay so until `open`. */
  letOthersPass(): void {
    this.#kind = undefined
  }

  open(): void {
    this.#kind = undefined
    this.#open()
  }

  async pass(): Promise<void> {
    this.held += 1
    if (this.#kind !== 'hold') await this.#opened
  }
}

/** Starts a stand-in for each supplier in each position, behind a proxy. */
export async function openShops(): Promise<PurchaseShop[]> {
  return Promise.all(CASES.map(openShop))
}

async function openShop(one: Case, at: number): Promise<PurchaseShop> {
  const shop = SHOPS[one.shop].open(switchesOf(one))
  const standIn = await startStandIn(shop)
  standIn.books.funds.set('EUR', OPENING_FUNDS)
  const gate = new Gate()
  const isHeld = (passing: Passing): boolean => gate.kind !== undefined && isCreate(shop, passing)
  const proxy = await startHttpProxy({
    target: standIn.url,
    fate(passing) {
      if (!isHeld(passing)) return { fate: 'pass' }
      return { fate: FATES[gate.kind ?? 'slow'] }
    },
    ready: (passing) => (isHeld(passing) ? gate.pass() : Promise.resolve()),
  })
  const account = `k${at}`
  const supplier = `${one.shop}:${account}`
  const counted = { duplicateUnits: 0, delivered: [], reversed: [] }
  return { one, standIn, proxy, gate, supplier, account, ...counted }
}

function switchesOf({ shop, position, switches }: Case): Case['switches'] {
  // The services sign with the real time, so the stand-in checks it.
  if (shop === 'plugin') return undefined
  // In the asynchronous case, sales can be taken back.
  return shop === 'tillo' && position === 'sync' ? { ...switches, undo: 'refused' } : switches
}

export async function closeShops(shops: readonly PurchaseShop[]): Promise<void> {
  for (const { gate, proxy, standIn } of shops) {
    gate.open()
    await proxy.close()
    await standIn.close()
  }
}

function isCreate(shop: Shop, { method, target, body }: Passing): boolean {
  const { pathname, searchParams: query } = new URL(target, 'http://stand-in')
  const [, host = '', ...rest] = pathname.split('/')
  const path = `/${rest.join('/')}`
  const call = { method, host, path, query, headers: {}, json: undefined, text: body, target }
  return shop.kindOf(call) === 'create'
}

const DIGITS = '[+]?[0-9]{8,15}'

/** Registers an account at each supplier; returns the product that each sells. */
export async function makeProducts(
  { operate }: Endpoint,
  shops: readonly PurchaseShop[],
  faceValues: readonly number[],
): Promise<ReadonlyMap<PurchaseShop, number>> {
  const products = new Map<PurchaseShop, number>()
  for (const shop of shops) {
    const { one, account: name, proxy } = shop
    const account = {
      adapter: one.shop,
      name,
      environment: 'sandbox',
      baseUrl: proxy.url,
      secrets: SHOPS[one.shop].secrets,
      settings: one.account ?? {},
    }
    dataOf(await operate('POST', '/admin/v1/suppliers', account))
    const [field] = Object.keys(one.recipient ?? {})
    const product = {
      brand: shop.supplier,
      currency: 'EUR',
      denominationType: 'FIXED',
      fixedAmounts: faceValues,
      productType: one.productType,
      supplier: one.shop,
      supplierSettings: { account: name, ...one.settings },
      ...(field !== undefined && {
        recipientFields: [{ name: field, label: field, required: true, pattern: DIGITS }],
      }),
    }
    const { productId } = dataOf(await operate('POST', '/admin/v1/products', product))
    products.set(shop, Number(productId))
  }
  return products
}
