import { expect } from 'vitest'
import { ADAPTERS } from '../../src/connectors/adapters/mod.ts'
import { Connections } from '../../src/connectors/connections.ts'
import { createConnector } from '../../src/connectors/supplier.ts'
import { decimal, scaled } from '../../src/stand-ins/books.ts'
import type { IssueRequest, Supplier } from '../../src/supply/mod.ts'
import { Random } from '../faults/chaos-random.ts'
import { resetBooks } from '../faults/purchase-scenarios.ts'
import { type Fixture, openFixture } from '../inventory/fixture.ts'
import { type Bench, CASES, followDue, openBench, placeOrder, textsOf, textsSold } from './bench.ts'
import { accountOf, closeByBooks, type Supplied } from './close-by-books.ts'
import { type Form, formOf } from './history-form.ts'
import {
  costOfOrders,
  forgetPurchases,
  isAnyDue,
  rowsOf,
  stockTexts,
  reportedTexts,
  unclearAccounts,
} from './history-texts.ts'

/**
 * Every supplier at each of its positions, from which two processes buy, with its own database.
 */
export interface World {
  run(seed: number): Promise<void>
  close(): Promise<void>
}

interface Shop extends Supplied {
  readonly workers: readonly Supplier[]
}

interface Order {
  readonly shop: Shop
  readonly request: IssueRequest
  isOpen: boolean
  isCancelled: boolean
  /** The delivered codes; undefined before the delivery. */
  texts: readonly string[] | undefined
}

const STEPS = 40
/** Our funds at each supplier, in EUR: enough for all histories of a run. */
const FUNDS = '1000000000'
const SECOND_MS = 1_000
const HOUR_MS = 3_600_000
/** The number of times that a few due purchases are followed. */
const DUE_TIMES = 30
const DAY_MS = 24 * HOUR_MS
/** No supplier works on a request for as long as the kit waits before it repeats one. */
const UNDER_WAY_MS_MAX = 60 * SECOND_MS
/** Longer than a request to buy may be under way. */
const UNSURE_MS = 300 * SECOND_MS

export async function openWorld(): Promise<World> {
  const fixture = await openFixture()
  const shops: Shop[] = []
  const others: Connections[] = []
  for (const one of CASES) {
    const bench = await openBench(fixture, one)
    bench.books.funds.set('EUR', scaled(FUNDS))
    const connections = new Connections({ ...bench.options, adapters: ADAPTERS })
    others.push(connections)
    const other = createConnector(ADAPTERS[one.shop], { ...bench.options, connections })
    shops.push({ one, bench, workers: [bench.supplier, other] })
  }
  return {
    run: (seed) => new History(fixture, shops, seed).run(),
    async close() {
      for (const connections of others) connections.close()
      for (const { bench } of shops) await bench.close()
      await fixture.end()
    },
  }
}

class History {
  readonly #fixture: Fixture
  readonly #shops: readonly Shop[]
  readonly #random: Random
  readonly #form: Form
  readonly #orders: Order[] = []
  /** The milliseconds since requests under way were last ended. */
  #sinceEnded = 0

  constructor(fixture: Fixture, shops: readonly Shop[], seed: number) {
    this.#fixture = fixture
    this.#shops = shops
    this.#random = new Random(seed)
    this.#form = formOf(seed)
  }

  async run(): Promise<void> {
    await this.#begin()
    const since = this.#fixture.clock.now()
    for (let step = 0; step < STEPS; step += 1) await this.#act()
    await this.#end()
    for (const shop of this.#shops) await this.#check(shop, since)
  }

  /** Deletes what earlier histories left, also one that has failed. */
  async #begin(): Promise<void> {
    // Longer than any supplier makes us wait, and than the check of a product is valid.
    this.#pass(HOUR_MS)
    for (const { bench } of this.#shops) {
      resetBooks(bench.books)
      bench.books.underWay.clear()
      bench.books.sales.length = 0
      bench.books.funds.set('EUR', scaled(FUNDS))
    }
    await forgetPurchases(this.#fixture)
  }

  async #act(): Promise<void> {
    const random = this.#random
    const { bench } = random.pick(this.#shops)
    const { books } = bench
    const order = this.#orders.length === 0 ? undefined : random.pick(this.#orders)
    const chance = random.below(100)
    if (chance < 22 || !order) return this.#order()
    if (chance < 50) return this.#ask(order, random.chance(30))
    if (chance < 72) {
      const request = random.pick(['create', 'create', 'lookUp', 'codes', 'any'] as const)
      books.faults.push({
        of: request,
        does: random.pick(this.#form.faults),
        times: random.between(1, 3),
      })
    } else if (chance < 82) this.#pass(random.between(1, 200) * SECOND_MS)
    else if (chance < 85) books.underWay.clear()
    else if (chance < 88) books.isSlow = !books.isSlow
    else if (chance < 91) books.unitsLeft = [undefined, 0, 1, 5][random.below(4)]
    else if (chance < 93) {
      if (this.#isPriced(bench)) books.discountPercent = BigInt(random.between(0, 9))
    } else if (chance < 96) return this.#cancel(order)
    else if (chance < 98) return this.#follow()
    else books.faults.length = 0
  }

  /** False for DingConnect: its commission comes back later, so the amount sent is the price. */
  #isPriced(bench: Bench): boolean {
    return this.#shops.find((shop) => shop.bench === bench)?.one.shop !== 'ding'
  }

  #pass(ms: number): void {
    this.#sinceEnded += ms
    if (this.#sinceEnded > UNDER_WAY_MS_MAX) {
      this.#sinceEnded = 0
      for (const { bench } of this.#shops) bench.books.underWay.clear()
    }
    this.#fixture.clock.set(this.#fixture.clock.now() + ms)
  }

  async #order(): Promise<void> {
    const shop = this.#random.pick(this.#shops)
    const { one, bench } = shop
    const request = bench.request(
      one.recipient ? 1 : this.#random.between(1, this.#form.quantityMax),
    )
    await placeOrder(this.#fixture, request)
    const order = { shop, request, isOpen: false, isCancelled: false, texts: undefined }
    this.#orders.push(order)
    await this.#ask(order, this.#random.chance(20))
  }

  /** One worker requests the batch, or both do at once. */
  async #ask(order: Order, isByBoth: boolean): Promise<void> {
    if (order.isCancelled || order.texts) return
    const { shop, request } = order
    const workers = isByBoth ? shop.workers : [this.#random.pick(shop.workers)]
    const outcomes = await Promise.all(
      workers.map((worker) => (order.isOpen ? worker.lookUp([request]) : worker.issue([request]))),
    )
    for (const [outcome] of outcomes) {
      order.isOpen = outcome?.outcome === 'pending' || outcome?.outcome === 'unknown'
      if (outcome?.outcome !== 'issued') continue
      const codes = outcome.goods.flatMap((one) => ('codes' in one ? one.codes : []))
      if (order.texts) expect(textsOf(codes)).toEqual(order.texts)
      order.texts = textsOf(codes)
    }
  }

  async #cancel(order: Order): Promise<void> {
    if (order.isCancelled || order.texts) return
    order.isCancelled = true
    await this.#random.pick(order.shop.workers).release([order.request])
  }

  async #follow(): Promise<void> {
    const [shop] = this.#shops
    await followDue((shop ?? expect.unreachable()).bench)
  }

