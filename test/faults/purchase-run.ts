import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { eventually } from '../support/eventually.ts'
import { dataOf } from '../support/service.ts'
import type { DatabaseFailure } from './database-failures.ts'
import { expectLedgerBalanced } from './endpoint.ts'
import type { FailingServer } from './failing-server.ts'
import { HaltingDatabase } from './halting-database.ts'
import {
  expectBalanced,
  expectFloats,
  readDelivered,
  reportUnclear,
  takeBack,
} from './purchase-account.ts'
import { PurchaseOrders, type PlacedOrder } from './purchase-orders.ts'
import { PURCHASE_SCENARIOS, type PurchaseScenario, resetBooks } from './purchase-scenarios.ts'
import {
  closeShops,
  type RequestFate,
  makeProducts,
  openShops,
  type PurchaseShop,
} from './purchase-shops.ts'
import { TwoServices } from './two-services.ts'

/** When the services are killed: while a request to buy is held, or at a COMMIT. */
export type Moment =
  | { readonly at: RequestFate }
  | {
      readonly at: 'begun' | 'sent' | 'placed' | 'bought' | 'delivered'
      /** True if PostgreSQL commits nevertheless, without the service learning of it. */
      readonly isCommitted: boolean
    }

/** Deferred triggers, which halt in the COMMIT. */
const TRIGGERS = `
  create constraint trigger begun after insert on supplier_creates deferrable initially deferred
    for each row execute function halt('begun');
  create constraint trigger sent after update on supplier_creates deferrable initially deferred
    for each row when (new.send_no > old.send_no) execute function halt('sent');
  create constraint trigger placed after update on supplier_creates deferrable initially deferred
    for each row when (new.status = 'PLACED' and old.status <> 'PLACED')
    execute function halt('placed');
  create constraint trigger bought after update on supplier_creates deferrable initially deferred
    for each row when (new.status = 'DONE' and old.status <> 'DONE')
    execute function halt('bought');
  create constraint trigger delivered after update on fulfillments deferrable initially deferred
    for each row when (new.status = 'COMPLETED') execute function halt('delivered');`

/** A failure of the database, perhaps with that of both services. */
export interface PurchaseOutage {
  readonly name: string
  readonly isKilled: boolean
  readonly fail: DatabaseFailure
}

/** Many statements of each product stand still at once. */
const SETTINGS = { TESSERA_DB_CONNECTIONS: '40' }
const FACE = 10
const SETTLE_MS = 200

/** Buys at all suppliers in all positions by two services, which are killed meanwhile. */
export class PurchaseRun {
  readonly #server: FailingServer
  readonly #database: HaltingDatabase
  readonly #shops: readonly PurchaseShop[]
  readonly #services: TwoServices
  readonly #products: ReadonlyMap<PurchaseShop, number>
  #rounds = 0
  #held = 0
  #halted = 0

  private constructor(
    server: FailingServer,
    services: TwoServices,
    products: ReadonlyMap<PurchaseShop, number>,
  ) {
    this.#server = server
    this.#database = new HaltingDatabase(server)
    this.#shops = [...products.keys()]
    this.#services = services
    this.#products = products
  }

  static async start(server: FailingServer): Promise<PurchaseRun> {
    const services = await TwoServices.start(server.url, SETTINGS)
    const faces = new Set([FACE, ...PURCHASE_SCENARIOS.flatMap((one) => one.faceValue ?? [])])
    const products = await makeProducts(services.endpoint, await openShops(), [...faces])
    const run = new PurchaseRun(server, services, products)
    await run.#database.prepare(TRIGGERS)
    return run
  }

  /** A summary of the run, in one line. */
  get figures(): string {
    const stopped = `${this.#held} requests held, ${this.#halted} statements halted`
    return `${this.#rounds} rounds, ${this.#services.kills} services killed, ${stopped}`
  }

