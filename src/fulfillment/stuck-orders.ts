import { followAlerts, type AlertText } from '../alerts/mod.ts'
import { INTEGER_MAX, MS_PER_SECOND, formatOrderId, isoTime, type Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import {
  failedBatches,
  placeAfter,
  waitingOrders,
  type FailedBatchesRow,
  type OrderPlace,
  type WaitingOrdersRow,
} from './unfinished-rows.ts'

export interface StuckWatchOptions {
  readonly db: Database
  readonly clock: Clock
  /** Seconds after which an order that is not final raises an alert. 0 means never. */
  readonly waitingSeconds: number
}

const ORDERS_PER_CHECK = 20_000
const BEGIN: OrderPlace = { partner_id: 0, order_no: 0n }
const END: OrderPlace = { partner_id: INTEGER_MAX, order_no: 9_223_372_036_854_775_807n }

/**
 * Returns a function that checks the next 20,000 orders that are not final, and starts over after
 * the last one. At the end of a pass, one alert is open for each partner whose orders wait too
 * long, and one for each product and supplier with FAILED batches. Any number of processes may
 * check.
 */
export function createStuckCheck(
  { db, clock, waitingSeconds }: StuckWatchOptions,
  ordersPerCheck = ORDERS_PER_CHECK,
): () => Promise<void> {
  let after = BEGIN
  let failed = new Map<string, FailedBatchesRow>()
  let waiting = new Map<number, WaitingOrdersRow[]>()
  return async () => {
    const now = clock.now()
    const [next] = await db.rows(placeAfter(after, ordersPerCheck))
    const range = { after, last: next ?? END }
    for (const row of await db.rows(failedBatches(range))) addFailed(failed, row)
    const before = now - waitingSeconds * MS_PER_SECOND
    const late = waitingSeconds === 0 ? [] : await db.rows(waitingOrders(range, before))
    for (const row of late) addWaiting(waiting, row)
    after = next ?? BEGIN
    if (next) return
    const alerts = { failed: alertsOfFailed(failed), waiting: alertsOfWaiting(waiting) }
    failed = new Map()
    waiting = new Map()
    const follow = { at: now, isCounted: false }
    await followAlerts(db, { kind: 'batches_failed', ...follow }, alerts.failed)
    await followAlerts(db, { kind: 'orders_waiting', ...follow }, alerts.waiting)
  }
}

/**
 * Adds the counts of a range to those of earlier ranges. The first order of the earliest range
 * stays.
 */
function addFailed(failed: Map<string, FailedBatchesRow>, row: FailedBatchesRow): void {
  const subject = `product:${row.product_id}:${row.supplier}`
  const before = failed.get(subject)
  failed.set(
    subject,
    before
      ? {
          ...before,
          batches: before.batches + row.batches,
          orders: before.orders + row.orders,
          stopped: before.stopped + row.stopped,
        }
      : row,
  )
}

function addWaiting(waiting: Map<number, WaitingOrdersRow[]>, row: WaitingOrdersRow): void {
  const rows = waiting.get(row.partner_id) ?? []
  waiting.set(row.partner_id, rows)
  const same = rows.findIndex(({ status }) => status === row.status)
  const before = rows[same]
  if (before) rows[same] = { ...before, orders: before.orders + row.orders }
  else rows.push(row)
}

function alertsOfFailed(failed: ReadonlyMap<string, FailedBatchesRow>): Map<string, AlertText> {
  return new Map(
    Array.from(failed, ([subject, row]) => {
      const { product_id: productId, supplier } = row
      const batches = Number(row.batches)
      const orders = Number(row.orders)
      const stopped = Number(row.stopped)
      const orderId = orderIdOf(row)
      const retried = stopped === 0 ? 'all are retried' : `${stopped} are not retried any more`
      const message =
        `${supplier} refuses product ${productId}: ${batches} batches of ${orders} orders ` +
        `FAILED, ${retried}; the first order is ${orderId}`
      const details = { productId, supplier, batches, orders, stopped, orderId }
      return [subject, { severity: 'critical', message, details }] as const
    }),
  )
}

function alertsOfWaiting(
  waiting: ReadonlyMap<number, readonly WaitingOrdersRow[]>,
): Map<string, AlertText> {
  return new Map(
    Array.from(waiting, ([partnerId, rows]) => {
      const oldest = rows.reduce((one, other) => (other.order_no < one.order_no ? other : one))
      const counts = rows.map(({ status, orders }) => [status, Number(orders)] as const)
      const states = counts.map(([status, orders]) => `${orders} ${status}`).join(', ')
      const since = isoTime(oldest.created_at.getTime())
      const orderId = orderIdOf(oldest)
      const message =
        `orders of ${oldest.partner_name} wait: ${states}; ` +
        `the oldest is ${orderId}, placed ${since}`
      const details = { partnerId, orders: Object.fromEntries(counts), orderId, since }
      return [`partner:${partnerId}`, { severity: 'warning', message, details }] as const
    }),
  )
}

function orderIdOf(row: OrderPlace & { readonly created_at: Date }): string {
  return formatOrderId({
    partnerId: row.partner_id,
    orderNo: Number(row.order_no),
    createdMs: row.created_at.getTime(),
  })
}