  /** Ends all faults, and settles everything, by people if their decision is needed. */
  async #end(): Promise<void> {
    for (const { books } of this.#shops.map(({ bench }) => bench)) {
      books.faults.length = 0
      books.underWay.clear()
      books.isSlow = false
      books.unitsLeft = undefined
    }
    for (let round = 0; round < 60; round += 1) {
      // The longer pause lets a person close a purchase that is polled rarely.
      if (round >= 20 && round % 2 === 0) this.#pass(HOUR_MS)
      else this.#pass(round < 20 ? 40 * SECOND_MS : HOUR_MS / 6)
      const open = this.#orders.filter(({ isCancelled, texts }) => !isCancelled && !texts)
      for (const order of open) await this.#ask(order, false)
      await this.#follow()
      await this.#closeAll()
      if (open.length === 0 && round > 6) break
    }
    for (const days of this.#form.daysAfter) {
      this.#pass(days * DAY_MS)
      await this.#followAll()
      // A person decides only once no request can arrive any more.
      this.#pass(UNSURE_MS)
      await this.#closeAll()
    }
    await this.#followAll()
    const openOrders = this.#orders.filter(({ isCancelled, texts }) => !isCancelled && !texts)
    expect(openOrders.map(({ request }) => request.settings)).toEqual([])
  }

  async #followAll(): Promise<void> {
    for (let time = 0; time < DUE_TIMES && (await isAnyDue(this.#fixture)); time += 1) {
      await this.#follow()
    }
  }

  async #closeAll(): Promise<void> {
    const unclear = await unclearAccounts(this.#fixture)
    for (const shop of this.#shops)
      if (unclear.has(accountOf(shop))) await closeByBooks(this.#fixture, shop)
  }

  async #check(shop: Shop, since: number): Promise<void> {
    const { one, bench } = shop
    const { sales } = bench.books
    if (sales.length === 0 && this.#orders.every((order) => order.shop !== shop)) return
    const stocked = await stockTexts(this.#fixture, bench.request(1).productId, since)
    const own = this.#orders.filter((order) => order.shop === shop)
    const delivered = own.flatMap(({ texts }) => texts ?? [])
    const receivedTexts = [...delivered, ...stocked].toSorted()
    const position = `${one.shop}, ${one.position}`
    expect({ position, size: new Set(receivedTexts).size }).toEqual({
      position,
      size: receivedTexts.length,
    })

    const texts = textsSold(bench.books, one)
    // Neither a unit that was paid twice nor one that a person has received already is delivered
    // again.
    const textsForPerson = reportedTexts(own)
    const missing = texts.filter((text) => !receivedTexts.includes(text))
    const unpaid = receivedTexts.filter((text) => !texts.includes(text))
    const lost = missing.filter((text) => !textsForPerson.has(text))
    expect({ position, unpaid, lost }).toEqual({ position, unpaid: [], lost: [] })

    const unseen = await rowsOf(
      this.#fixture,
      sales.filter(({ status }) => status === 'processing'),
    )
    const done = sales.filter(({ status }) => status === 'done')
    const costs = done.reduce((sum, { price }) => sum + price, 0n)
    const remainingFunds = decimal((bench.books.funds.get('EUR') ?? 0n) + costs)
    const numbers = own.map(({ request }) => request.orderNo)
    const cost = await costOfOrders(this.#fixture, numbers)
    expect({ position, unseen, cost, remainingFunds }).toEqual({
      position,
      unseen: [],
      cost: decimal(costs),
      remainingFunds: FUNDS,
    })
  }
}