  close(): Promise<void> {
    return closeShops(this.#shops)
  }

  /** Buys once at each supplier, and kills the services at the moment. */
  async round(scenario: PurchaseScenario, moment: Moment): Promise<void> {
    const orders = await this.#placeAll(scenario, moment)
    // A halted statement locks its batch, so no other worker can lease it.
    if (scenario.isTakenOver && !('isCommitted' in moment)) await this.#takeOver(orders)
    await this.#services.kill()
    if ('isCommitted' in moment) await this.#database.goOn(moment)
    await this.#goOn(scenario, moment, orders)
  }

  /**
   * Buys once at each supplier, and ends the database while the requests to buy are under way. The
   * services are killed as well, or get responses to requests that the new database does not know.
   */
  async failOver(scenario: PurchaseScenario, { fail, isKilled }: PurchaseOutage): Promise<void> {
    const happen = await fail(this.#server)
    const moment: Moment = { at: isKilled ? 'hold' : 'slow' }
    const orders = await this.#placeAll(scenario, moment)
    await happen()
    if (isKilled) await this.#services.kill()
    this.#server.reopen()
    if (isKilled) return this.#goOn(scenario, moment, orders)
    this.#heal(scenario)
    await this.#finish(scenario, orders)
  }

  /** Checks what holds at the end, and ends the services. */
  async end(): Promise<void> {
    const { endpoint } = this.#services
    const orders = new PurchaseOrders(this.#server, [])
    await orders.ask((db) => db.pool.query('update supplier_accounts set asked_at = null'))
    await expectFloats(endpoint, this.#shops)
    await expectLedgerBalanced(endpoint)
    await this.#services.end()
  }

  async #placeAll(scenario: PurchaseScenario, moment: Moment): Promise<PurchaseOrders> {
    this.#rounds += 1
    if ('isCommitted' in moment) await this.#database.haltAt(moment.at)
    const placed = this.#shops.map((shop) => {
      const { one, standIn, gate } = shop
      const quantity = one.recipient ? 1 : (scenario.quantityOf?.(one) ?? 2)
      resetBooks(standIn.books)
      scenario.plant?.(standIn.books, one, quantity)
      if (!('isCommitted' in moment)) gate.shut(moment.at)
      return this.#place(shop, { quantity, amount: scenario.faceValue ?? FACE })
    })
    const orders = new PurchaseOrders(this.#server, await Promise.all(placed))
    await eventually(() => this.#expectInPlace(orders, scenario))
    for (const { gate } of this.#shops) {
      this.#held += gate.held
      gate.letOthersPass()
    }
    this.#halted += await this.#database.haltedNow()
    return orders
  }

  async #place(
    shop: PurchaseShop,
    line: { readonly quantity: number; readonly amount: number },
  ): Promise<PlacedOrder> {
    const productId = this.#products.get(shop) ?? expect.unreachable()
    const { recipient } = shop.one
    const items = [{ productId, ...line, ...(recipient && { recipient }) }]
    const order = { clientReference: randomUUID(), currency: 'EUR', items }
    const { id } = dataOf(await this.#services.partner.post('/v2/orders', order))
    const orders = new PurchaseOrders(this.#server, [])
    return { shop, id, orderNo: await orders.numberOf(order.clientReference) }
  }

  /**
   * Expects that each order has a request that is held, or is at rest. While a statement is halted,
   * a lease suffices: one statement may deliver many orders. So it does if no response comes.
   */
  async #expectInPlace(orders: PurchaseOrders, { isSilent }: PurchaseScenario): Promise<void> {
    const { atRest, begun } = await orders.states()
    const isStill = isSilent === true || (await this.#database.haltedNow()) > 0
    const moving = orders.all.filter(({ shop, orderNo }) => {
      if (shop.gate.held > 0 || atRest.has(orderNo)) return false
      return !isStill || !begun.has(orderNo)
    })
    expect(moving.map(({ shop }) => shop.supplier)).toEqual([])
  }

  /** Halts each service in turn until the other one has leased its work. */
  async #takeOver(orders: PurchaseOrders): Promise<void> {
    for (const process of this.#services.processes) {
      const unrenewed = await orders.unrenewed()
      process.freeze()
      await eventually(async () => expect(await unrenewed()).toBe(0))
      process.thaw()
    }
  }

  /** Starts the killed services again: they buy whatever was not bought. */
  async #goOn(scenario: PurchaseScenario, moment: Moment, orders: PurchaseOrders): Promise<void> {
    if (moment.at !== 'late') for (const { gate } of this.#shops) gate.open()
    await this.#restart(orders, scenario.isKilledAgain)
    if (scenario.isKilledAgain) {
      if (scenario.isCancelled) await this.#cancelAll(orders)
      await this.#services.kill()
      // A request that was not sent before would get no response for minutes.
      for (const { standIn } of this.#shops) standIn.books.faults.length = 0
      await this.#restart(orders)
    }
    this.#heal(scenario)
    await this.#finish(scenario, orders)
  }

  #heal(scenario: PurchaseScenario): void {
    for (const { one, standIn, gate } of this.#shops) {
      gate.open()
      scenario.heal?.(standIn.books, one)
    }
  }

  /**
   * Returns once both services run and have tried each open batch again, or leased it if `isBegun`.
   */
  async #restart(orders: PurchaseOrders, isBegun = false): Promise<void> {
    const untried = await orders.untried(isBegun)
    await orders.endLeases()
    await this.#services.restart()
    await eventually(async () => expect(await untried()).toBe(0))
  }

  async #finish(scenario: PurchaseScenario, orders: PurchaseOrders): Promise<void> {
    const { isCancelled, after } = scenario
    await eventually(async () => {
      await this.#settle(orders)
      if (isCancelled) await this.#cancelAll(orders)
      else await this.#retryAll(orders)
      expect((await orders.open()).map(({ shop }) => shop.supplier)).toEqual([])
    }, SETTLE_MS)
    await readDelivered(this.#services.partner, orders.all)
    const check = () => orders.ask((db) => expectBalanced(db, orders.all, after === 'twice'))
    if (!after) return check()
    if (after === 'reversed') for (const { shop } of orders.all) takeBack(shop)
    await orders.lookAgain()
    await this.#services.kill()
    await this.#restart(orders)
    await eventually(async () => {
      await this.#settle(orders)
      await check()
    }, SETTLE_MS)
  }

  /** Makes time pass, and does what people are asked to do, until all is settled. */
  async #settle(orders: PurchaseOrders): Promise<void> {
    await orders.passTime()
    const unclear = await orders.unclear()
    const shops = this.#shops.filter(({ supplier }) => unclear.has(supplier))
    await reportUnclear(this.#services.endpoint, shops)
  }

  async #cancelAll(orders: PurchaseOrders): Promise<void> {
    for (const { id } of await orders.open()) {
      const path = `/admin/v1/orders/${id}/cancel`
      await this.#services.endpoint.operate('POST', path, { reason: 'asked for' })
    }
  }

  async #retryAll(orders: PurchaseOrders): Promise<void> {
    for (const { id } of await orders.open()) {
      await this.#services.endpoint.operate('POST', `/admin/v1/orders/${id}/retry`, {})
    }
  }
}
