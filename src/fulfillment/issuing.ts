import assert from 'node:assert/strict'
import type { CatalogSnapshot, LineRequest, Product } from '../catalog/mod.ts'
import { isFault, parseAmount, type Clock } from '../core/mod.ts'
import type { Tx, Writer } from '../db/mod.ts'
import {
  tryLockBuckets,
  type LockedBuckets,
  quantityOf,
  type StockUnits,
  STOCK_SUPPLIER,
} from '../inventory/mod.ts'
import { openCards } from '../issuer/mod.ts'
import type { OrdersToPlace, Issuing, NewBatch } from '../orders/mod.ts'
import type { IssueRequest } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Suppliers } from './account.ts'
import { waitedForBuckets } from './restock.ts'
import { insertSegments, insertRanges } from './segment-rows.ts'
import { sealGoods, type RequestedBatch, type Segment } from './segments.ts'

/**
 * The most batches that one group issues, because it holds the lock of the partner's book
 * meanwhile. Issuing in the group pays even for batches of one unit: a worker uses three times the
 * CPU for one.
 */
const GENERATED_UNITS_MAX = 1_000
/** A batch from stock is a few rows, however many units it has. */
const STOCK_BATCHES_MAX = 1_000
/** Fewer while clients write: other writes are likely to wait for the book. */
const STOCK_BATCHES_BUSY_MAX = 128
const BATCH_UNITS_USUAL = 1_000

interface IssuingContext {
  readonly suppliers: Suppliers
  readonly vault: Vault
  readonly clock: Clock
  /** True while clients of this process write. */
  isBusy(): boolean
  /** Called if a bucket may be empty now. */
  onEmptied?(): void
  /** Called with an error. This order and those after it in the group then wait for a worker. */
  onFault(error: unknown): void
}

/**
 * Begins to issue new orders of one partner in the transaction that accepts them; see `Issuing`.
 * Stock comes only from buckets that nobody has locked or waits for, so this never waits for a
 * lock.
 */
export async function issueAtOnce(
  context: IssuingContext,
  tx: Tx,
  orders: OrdersToPlace,
): Promise<Issuing> {
  const batchesMax = context.isBusy() ? STOCK_BATCHES_BUSY_MAX : STOCK_BATCHES_MAX
  const requiredUnits = requiredStock(context, orders, batchesMax)
  const names = requiredUnits.map((one) => ({
    productId: one.productId,
    faceMinor: one.faceValueMinor,
  }))
  const [buckets, waitedFor] = await Promise.all([
    tryLockBuckets(tx, requiredUnits, context.clock.now()),
    waitedForBuckets(tx, names),
  ])
  // Batches that wait are served before new ones, by a worker.
  for (const bucket of waitedFor) buckets.close(bucket)
  return new IssuingAtOnce(context, orders.partnerId, { buckets, batchesMax })
}

/** Returns the stock that the orders need, of those that may be issued at once. */
function requiredStock(
  { suppliers }: IssuingContext,
  orders: OrdersToPlace,
  max: number,
): StockUnits[] {
  const requiredUnits: StockUnits[] = []
  let batchesLeft = max
  for (const { items } of orders.places) {
    const products = items.map(({ productId }) => orders.snapshot.products.get(productId))
    if (!products.every((product) => product && canIssueNow(suppliers, product))) continue
    // A worker searches the whole stock.
    if (items.some(({ minValidityDays }) => minValidityDays !== undefined)) continue
    const units = items.flatMap((item) => stockOf(item, orders.snapshot))
    const batches = batchesOf(units, orders.batchUnitsMax)
    if (batches > batchesLeft) continue
    batchesLeft -= batches
    requiredUnits.push(...units)
  }
  return requiredUnits
}

function canIssueNow(suppliers: Suppliers, { supplier }: Product): boolean {
  return supplier === STOCK_SUPPLIER || suppliers[supplier]?.issueNow !== undefined
}

function stockOf(
  { productId, amount, quantity }: LineRequest,
  { products }: CatalogSnapshot,
): StockUnits[] {
  const product = products.get(productId)
  if (product?.supplier !== STOCK_SUPPLIER) return []
  const faceValueMinor = parseAmount(amount, product.currency)
  return isFault(faceValueMinor) ? [] : [{ productId, faceValueMinor, quantity }]
}

