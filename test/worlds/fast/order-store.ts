import { adjustedPrice, isIrrevocable } from '../../../src/catalog/mod.ts'
import { minorUnits, percentHalfUp } from '../../../src/core/mod.ts'
import { impliedChanges } from '../../../src/events/mod.ts'
import type { Book } from '../../../src/ledger/mod.ts'
import type { NewBatch, PlacedLine } from '../../../src/orders/line-rows.ts'
import type { Delivery } from '../../../src/orders/order-deliveries.ts'
import type { Issuing, OrderInput, RecipientWallets } from '../../../src/orders/order-input.ts'
import { nothingDecided, type OrderState } from '../../../src/orders/order-state.ts'
import { isPaidByLinkOrWallet } from '../../../src/orders/order-payer.ts'
import { moveOrder, type Order } from '../../../src/orders/order.ts'
import type { Quote } from '../../../src/orders/quote-rows.ts'
import { isOfPerson } from '../acts.ts'
import { FastLinks } from './fast-links.ts'
import type { Shop } from './shop.ts'
import { requireAudited, type AuditedOrder } from './audited.ts'
import { takeWhole, type Bucket } from './stock.ts'

/** A row of `fulfillments`. */
export interface StoredBatch extends NewBatch {
  status: 'PENDING' | 'PROCESSING' | 'COMPLETED' | 'FAILED'
  isUnknown: boolean
  waitsFor: 'stock' | 'supplier' | undefined
}

/** The orders of a partner in memory: what `loadOrderState` reads, and `saveOrderState` writes. */
export class OrderStore {
  readonly #shop: Shop
  readonly #partnerId: number
  readonly orders = new Map<number, Order>()
  readonly lines = new Map<number, readonly PlacedLine[]>()
  readonly batches = new Map<number, StoredBatch[]>()
  readonly events = new Map<number, string[]>()
  readonly quotes = new Map<string, Quote>()
  readonly links: FastLinks
  /** True while the partner is suspended. */
  isSuspended = false

