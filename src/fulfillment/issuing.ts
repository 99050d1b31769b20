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
import type { AskedPlaces, Issuing, NewBatch } from '../orders/mod.ts'
import type { IssueRequest } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { Suppliers } from './account.ts'
import { waitedForBuckets } from './restock.ts'
import { insertSegments, insertRanges } from './segment-rows.ts'
import { sealGoods, type AskedBatch, type Segment } from './segments.ts'

/** Of all orders of a group: it holds the partner's book while they are made and sealed. */
const MADE_UNITS_MAX = 1_000
/** A seal costs as much as dozens of units; as many as a group has writes, most of one batch. */
const MADE_BATCHES_MAX = 512
/** Of stock nothing is made: a batch is a few rows, however many units it has. */
const STOCK_BATCHES_MAX = 1_000
/** While others are likely to wait for the book. */
const STOCK_BATCHES_BUSY_MAX = 128
const BATCH_UNITS_USUAL = 1_000

interface IssuingContext {
  readonly suppliers: Suppliers
  readonly vault: Vault
  readonly clock: Clock
  /** Whether clients of this process write just now. */
  isBusy(): boolean
  /** What was taken of a bucket may have been its last. */
  onEmptied?(): void
  /** The order waits for a worker then, as do those behind it in its group. */
  onFault(error: unknown): void
}

/**
 * Begins to issue new orders of one partner in the transaction that accepts them; see `Issuing`.
 * Stock is taken from buckets that nobody holds or waits for: nobody waits here for another's lock.
 */
export async function issueAtOnce(
  context: IssuingContext,
  tx: Tx,
  asked: AskedPlaces,
): Promise<Issuing> {
  const batchesMax = context.isBusy() ? STOCK_BATCHES_BUSY_MAX : STOCK_BATCHES_MAX
  const wanted = wantedStock(context, asked, batchesMax)
  const names = wanted.map((one) => ({ productId: one.productId, faceMinor: one.faceValueMinor }))
  const [buckets, waitedFor] = await Promise.all([
    tryLockBuckets(tx, wanted, context.clock.now()),
    waitedForBuckets(tx, names),
  ])
  // Who waits goes first, and it is for a worker to see who that is.
  for (const bucket of waitedFor) buckets.close(bucket)
  return new IssuingAtOnce(context, asked.partnerId, { buckets, batchesMax })
}

/** What the orders need of stock, as far as they may be issued at once. */
function wantedStock({ suppliers }: IssuingContext, asked: AskedPlaces, max: number): StockUnits[] {
  const wanted: StockUnits[] = []
  let left = max
  for (const { items } of asked.places) {
    const products = items.map(({ productId }) => asked.snapshot.products.get(productId))
    if (!products.every((product) => product && canIssueNow(suppliers, product))) continue
    const units = items.flatMap((item) => stockOf(item, asked.snapshot))
    const batches = batchesOf(units, asked.batchUnitsMax)
    if (batches > left) continue
    left -= batches
    wanted.push(...units)
  }
  return wanted
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

/** Where batches are larger than usual, as many as they are worth. */
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
  readonly #made: Segment[] = []
  readonly #ranges: Segment[] = []
  #madeUnits = 0
  #madeBatches = 0
  #soldBatches = 0
  #isFaulty = false

  constructor(context: IssuingContext, partnerId: number, stock: Stock) {
    this.#context = context
    this.#partnerId = partnerId
    this.#stock = stock
  }

  issue(batches: readonly NewBatch[]): boolean {
    const made = batches.filter((batch) => !isFromStock(batch))
    const sold = batches.filter(isFromStock).map((batch) => this.#ask(batch))
    if (this.#isFaulty || !this.#hasRoomFor(made, sold.length)) return false
    if (!batches.every((batch) => this.#canIssue(batch))) return false
    if (!this.#stock.buckets.hasAll(sold.map(({ request }) => request))) return false
    try {
      this.#made.push(...made.flatMap((one) => this.#make(one)))
    } catch (error) {
      this.#isFaulty = true
      this.#context.onFault(error)
      return false
    }
    for (const one of sold) this.#sell(one)
    this.#madeUnits += quantityOf(made)
    this.#madeBatches += made.length
    this.#soldBatches += sold.length
    return true
  }

  save(tx: Writer): void {
    if (this.#made.length > 0) tx.write(insertSegments(this.#partnerId, this.#made))
    this.#stock.buckets.save(tx)
    if (this.#stock.buckets.hasEmptied()) this.#context.onEmptied?.()
    if (this.#ranges.length > 0) tx.write(insertRanges(this.#partnerId, this.#ranges))
  }

  #hasRoomFor(made: readonly NewBatch[], sold: number): boolean {
    const hasUnits = this.#madeUnits + quantityOf(made) <= MADE_UNITS_MAX
    const hasBatches = this.#madeBatches + made.length <= MADE_BATCHES_MAX
    return hasUnits && hasBatches && this.#soldBatches + sold <= this.#stock.batchesMax
  }

  #canIssue({ line }: NewBatch): boolean {
    return canIssueNow(this.#context.suppliers, line.priced.product)
  }

  #make(batch: NewBatch): Segment[] {
    const supplier = this.#context.suppliers[batch.line.priced.product.supplier]
    assert(supplier?.issueNow, 'nothing is made unless all suppliers of an order can issue now')
    const asked = this.#ask(batch)
    return sealGoods(this.#context.vault, asked, supplier.issueNow(asked.request))
  }

  #sell(asked: AskedBatch): void {
    const goods = this.#stock.buckets.take(asked.request)
    // One by one: they may be more than a call takes arguments.
    for (const segment of sealGoods(this.#context.vault, asked, goods)) this.#ranges.push(segment)
  }

  #ask(batch: NewBatch): AskedBatch {
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
