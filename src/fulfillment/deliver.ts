import { runExclusive, yieldToEventLoop, releaseBytes, type Clock } from '../core/mod.ts'
import { transact, type Database, type Tx } from '../db/mod.ts'
import { quantityOf } from '../inventory/mod.ts'
import { openCards } from '../issuer/mod.ts'
import {
  OPEN_STATUSES,
  lockOrdersToMove,
  moveBackInStock,
  moveOutOfStock,
  ordersWithOpenBatches,
  type IssuedOrders,
  type LockedOrder,
  type Orders,
  type OrderStatus,
} from '../orders/mod.ts'
import type { IssueOutcome } from '../supply/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { accountOf, type Suppliers } from './account.ts'
import { DEFINITE_FAILURES, type BatchOutcome, type LeasedBatch } from './batch.ts'
import type { FaultedOrders } from './batch-span.ts'
import { completeBatches, parkForFunds, lockHeld } from './lease-rows.ts'
import { copiedSegments, insertRanges } from './segment-rows.ts'
import { sealGoods, type Segment } from './segments.ts'
import { insertAttempts, saveRetryDecisions } from './retry-decision-rows.ts'
import { decideRetry, type RetryDecision } from './retry-decision.ts'
import { lockRoutes } from './route-rows.ts'
import { recordUnfunded } from './unfunded.ts'

export interface DeliveryContext {
  readonly db: Database
  readonly vault: Vault
  readonly suppliers: Suppliers
  readonly orders: Orders
  readonly clock: Clock
  /** Receives an error of the worker or of a supplier; the work is retried. */
  onFault(error: unknown, of?: FaultedOrders): void
}

/** A batch with its sealed goods. */
interface IssuedBatch {
  readonly batch: LeasedBatch
  readonly segments: Segment[]
}

export interface DeliveryResult {
  /** Batches that this delivery has completed. */
  readonly issued: readonly LeasedBatch[]
  /** Products that had no stock. */
  readonly short: ReadonlySet<number>
}

/**
 * Writes the outcomes of batches of one partner in one transaction, fenced by each batch's epoch: a
 * worker that lost its lease writes nothing for that batch. Does not settle the orders.
 */
export async function deliver(
  context: DeliveryContext,
  partnerId: number,
  outcomes: readonly BatchOutcome[],
): Promise<DeliveryResult> {
  const { db, clock, orders } = context
  const nowMs = clock.now()
  const { issued, others } = await sealIssued(context, outcomes)
  const all = outcomes.map((one) => one.batch)
  let attempts = 0
  const { completed, waiting } = await transact(db, async (tx) => {
    attempts += 1
    const routes = await lockRoutes(tx, failedProducts(others))
    const decisions = others.flatMap((one) => decideRetry(one, routes) ?? [])
    tx.write(lockHeld(partnerId, all))
    const [locked, delivered] = await Promise.all([
      tx.rows(lockOrdersToMove(partnerId, ordersToLock(issued, decisions))),
      completeIssued(tx, context, { partnerId, issued, nowMs }),
    ])
    const deliveredOrders = new Set(ordersOf(delivered))
    const served = inState(locked, 'OUT_OF_STOCK').filter((orderNo) =>
      deliveredOrders.has(Number(orderNo)),
    )
    if (served.length > 0) await tx.rows(moveBackInStock(partnerId, served, nowMs))
    const suspended = await saveFailures(tx, context, {
      partnerId,
      others,
      decisions,
      locked,
      nowMs,
    })
    return { completed: delivered, waiting: suspended }
  })
  // After a retry, the connection of the earlier attempt may still be sending the bytes.
  if (attempts === 1) releaseSealed(issued)
  // If the process dies before this statement, the order is suspended later. Its batches become due
  // and are delivered here again, or a sweep finds that an order ON_HOLD holds more than it owes.
  if (waiting.length > 0) await orders.suspend(partnerId, waiting)
  const short = others.filter((one) => one.outcome.outcome === 'out_of_stock')
  return {
    issued: completed.map((one) => one.batch),
    short: new Set(short.map((one) => one.batch.request.productId)),
  }
}

/** Goods that cannot be sealed count as an unknown outcome, and do not stop other batches. */
async function sealIssued(
  { vault, onFault }: DeliveryContext,
  outcomes: readonly BatchOutcome[],
): Promise<{ issued: IssuedBatch[]; others: BatchOutcome[] }> {
  const issued: IssuedBatch[] = []
  const others: BatchOutcome[] = []
  for (const one of outcomes) {
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
      const reason = 'the goods that the supplier issued cannot be stored'
      others.push({ batch, outcome: { outcome: 'unknown', reason } })
    }
  }
  return { issued, others }
}