/** Counts a batch that is larger than usual as several. */
function batchesOf(lines: readonly StockUnits[], unitsMax: number): number {
  const units = Math.min(unitsMax, BATCH_UNITS_USUAL)
  return lines.reduce((sum, { quantity }) => sum + Math.ceil(quantity / units), 0)
}

interface Stock {
  readonly buckets: LockedBuckets
  readonly batchesMax: number
}

class IssuingAtOnce implements Issuing {
  readonly #context: IssuingContext
  readonly #partnerId: number
  readonly #stock: Stock
  readonly #generated: Segment[] = []
  readonly #ranges: Segment[] = []
  #generatedUnits = 0
  #soldBatches = 0
  #isFaulty = false

  constructor(context: IssuingContext, partnerId: number, stock: Stock) {
    this.#context = context
    this.#partnerId = partnerId
    this.#stock = stock
  }

  issue(batches: readonly NewBatch[]): boolean {
    const generated = batches.filter((batch) => !isFromStock(batch))
    const sold = batches.filter(isFromStock).map((batch) => this.#requestFor(batch))
    if (this.#isFaulty || !this.#hasRoomFor(generated, sold.length)) return false
    if (!batches.every((batch) => this.#canIssue(batch))) return false
    if (!this.#stock.buckets.hasAll(sold.map(({ request }) => request))) return false
    try {
      this.#generated.push(...generated.flatMap((one) => this.#generate(one)))
    } catch (error) {
      this.#isFaulty = true
      this.#context.onFault(error)
      return false
    }
    for (const one of sold) this.#sell(one)
    this.#generatedUnits += quantityOf(generated)
    this.#soldBatches += sold.length
    return true
  }

  save(tx: Writer): void {
    if (this.#generated.length > 0) tx.write(insertSegments(this.#partnerId, this.#generated))
    openCards(tx, this.#generated)
    this.#stock.buckets.save(tx)
    if (this.#stock.buckets.hasEmptied()) this.#context.onEmptied?.()
    if (this.#ranges.length > 0) tx.write(insertRanges(this.#partnerId, this.#ranges))
  }

  #hasRoomFor(generated: readonly NewBatch[], sold: number): boolean {
    const hasUnits = this.#generatedUnits + quantityOf(generated) <= GENERATED_UNITS_MAX
    return hasUnits && this.#soldBatches + sold <= this.#stock.batchesMax
  }

  #canIssue({ line }: NewBatch): boolean {
    const { product, minValidityDays } = line.priced
    return minValidityDays === undefined && canIssueNow(this.#context.suppliers, product)
  }

  #generate(batch: NewBatch): Segment[] {
    const supplier = this.#context.suppliers[batch.line.priced.product.supplier]
    assert(
      supplier?.issueNow,
      'codes are generated only if all suppliers of an order can issue now',
    )
    const request = this.#requestFor(batch)
    return sealGoods(this.#context.vault, request, supplier.issueNow(request.request))
  }

  #sell(batch: RequestedBatch): void {
    const goods = this.#stock.buckets.take(batch.request)
    // Not one `push`: there may be more segments than a call can have arguments.
    for (const segment of sealGoods(this.#context.vault, batch, goods)) this.#ranges.push(segment)
  }

  #requestFor(batch: NewBatch): RequestedBatch {
    const { firstItemNo } = batch
    return { request: requestOf(this.#partnerId, batch), firstItemNo }
  }
}

function isFromStock({ line }: NewBatch): boolean {
  return line.priced.product.supplier === STOCK_SUPPLIER
}

function requestOf(partnerId: number, { line, batchNo, quantity }: NewBatch): IssueRequest {
  const { product, faceValueMinor, recipient } = line.priced
  return {
    partnerId,
    orderNo: line.orderNo,
    batchNo,
    productId: product.productId,
    currency: product.currency.code,
    faceValueMinor,
    quantity,
    recipient,
    settings: product.supplierSettings,
  }
}
