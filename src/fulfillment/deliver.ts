import { runExclusive, yieldToEventLoop, releaseBytes, type Clock } from '../core/mod.ts'
import { transact, type Database, type Tx } from '../db/mod.ts'
import { quantityOf } from '../inventory/mod.ts'
import {
  lockOrdersToMove,
  moveBackInStock,
  moveOutOfStock,
  ordersWithOpenBatches,
  type AskedOrders,
  type LockedOrder,
  type Orders,
  type OrderStatus,
} from '../orders/mod.ts'
import type { IssueOutcome } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { accountOf, type Suppliers } from './account.ts'
import { REFUSED, type Answered, type LeasedBatch } from './batch.ts'
import { completeBatches, holdBack, lockHeld } from './lease-rows.ts'
import { copiedSegments, insertRanges } from './segment-rows.ts'
import { sealGoods, type Segment } from './segments.ts'
import { insertAttempts, setBack } from './retry-decision-rows.ts'
import { decideRetry, type RetryDecision } from './retry-decision.ts'
import { lockRoutes } from './route-rows.ts'
import { recordUnfunded } from './unfunded.ts'

export interface DeliveryContext {
  readonly db: Database
  readonly vault: Vault
  readonly suppliers: Suppliers
  readonly orders: Orders
  readonly clock: Clock
  /** A fault of the worker itself or of a supplier; the work is tried again. */
  onFault(error: unknown): void
}

/** A batch with what it was issued, sealed. */
interface Issued {
  readonly batch: LeasedBatch
  readonly segments: Segment[]
}

export interface Delivered {
  /** Batches that are completed by this. */
  readonly issued: readonly LeasedBatch[]
  /** Products that had no stock. */
  readonly short: ReadonlySet<number>
}

const OPEN = ['PENDING', 'PROCESSING', 'OUT_OF_STOCK'] as const

/**
 * Writes what suppliers answered for batches of one partner, in one transaction, fenced by each
 * batch's epoch: a worker that lost its lease writes nothing for that batch. Orders that are whole
 * then are yet to be settled.
 */
export async function deliver(
  context: DeliveryContext,
  partnerId: number,
  answered: readonly Answered[],
): Promise<Delivered> {
  const { db, clock, orders } = context
  const nowMs = clock.now()
  const { issued, others } = await sealIssued(context, answered)
  const all = answered.map((one) => one.batch)
  let attempts = 0
  const { completed, unfunded } = await transact(db, async (tx) => {
    attempts += 1
    const routes = await lockRoutes(tx, refusedProducts(others))
    const decisions = others.flatMap((one) => decideRetry(one, routes) ?? [])
    tx.write(lockHeld(partnerId, all))
    const [locked, kept] = await Promise.all([
      tx.rows(lockOrdersToMove(partnerId, askedOrders(issued, decisions))),
      completeIssued(tx, context, { partnerId, issued, nowMs }),
    ])
    const done = new Set(ordersOf(kept))
    const waiting = inState(locked, 'OUT_OF_STOCK').filter((orderNo) => done.has(Number(orderNo)))
    if (waiting.length > 0) await tx.rows(moveBackInStock(partnerId, waiting, nowMs))
    const suspended = await setAllBack(tx, context, { partnerId, others, decisions, locked, nowMs })
    return { completed: kept, unfunded: suspended }
  })
  // A connection that failed before may still be about to send them.
  if (attempts === 1) releaseSealed(issued)
  // Where this is not reached, its batches are asked for again, and end here once more.
  if (unfunded.length > 0) await orders.suspend(partnerId, unfunded)
  const short = others.filter((one) => one.outcome.outcome === 'out_of_stock')
  return {
    issued: completed.map((one) => one.batch),
    short: new Set(short.map((one) => one.batch.request.productId)),
  }
}

/** What cannot be kept counts as lost: it is looked up, and its fault stops no other batch. */
async function sealIssued(
  { vault, onFault }: DeliveryContext,
  answered: readonly Answered[],
): Promise<{ issued: Issued[]; others: Answered[] }> {
  const issued: Issued[] = []
  const others: Answered[] = []
  for (const one of answered) {
    const { batch, outcome } = one
    if (outcome.outcome !== 'issued') {
      others.push(one)
      continue
    }
    try {
      issued.push({ batch, segments: sealGoods(vault, batch, checkedGoods(batch, outcome)) })
      await yieldToEventLoop(batch.request.quantity)
    } catch (error) {
      onFault(error)
      const reason = 'what the supplier issued cannot be kept'
      others.push({ batch, outcome: { outcome: 'unknown', reason } })
    }
  }
  return { issued, others }
}

/** What is stored, or was not to be stored, is in memory no longer than it is needed. */
function releaseSealed(issued: readonly Issued[]): void {
  for (const sealed of sealedOf(issued.flatMap(({ segments }) => segments))) releaseBytes(sealed)
}

function sealedOf(segments: readonly Segment[]): Buffer[] {
  return segments.flatMap(({ sealed }) => sealed ?? [])
}

function checkedGoods(
  { request }: LeasedBatch,
  { goods }: Extract<IssueOutcome, { outcome: 'issued' }>,
): typeof goods {
  const quantity = goods.reduce(
    (sum, one) => sum + ('codes' in one ? one.codes.length : one.quantity),
    0,
  )
  if (quantity !== request.quantity) {
    throw new Error(`a supplier issued ${quantity} of ${request.quantity} units`)
  }
  return goods
}