/** Frees the sealed bytes, rather than wait for the garbage collector. */
function releaseSealed(issued: readonly IssuedBatch[]): void {
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

/** Completes the batches that are still leased, and returns them. */
async function completeIssued(
  tx: Tx,
  { vault }: DeliveryContext,
  {
    partnerId,
    issued,
    nowMs,
  }: { partnerId: number; issued: readonly IssuedBatch[]; nowMs: number },
): Promise<readonly IssuedBatch[]> {
  if (issued.length === 0) return []
  const batches = issued.map((one) => one.batch)
  const completed = await tx.rows(completeBatches(partnerId, batches, nowMs))
  if (completed.length === 0) return []
  const completedKeys = new Set(completed.map((row) => `${row.order_no} ${row.batch_no}`))
  const delivered = issued.filter(({ batch: { request } }) =>
    completedKeys.has(`${request.orderNo} ${request.batchNo}`),
  )
  const segments = delivered.flatMap((one) => one.segments)
  vault.requireKeys(tx, sealedOf(segments))
  openCards(tx, segments)
  await copySegments(tx, partnerId, segments)
  return delivered
}

/** Copies of fewer units extend the table by a few pages only. */
const LARGE_UNITS = 1_000
/** The mutex of large copies. */
const TABLE = {}

/**
 * Large copies run one after the other: PostgreSQL extends the table for one transaction at a time,
 * page by page, so concurrent ones would mostly wait for each other.
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

function ordersToLock(
  issued: readonly IssuedBatch[],
  decisions: readonly RetryDecision[],
): IssuedOrders {
  return {
    issued: ordersOf(issued),
    others: ordersOf(decisions),
    parked: ordersOf(decisions.filter((one) => one.waitsFor === 'stock')),
  }
}

function ordersOf(all: readonly { batch: LeasedBatch }[]): number[] {
  return [...new Set(all.map(({ batch }) => batch.request.orderNo))]
}

/** Returns the products whose list of suppliers decides the next attempt. */
function failedProducts(others: readonly BatchOutcome[]): number[] {
  const products = others
    .filter(({ outcome }) => DEFINITE_FAILURES.some((failure) => failure === outcome.outcome))
    .map(({ batch }) => batch.request.productId)
  return [...new Set(products)]
}

interface NotIssued {
  readonly partnerId: number
  readonly others: readonly BatchOutcome[]
  readonly decisions: readonly RetryDecision[]
  readonly locked: readonly LockedOrder[]
  readonly nowMs: number
}

/**
 * Saves the retry decisions and the attempts. Returns the orders that wait for a supplier to be
 * funded, and those ON_HOLD that owe less now.
 */
async function saveFailures(
  tx: Tx,
  { suppliers }: DeliveryContext,
  { partnerId, others, decisions, locked, nowMs }: NotIssued,
): Promise<number[]> {
  if (others.length === 0) return []
  const updated = await tx.rows(saveRetryDecisions(partnerId, decisions))
  const stillLeased = new Set(updated.map((row) => `${row.order_no} ${row.batch_no}`))
  const tried = others.filter(
    ({ batch, outcome }) =>
      stillLeased.has(`${batch.request.orderNo} ${batch.request.batchNo}`) &&
      isNewOutcome(batch, outcome),
  )
  const attempts = tried.map((one) => ({ ...one, ...accountOf(suppliers, one.batch) }))
  if (attempts.length > 0) tx.write(insertAttempts(partnerId, attempts, nowMs))
  const parked = new Set(
    updated.filter((row) => row.waits_for === 'stock').map((row) => row.order_no),
  )
  const open = inState(locked, ...OPEN_STATUSES).filter((orderNo) => parked.has(orderNo))
  if (open.length > 0) await tx.rows(moveOutOfStock(partnerId, open, nowMs))
  const onHold = inState(locked, 'ON_HOLD')
  if (onHold.length > 0) await tx.rows(parkForFunds(partnerId, onHold))
  recordUnfunded(tx, tried, { suppliers, at: nowMs })
  const unfunded = updated.filter((row) => row.waits_for === 'supplier')
  return [...new Set([...unfunded.map((row) => row.order_no), ...onHold].map(Number))]
}

/** False if the supplier is still working, or unsure for the same reason as before. */
function isNewOutcome(
  { isOutcomeUnknown, lastFault }: LeasedBatch,
  outcome: IssueOutcome,
): boolean {
  if (outcome.outcome !== 'pending' || !isOutcomeUnknown) return true
  return outcome.reason !== undefined && outcome.reason !== lastFault
}

function inState(locked: readonly LockedOrder[], ...states: readonly OrderStatus[]): bigint[] {
  return locked.filter((row) => states.includes(row.status)).map((row) => row.order_no)
}

/**
 * Settles the orders of these batches that have no open batch. Only the last batch of an order goes
 * through the partner's book.
 */
export async function settleDelivered(
  { db, orders }: Pick<DeliveryContext, 'db' | 'orders'>,
  partnerId: number,
  issued: readonly LeasedBatch[],
): Promise<void> {
  if (issued.length === 0) return
  const orderNos = [...new Set(issued.map((batch) => batch.request.orderNo))]
  const rows = await db.rows(ordersWithOpenBatches(partnerId, orderNos))
  const open = new Set(rows.map((row) => Number(row.order_no)))
  const delivered = orderNos.filter((orderNo) => !open.has(orderNo))
  if (delivered.length > 0) await orders.settle(partnerId, delivered)
}
