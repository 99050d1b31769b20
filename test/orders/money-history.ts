import { randomUUID } from 'node:crypto'
import { expect } from 'vitest'
import { transactWallet } from '../../src/consumers/mod.ts'
import { MS_PER_DAY, Refusal } from '../../src/core/mod.ts'
import { findOrder, fingerprintOf, listBatches, type Order } from '../../src/orders/mod.ts'
import { deposit, reverse } from '../../src/partners/mod.ts'
import { TESTER } from '../support/tester.ts'
import { currency, minor } from '../support/domain.ts'
import { eventually } from '../support/eventually.ts'
import { expectEventsReplay } from '../support/order-events.ts'
import type { FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { expectCosts } from './expect-costs.ts'
import { hurry, reportedCharges, snapshotOf, stockCountOf, underWay } from './money-snapshot.ts'
import {
  CURRENCIES,
  priceOf,
  SumsByCurrency,
  type Code,
  type LinePrice,
  type SoldProduct,
  type Fixture,
} from './money-fixture.ts'
import { ignoreRefusal, isFinal, refundItem, type RefundStep, type Step } from './money-steps.ts'
import type { MoodySupplier } from './moody-supplier.ts'

interface PlacedOrder {
  readonly order: Order
  readonly code: Code
  readonly lines: readonly { readonly sold: SoldProduct; readonly quantity: number }[]
}

const PLENTY = 900_000

/** A partner's history, and plain sums of it to compare with. */
export class MoneyHistory {
  /** Names of events that have happened, for tests to check. */
  readonly seen = new Set<string>()
  readonly #fixture: FulfillmentFixture
  readonly #money: Fixture
  readonly #supplier: MoodySupplier
  readonly #placed: PlacedOrder[] = []
  readonly #deposited = new SumsByCurrency()
  readonly #movedToWallets = new SumsByCurrency()
  readonly #refunded = new SumsByCurrency()
  #imported = 0

  constructor(fixture: FulfillmentFixture, money: Fixture, supplier: MoodySupplier) {
    this.#fixture = fixture
    this.#money = money
    this.#supplier = supplier
  }

  async perform(step: Step): Promise<void> {
    try {
      await this.#perform(step)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      this.seen.add(error.kind)
    }
    await this.check()
  }

  async #perform(step: Step): Promise<void> {
    const { db, clock, orders } = this.#fixture
    const { partnerId } = this.#money
    switch (step.act) {
      case 'deposit':
      case 'reverse':
        return this.#fund(step.act, step.code, step.units)
      case 'place':
        return this.#place(step.code, step.lines)
      case 'cancel':
      case 'retry':
        return this.#cancelOrRetry(step.act, step.at)
      case 'refund':
        return this.#refund(step)
      case 'credit':
      case 'debit':
        return this.#transact(step.act, step.code, step.units)
      case 'restock':
        return this.#restock(step.count)
      case 'hurry':
        return hurry(db, partnerId)
      case 'work':
        return this.#quiet()
      case 'deadline':
        clock.advance(8 * MS_PER_DAY)
        return orders.sweep()
    }
  }

  /**
   * Checks what is true at every instant: all money is where the orders say, and the events of each
   * order lead to its status.
   */
  async check(): Promise<void> {
    await expectEventsReplay(this.#fixture.db)
    for (const sums of await snapshotOf(this.#fixture.db, this.#money.partnerId)) {
      const { currency: code, posted, held, issued, wallets } = sums
      const deposited = this.#deposited.of(code)
      const available = posted - held
      const sold = issued + sums.fees - sums.discounts - sums.refunds
      expect({ code, deposits: sums.deposits }).toEqual({ code, deposits: deposited })
      expect({ code, sum: available + held + sold + wallets }).toEqual({ code, sum: deposited })
      expect({ code, held }).toEqual({ code, held: sums.heldByOrders })
      const refunds = this.#refunded.of(code)
      expect({ code, refunds: sums.refunds }).toEqual({ code, refunds })
      const spent = sums.chargedByOrders + this.#movedToWallets.of(code) - refunds
      expect({ code, posted }).toEqual({ code, posted: deposited - spent })
    }
  }

  /** Brings funds and stock and ends all waits, so that every order ends, and checks all sums. */
  async end(): Promise<void> {
    this.#supplier.isHealed = true
    for (const code of CURRENCIES) await this.#fund('deposit', code, PLENTY)
    await this.#restock(100)
    await eventually(async () => {
      await hurry(this.#fixture.db, this.#money.partnerId)
      for (const at of this.#placed.keys())
        await this.#cancelOrRetry('retry', at).catch(ignoreRefusal)
      const orders = await Promise.all(this.#placed.map((placed) => this.#stateOf(placed)))
      expect(orders.filter(({ status }) => !isFinal(status))).toEqual([])
    })
    await this.#quiet()
    for (const at of this.#placed.keys()) {
      await this.#refund({ act: 'refund', at, item: 0, isPartial: false }).catch(ignoreRefusal)
    }
    await this.check()
    await this.#checkMoney()
    await this.#checkStock()
  }

  /** Checks to the minor unit that deliveries are charged at the price of their order. */
  async #checkMoney(): Promise<void> {
    const faces = new SumsByCurrency()
    const discounts = new SumsByCurrency()
    const fees = new SumsByCurrency()
    const charged = new SumsByCurrency()
    const credited = new SumsByCurrency()
    for (const placed of this.#placed) {
      const { face, discount, fee } = await this.#priceOf(placed)
      expect((await this.#stateOf(placed)).chargedMinor).toBe(face - discount + fee)
      charged.add(placed.code, face - discount + fee)
      faces.add(placed.code, face)
      discounts.add(placed.code, discount)
      fees.add(placed.code, fee)
      for (const [code, amount] of await this.#creditsOf(placed)) credited.add(code, amount)
    }
    const reported = await reportedCharges(this.#fixture.db, this.#money.partnerId)
    for (const code of CURRENCIES) {
      expect(reported.refunds.of(code)).toBe(this.#refunded.of(code))
      expect(reported.charges.of(code)).toBe(charged.of(code) - this.#refunded.of(code))
    }
    for (const sums of await snapshotOf(this.#fixture.db, this.#money.partnerId)) {
      const { currency: code } = sums
      const moved = this.#movedToWallets.of(code)
      const toWallets = credited.of(code)
      expect(sums).toMatchObject({
        currency: code,
        held: 0n,
        issued: faces.of(code) - toWallets,
        discounts: discounts.of(code),
        fees: fees.of(code),
        wallets: moved + toWallets,
      })
      const spent = faces.of(code) - discounts.of(code) + fees.of(code)
      expect(sums.posted).toBe(this.#deposited.of(code) - spent - moved + this.#refunded.of(code))
    }
  }

  /** Checks that the codes of completed orders have a cost, and that all other codes are free. */
  async #checkStock(): Promise<void> {
    const [stocked] = this.#money.products
    const sold = new SumsByCurrency()
    for (const placed of this.#placed) {
      if ((await this.#stateOf(placed)).status !== 'COMPLETED') continue
      for (const line of placed.lines) {
        if (line.sold === stocked) sold.add(placed.code, BigInt(line.quantity))
      }
    }
    const [productId, imported] = [stocked?.product.productId ?? 0, BigInt(this.#imported)]
    const free = CURRENCIES.reduce((left, code) => left - sold.of(code), imported)
    expect(await stockCountOf(this.#fixture.db, productId)).toEqual({ imported, free })
    await expectCosts(this.#fixture.db, this.#money.partnerId, { productId, sold })
  }

  /** The price of the units that an order delivered; each line's discount is rounded once. */
  async #priceOf(placed: PlacedOrder): Promise<LinePrice> {
    const { status } = await this.#stateOf(placed)
    const delivered = status === 'COMPLETED' ? placed.lines : await this.#keptOf(placed)
    const price = { face: 0n, discount: 0n, fee: 0n }
    for (const { sold, quantity } of delivered) {
      const { face, discount, fee } = priceOf(sold, quantity, placed.code)
      price.face += face
      price.discount += discount
      price.fee += fee
    }
    this.seen.add(status === 'CANCELLED' && price.face > 0n ? 'CANCELLED, charged in part' : status)
    return price
  }

  /** The deliveries of a cancelled order that cannot be taken back, line by line. */
  async #keptOf({ order, lines }: PlacedOrder): Promise<PlacedOrder['lines']> {
    const all = { page: 1, pageSize: 100 }
    const { batches } = await listBatches(this.#fixture.db, order, all)
    const issued = new Set(this.#supplier.deliveredTo(order).map(({ batchNo }) => batchNo))
    return lines.map(({ sold }, at) => {
      const delivered = batches.filter(
        ({ batchNo, lineNo, status }) =>
          lineNo === at + 1 &&
          ((sold.delivers === 'receipts' && issued.has(batchNo)) ||
            (sold.delivers === 'credits' && status === 'COMPLETED')),
      )
      return { sold, quantity: delivered.reduce((sum, { quantity }) => sum + quantity, 0) }
    })
  }

  async #creditsOf(placed: PlacedOrder): Promise<[Code, bigint][]> {
    const { status } = await this.#stateOf(placed)
    const delivered = status === 'COMPLETED' ? placed.lines : await this.#keptOf(placed)
    const credits = delivered.filter(({ sold }) => sold.delivers === 'credits')
    return credits.map(({ sold, quantity }) => [sold.code, sold.faceMinor * BigInt(quantity)])
  }

  async #fund(act: 'deposit' | 'reverse', code: Code, units: number): Promise<void> {
    const [{ ledger }, { partnerId }] = [this.#fixture, this.#money]
    const amountMinor = minor(units, code)
    const signed: bigint = act === 'deposit' ? amountMinor : 0n - amountMinor
    const movement = { partnerId, currency: code, amountMinor, reference: randomUUID() }
    if (act === 'deposit') await deposit(ledger, { ...movement, actor: TESTER })
    else await reverse(ledger, { ...movement, actor: TESTER, reason: 'chargeback' })
    this.#deposited.add(code, signed)
  }

  async #place(code: Code, requestedLines: readonly (readonly number[])[]): Promise<void> {
    const lines = requestedLines.flatMap(([product = 0, quantity = 1]) => {
      const sold = this.#money.products[product % this.#money.products.length]
      return sold ? [{ sold, quantity }] : []
    })
    const items = lines.map(({ sold: { product, amount, recipient }, quantity }) => {
      const { productId } = product
      return { productId, amount, quantity, ...(recipient && { recipient }) }
    })
    const body = { clientReference: randomUUID(), idempotencyKey: undefined, items }
    const fingerprint = fingerprintOf({ ...body, idempotencyKey: null, currency: code })
    const input = { ...body, currency: currency(code), fingerprint }
    const { order } = await this.#fixture.orders.place(this.#money.partnerId, input)
    this.#placed.push({ order, code, lines })
  }

  async #cancelOrRetry(act: 'cancel' | 'retry', at: number): Promise<void> {
    const placed = this.#placed[at % Math.max(1, this.#placed.length)]
    if (!placed) return
    await this.#fixture.orders[act](placed.order, { actor: TESTER, reason: 'test' })
  }

  async #refund(step: RefundStep): Promise<void> {
    const placed = this.#placed[step.at % Math.max(1, this.#placed.length)]
    if (!placed) return
    const amount = await refundItem(this.#fixture, await this.#stateOf(placed), step)
    this.#refunded.add(placed.code, amount)
    this.seen.add('refunded')
  }

  async #transact(act: 'credit' | 'debit', code: Code, amount: number): Promise<void> {
    await transactWallet(this.#fixture.ledger, this.#money.partnerId, {
      walletId: this.#money.wallets[code],
      amount,
      transactionType: act === 'credit' ? 'CREDIT' : 'DEBIT',
      referenceId: randomUUID(),
    })
    const amountMinor: bigint = minor(amount, code)
    this.#movedToWallets.add(code, act === 'credit' ? amountMinor : -amountMinor)
  }

  async #restock(count: number): Promise<void> {
    const [stocked] = this.#money.products
    if (!stocked) return
    await this.#fixture.import(
      stocked.product,
      Array.from({ length: count }, () => `C-${randomUUID()}`),
    )
    this.#imported += count
  }

  /** Waits until no worker has a batch, and no batch is due. */
  async #quiet(): Promise<void> {
    await eventually(async () => {
      expect(await underWay(this.#fixture.db, this.#money.partnerId)).toBe(0)
    })
  }

  async #stateOf({ order }: PlacedOrder): Promise<Order> {
    const found = await findOrder(this.#fixture.db, order)
    if (!found) throw new Error(`order ${order.orderNo} is lost`)
    return found
  }
}
