import { oneRow, sql, type Db } from '../db/mod.ts'
import type {
  BookDifference,
  BookInSql,
  BookScreen,
  OrderComparison,
  OrderScope,
} from '../ledger/mod.ts'
import {
  adjustmentMismatches,
  chargeMismatches,
  irrevocableMismatches,
  nextOrders,
  orderExtent,
  statusMismatches,
  transfersWithoutOrder,
  type AdjustedRow,
  type ChargedRow,
  type NextOrders,
  type Ownerless,
  type StatusRow,
} from './compared-rows.ts'
import { compareHolds, holdMismatches } from './held-rows.ts'

/**
 * Returns the differences between a partner's orders and its book:
 *
 * - Holds that differ from what the orders have to hold.
 * - COMPLETED or CANCELLED orders with a wrong charge, discount or fee.
 * - CANCELLED orders with uncharged deliveries.
 * - Transfers without an order, and missing orders.
 * - A wrong count of orders that wait for funds.
 * - Orders whose last event has another status.
 *
 * Each statement sees one snapshot, and an order changes in one commit with its transfers and
 * events. `signal` stops the comparison before its next statement.
 */
export async function compareOrders(
  db: Db,
  partnerId: number,
  { afterOrder, transfers, signal }: OrderScope,
): Promise<OrderComparison> {
  const extent = await oneRow(db, orderExtent(partnerId))
  const differences = await compareHolds(db, partnerId)
  const book = { currency: '', account: 'book' }
  const { stored_on_hold: stored, counted_on_hold: recomputed } = extent
  differences.push({ ...book, field: 'orders_on_hold', stored, recomputed })
  let countedUpTo = afterOrder
  for (let after = afterOrder; ;) {
    signal?.throwIfAborted()
    const next: NextOrders = await oneRow(
      db,
      nextOrders(partnerId, { after, last: extent.last_order }),
    )
    if (next.last === null) break
    const range = { after, last: next.last }
    const charges = await db.rows(chargeMismatches(partnerId, range))
    const irrevocable = await db.rows(irrevocableMismatches(partnerId, range))
    const statuses = await db.rows(statusMismatches(partnerId, range))
    differences.push(...charges.map((row) => chargeDifference('charged', row)))
    differences.push(...irrevocable.map((row) => chargeDifference('delivered', row)))
    differences.push(...statuses.map(statusDifference))
    const adjusted = await db.rows(adjustmentMismatches(partnerId, range))
    differences.push(...adjusted.map(adjustmentDifference))
    countedUpTo += next.orders
    after = next.last
  }
  for (const range of transfers) {
    signal?.throwIfAborted()
    const ownerless = await db.rows(transfersWithoutOrder(partnerId, range))
    differences.push(...ownerless.map(ownerDifference))
  }
  const last = extent.last_order.toString()
  differences.push({
    ...book,
    field: 'last_order',
    stored: last,
    recomputed: countedUpTo.toString(),
  })
  const lastFinalOrder = (extent.first_unfinished ?? extent.last_order + 1n) - 1n
  return { differences, lastFinalOrder }
}

/** Returns statements that find the books in which `compareOrders` finds a difference. */
export function screenOrders({ partnerId, lastTransfer, lastOrder }: BookInSql): BookScreen {
  const range = { after: 0n, last: lastOrder }
  const extent = orderExtent(partnerId)
  return {
    differing: [
      ...holdMismatches(partnerId),
      sql`select from (${extent}) as extent where extent.stored_on_hold <> extent.counted_on_hold`,
      sql`
        select from (${nextOrders(partnerId, range)}) as numbered
        where numbered.orders <> ${lastOrder}`,
      chargeMismatches(partnerId, range),
      irrevocableMismatches(partnerId, range),
      statusMismatches(partnerId, range),
      adjustmentMismatches(partnerId, range),
      transfersWithoutOrder(partnerId, { first: 1, last: lastTransfer }),
    ],
    lastFinalOrder: sql`(
      select coalesce(extent.first_unfinished - 1, extent.last_order) from (${extent}) as extent)`,
  }
}

function chargeDifference(
  field: 'charged' | 'delivered',
  { order_no, currency, ...row }: ChargedRow,
): BookDifference {
  const order = { currency, account: `order ${order_no}` }
  return { ...order, field, stored: row.charged, recomputed: row.recomputed }
}

function ownerDifference({ transfer_no }: Ownerless): BookDifference {
  const account = `transfer ${transfer_no}`
  return { currency: '', account, field: 'order', stored: 'none', recomputed: 'one' }
}

function adjustmentDifference({ order_no, currency, ...row }: AdjustedRow): BookDifference {
  const order = { currency, account: `order ${order_no}` }
  return { ...order, field: 'discount and fee', stored: row.stored, recomputed: row.posted }
}

function statusDifference({ order_no, currency, ...row }: StatusRow): BookDifference {
  const recomputed = row.event_status ?? 'no such event'
  return {
    currency,
    account: `order ${order_no}`,
    field: 'status',
    stored: row.status,
    recomputed,
  }
}