/** Answers what was still held, and is completed. */
async function completeIssued(
  tx: Tx,
  { vault }: DeliveryContext,
  { partnerId, issued, nowMs }: { partnerId: number; issued: readonly Issued[]; nowMs: number },
): Promise<readonly Issued[]> {
  if (issued.length === 0) return []
  const batches = issued.map((one) => one.batch)
  const held = await tx.rows(completeBatches(partnerId, batches, nowMs))
  if (held.length === 0) return []
  const mine = new Set(held.map((row) => `${row.order_no} ${row.batch_no}`))
  const kept = issued.filter(({ batch: { request } }) =>
    mine.has(`${request.orderNo} ${request.batchNo}`),
  )
  const segments = kept.flatMap((one) => one.segments)
  vault.requireKeys(tx, sealedOf(segments))
  await copySegments(tx, partnerId, segments)
  return kept
}

/** Of fewer that are sealed for it, the table grows by a few pages; ranges of stock are a row. */
const LARGE_UNITS = 1_000
/** What takes its turn for them. */
const TABLE = {}

/**
 * The table grows by a page at a time, for one transaction at a time: of large copies beside each
 * other all but one would mostly wait, a moment for each page. So they go one behind the other.
 */
async function copySegments(
  tx: Tx,
  partnerId: number,
  segments: readonly Segment[],
): Promise<void> {
  const ranges = segments.filter(({ stock }) => stock)
  if (ranges.length > 0) tx.write(insertRanges(partnerId, ranges))
  const sealed = segments.filter((segment) => segment.sealed)
  if (sealed.length === 0) return
  const copy = (): Promise<void> => tx.copy(copiedSegments(partnerId, sealed))
  if (quantityOf(sealed) >= LARGE_UNITS) await runExclusive(TABLE, copy)
  else void copy()
}

function askedOrders(issued: readonly Issued[], decisions: readonly RetryDecision[]): AskedOrders {
  return {
    issued: ordersOf(issued),
    others: ordersOf(decisions),
    parked: ordersOf(decisions.filter((one) => one.waitsFor === 'stock')),
  }
}

function ordersOf(all: readonly { batch: LeasedBatch }[]): number[] {
  return [...new Set(all.map(({ batch }) => batch.request.orderNo))]
}

/** Those whose suppliers decide how a batch goes on. */
function refusedProducts(others: readonly Answered[]): number[] {
  const products = others
    .filter(({ outcome }) => REFUSED.some((refused) => refused === outcome.outcome))
    .map(({ batch }) => batch.request.productId)
  return [...new Set(products)]
}

interface NotIssued {
  readonly partnerId: number
  readonly others: readonly Answered[]
  readonly decisions: readonly RetryDecision[]
  readonly locked: readonly LockedOrder[]
  readonly nowMs: number
}

/**
 * Saves the retry decisions and the attempts. Returns the orders that wait for a supplier to be
 * funded.
 */
async function setAllBack(
  tx: Tx,
  { suppliers }: DeliveryContext,
  { partnerId, others, decisions, locked, nowMs }: NotIssued,
): Promise<number[]> {
  if (others.length === 0) return []
  const left = await tx.rows(setBack(partnerId, decisions))
  const mine = new Set(left.map((row) => `${row.order_no} ${row.batch_no}`))
  const tried = others.filter(
    ({ batch, outcome }) =>
      mine.has(`${batch.request.orderNo} ${batch.request.batchNo}`) && isNews(batch, outcome),
  )
  const attempts = tried.map((one) => ({ ...one, ...accountOf(suppliers, one.batch) }))
  if (attempts.length > 0) tx.write(insertAttempts(partnerId, attempts, nowMs))
  const parked = new Set(left.filter((row) => row.waits_for === 'stock').map((row) => row.order_no))
  const open = inState(locked, ...OPEN).filter((orderNo) => parked.has(orderNo))
  if (open.length > 0) await tx.rows(moveOutOfStock(partnerId, open, nowMs))
  const held = inState(locked, 'ON_HOLD')
  if (held.length > 0) await tx.rows(holdBack(partnerId, held))
  recordUnfunded(tx, tried, { suppliers, at: nowMs })
  const unfunded = left.filter((row) => row.waits_for === 'supplier')
  return [...new Set(unfunded.map((row) => Number(row.order_no)))]
}

/** That a supplier still works on a batch, or is unsure for the same reason, is none. */
function isNews({ outcomeUnknown, lastFault }: LeasedBatch, outcome: IssueOutcome): boolean {
  if (outcome.outcome !== 'pending' || !outcomeUnknown) return true
  return outcome.reason !== undefined && outcome.reason !== lastFault
}

function inState(locked: readonly LockedOrder[], ...states: readonly OrderStatus[]): bigint[] {
  return locked.filter((row) => states.includes(row.status)).map((row) => row.order_no)
}

/**
 * Settles those orders of the batches that are whole. Asks first, so that only the last of an
 * order's batches goes through its partner's book.
 */
export async function settleWhole(
  { db, orders }: Pick<DeliveryContext, 'db' | 'orders'>,
  partnerId: number,
  issued: readonly LeasedBatch[],
): Promise<void> {
  if (issued.length === 0) return
  const orderNos = [...new Set(issued.map((batch) => batch.request.orderNo))]
  const rows = await db.rows(ordersWithOpenBatches(partnerId, orderNos))
  const open = new Set(rows.map((row) => Number(row.order_no)))
  const whole = orderNos.filter((orderNo) => !open.has(orderNo))
  if (whole.length > 0) await orders.settle(partnerId, whole)
}