  constructor(shop: Shop, partnerId: number) {
    this.#shop = shop
    this.#partnerId = partnerId
    this.links = new FastLinks(shop)
    shop.waiting.push(() => this.#waiting())
  }

  load(book: Book, inputs: readonly OrderInput[], wallets: RecipientWallets): OrderState {
    const places = inputs.filter((input) => input.type === 'place')
    const copies = [...this.orders.values()].map((order) => ({ ...order }))
    const { followed } = book.short
    const state: OrderState = {
      catalog: places.length > 0 ? this.#shop.snapshot() : undefined,
      wallets,
      issuing: places.length > 0 ? this.#issuing() : undefined,
      quotes: new Map([...this.quotes].map(([id, quote]) => [id, { ...quote }])),
      ...nothingDecided(),
      isSuspended: this.isSuspended,
    }
    for (const order of copies) {
      state.byNo.set(order.orderNo, order)
      state.byReference.set(order.clientReference, order)
      if (order.idempotencyKey !== undefined) state.byKey.set(order.idempotencyKey, order)
      if (order.status === 'ON_HOLD' && !order.heldForSupplier) state.held.push(order)
      if (isOpen(order) && !isPaidByLinkOrWallet(order) && followed.has(order.currency.code))
        state.open.unshift(order)
    }
    for (const input of inputs) {
      if (input.type === 'settle') state.deliveries.set(input.orderNo, this.delivery(input.orderNo))
      if ('orderNo' in input) state.deliveries.set(input.orderNo, this.delivery(input.orderNo))
    }
    const owing = followed.size === 0 ? [] : [...state.open, ...state.held]
    for (const { orderNo } of owing) state.deliveries.set(orderNo, this.delivery(orderNo))
    state.links = this.links.load(inputs)
    return state
  }

  save(state: OrderState): void {
    for (const order of state.placed) {
      const { orderNo } = order
      this.lines.set(
        orderNo,
        state.placedLines.filter((line) => line.orderNo === orderNo),
      )
      const [queued, issued] = [state.placedBatches, state.issuedBatches].map((batches) =>
        batches.filter(({ line }) => line.orderNo === orderNo),
      )
      const stored = (status: StoredBatch['status']) => (batch: NewBatch) => ({
        ...batch,
        status,
        isUnknown: false,
        waitsFor: undefined,
      })
      const all = [
        ...(queued ?? []).map(stored('PENDING')),
        ...(issued ?? []).map(stored('COMPLETED')),
      ]
      this.batches.set(orderNo, all)
    }
    if (state.placed.length > 0) (state.issuing as MemoryIssuing | undefined)?.commit()
    for (const { quoteId } of state.usedQuotes) {
      const quote = this.quotes.get(quoteId)
      if (quote) quote.isUsed = true
    }
    this.links.save(state.links)
    for (const orderNo of state.suspended) this.#suspend(orderNo)
    for (const orderNo of state.cancelled) this.#cancel(orderNo)
    for (const order of [...state.placed, ...state.changed]) this.orders.set(order.orderNo, order)
    for (const { orderNo, status } of state.placed) {
      if (status === 'COMPLETED')
        this.events.set(
          orderNo,
          impliedChanges(orderNo).map(({ to }) => to),
        )
    }
    for (const { orderNo, to, eventNo } of state.events) {
      const events = this.events.get(orderNo) ?? []
      if (events.push(to) !== eventNo)
        throw new Error(`order ${orderNo} lacks event ${eventNo - 1}`)
      this.events.set(orderNo, events)
    }
    for (const orderNo of state.resumed) {
      for (const batch of this.of(orderNo))
        if (batch.waitsFor === 'supplier') batch.waitsFor = undefined
    }
    requireAudited(state.audits, this.#audited(state))
  }

  #audited({ placed, cancelled, supplierFunded }: OrderState): AuditedOrder[] {
    const audited = (orderNos: Iterable<number>, was: AuditedOrder['was']): AuditedOrder[] =>
      [...orderNos].flatMap((orderNo) => {
        const order = this.orders.get(orderNo)
        return order ? [{ order, was, before: this.events.get(orderNo)?.at(-2) }] : []
      })
    const byPeople = placed.filter((order) => isByPerson(order)).map(({ orderNo }) => orderNo)
    return [
      ...audited(byPeople, 'place'),
      ...audited(cancelled, 'cancel'),
      ...audited(supplierFunded, 'retry'),
    ]
  }

  /** A change of status that a worker writes by itself. */
  move(orderNo: number, to: Order['status']): void {
    const order = this.orders.get(orderNo)
    if (!order) throw new Error(`no order ${orderNo}`)
    moveOrder(order, { to, now: this.#shop.now() }, [])
    this.events.get(orderNo)?.push(to)
  }

  /** The number of orders that wait for funds. */
  get waiting(): number {
    const all = [...this.orders.values()]
    return all.filter(({ status, heldForSupplier }) => status === 'ON_HOLD' && !heldForSupplier)
      .length
  }

  of(orderNo: number): StoredBatch[] {
    return this.batches.get(orderNo) ?? []
  }

  /** Returns the delivery of an order as `selectDeliveries` does. */
  delivery(orderNo: number): Delivery {
    const batches = this.of(orderNo)
    const firm = batches.filter(({ line }) => isIrrevocable(line.priced.product.productType))
    const irrevocable = this.#sums(
      orderNo,
      firm.filter(({ status }) => status === 'COMPLETED'),
    )
    const owed = this.#sums(
      orderNo,
      firm.filter((one) => one.status === 'COMPLETED' || isUnsure(one)),
    )
    return {
      hasOpenBatches: batches.some(({ status }) => status !== 'COMPLETED'),
      isUnderWay: firm.some(isUnsure),
      isShort: batches.some(({ waitsFor }) => waitsFor === 'supplier'),
      lastIssuedMs: undefined,
      irrevocable,
      owedMinor: adjustedPrice(owed.costMinor, owed.adjustment),
    }
  }

  #sums(orderNo: number, batches: readonly StoredBatch[]) {
    let [costMinor, discount, fee] = [0n, 0n, 0n]
    for (const { priced, lineNo } of this.lines.get(orderNo) ?? []) {
      const own = batches.filter(({ line }) => line.lineNo === lineNo)
      const units = own.reduce((sum, one) => sum + BigInt(one.quantity), 0n)
      const { unitCostMinor, adjustment } = priced
      costMinor += units * unitCostMinor
      if (!adjustment) continue
      discount += percentHalfUp(units * unitCostMinor, adjustment.discountPercent)
      fee += units * adjustment.unitFeeMinor
    }
    const isAdjusted = discount !== 0n || fee !== 0n
    const sums = { discountMinor: minorUnits(discount), feeMinor: minorUnits(fee) }
    return { costMinor, adjustment: isAdjusted ? sums : undefined }
  }

  #suspend(orderNo: number): void {
    for (const batch of this.of(orderNo)) {
      const isFirm = isIrrevocable(batch.line.priced.product.productType)
      if (batch.status === 'COMPLETED' || batch.isUnknown) continue
      if (batch.status === 'PROCESSING' && isFirm) continue
      batch.status = 'PENDING'
      if (batch.waitsFor === 'stock') batch.waitsFor = undefined
    }
  }

  #cancel(orderNo: number): void {
    for (const batch of this.of(orderNo)) {
      const { product, faceValueMinor } = batch.line.priced
      if (batch.status === 'COMPLETED' && isIrrevocable(product.productType)) continue
      if (product.supplier === 'vault') {
        const { batchNo } = batch
        const of = { productId: product.productId, faceMinor: faceValueMinor }
        this.#shop.stock.giveBack(of, { partnerId: this.#partnerId, orderNo, batchNo })
      }
      batch.status = 'FAILED'
      batch.isUnknown = false
      batch.waitsFor = undefined
    }
  }

  #issuing(): MemoryIssuing {
    return new MemoryIssuing(this.#shop, this.#partnerId)
  }

  /** The codes that batches wait for, without batches that want a validity: these are due later. */
  #waiting(): Bucket[] {
    const batches = [...this.batches.values()].flat()
    const waiting = batches.filter(({ waitsFor }) => waitsFor === 'stock')
    const served = waiting.filter(({ line }) => line.priced.minValidityDays === undefined)
    return served.map(({ line: { priced } }) => {
      return { productId: priced.product.productId, faceMinor: priced.faceValueMinor }
    })
  }
}

function isUnsure({ status, isUnknown }: StoredBatch): boolean {
  return status === 'PROCESSING' || isUnknown
}

function isByPerson(order: Order): boolean {
  const key = Number(order.clientReference.replace('key ', ''))
  return !isPaidByLinkOrWallet(order) && isOfPerson(key)
}

function isOpen({ status }: Order): boolean {
  return status === 'PENDING' || status === 'PROCESSING' || status === 'OUT_OF_STOCK'
}

/** Issues an order at once if it needs no supplier, as fulfillment/ does. */
class MemoryIssuing implements Issuing {
  readonly #locked: ReturnType<Shop['stock']['lock']>
  readonly #partnerId: number

  constructor(shop: Shop, partnerId: number) {
    this.#partnerId = partnerId
    this.#locked = shop.stock.lock(shop.waiting.flatMap((waiting) => waiting()))
  }

  issue(batches: readonly NewBatch[]): boolean {
    if (!batches.every(({ line }) => isAtOnce(line))) return false
    const { buckets } = this.#locked
    const required = batches.flatMap((batch) => stockOf(batch, this.#partnerId))
    if (!buckets.hasAll(required)) return false
    for (const one of required) takeWhole(buckets, one)
    return true
  }

  save(): void {}

  commit(): void {
    this.#locked.save()
  }
}

function isAtOnce({ priced: { product, minValidityDays } }: PlacedLine): boolean {
  return AT_ONCE.includes(product.supplier) && minValidityDays === undefined
}

const AT_ONCE = ['vault', 'generator']

/** Reserves stock for a batch, under a key that names the batch. */
export function stockOf({ line, quantity, batchNo }: NewBatch, partnerId: number) {
  const { product, faceValueMinor, minValidityDays } = line.priced
  if (product.supplier !== 'vault') return []
  const { orderNo } = line
  const { productId } = product
  const units = { productId, faceValueMinor, quantity, minValidityDays }
  return [{ ...units, orderNo, batchNo, partnerId }]
}
