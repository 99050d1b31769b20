import { oneRow, sql, type Db, type Statement } from '../db/mod.ts'
import {
  TRANSFER_CODES,
  type BookDifference,
  type OrderComparison,
  type OrderScope,
} from '../ledger/mod.ts'
import { compareHolds } from './held-rows.ts'
import { UNFINISHED_ORDERS } from './order-rows.ts'

/** They take the database about a second. */
const ORDERS_PER_READ = 20_000

/**
 * Returns where a partner's orders differ from its book: the sum of the holds of open orders, the
 * charge of each COMPLETED or CANCELLED order, the discount and fee of each COMPLETED one, the
 * number of orders that wait for funds, missing orders, and orders whose last event has another
 * status. Each statement sees one snapshot, and one commit changes an order with its transfers and
 * events. `signal` stops it before its next statement.
 */
export async function compareOrders(
  db: Db,
  partnerId: number,
  { afterOrder, signal }: OrderScope,
): Promise<OrderComparison> {
  const extent = await oneRow(db, orderExtent(partnerId))
  const differences = await compareHolds(db, partnerId)
  const book = { currency: '', account: 'book' }
  const { held: stored, counted: recomputed } = extent
  differences.push({ ...book, field: 'orders_on_hold', stored, recomputed })
  let found = afterOrder
  for (let after = afterOrder; ;) {
    signal?.throwIfAborted()
    const next: NextOrders = await oneRow(db, nextOrders(partnerId, after, extent.last_order))
    if (next.last === null) break
    const range = { after, last: next.last }
    const charges = await db.rows(chargedOtherwise(partnerId, range))
    const statuses = await db.rows(statusOtherwise(partnerId, range))
    differences.push(...charges.map(chargeDifference), ...statuses.map(statusDifference))
    const adjusted = await db.rows(adjustedOtherwise(partnerId, range))
    differences.push(...adjusted.map(adjustmentDifference))
    found += next.orders
    after = next.last
  }
  const last = extent.last_order.toString()
  differences.push({ ...book, field: 'last_order', stored: last, recomputed: found.toString() })
  const lastFinalOrder = (extent.first_unfinished ?? extent.last_order + 1n) - 1n
  return { differences, lastFinalOrder }
}

function chargeDifference({ order_no, currency, charged, posted }: ChargedRow): BookDifference {
  const order = { currency, account: `order ${order_no}` }
  return { ...order, field: 'charged', stored: charged, recomputed: posted }
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

interface OrderExtent {
  last_order: bigint
  first_unfinished: bigint | null
  held: string
  counted: string
}

/** What the book says of its orders, and what the orders say, in one snapshot. */
function orderExtent(partnerId: number): Statement<OrderExtent> {
  return sql`
    select last_order, orders_on_hold::text as held, (
      select count(*) from orders
      where partner_id = ${partnerId} and status = 'ON_HOLD' and not held_for_supplier
    )::text as counted, (
      select min(order_no) from ${UNFINISHED_ORDERS} as unfinished
      where partner_id = ${partnerId}) as first_unfinished
    from books where partner_id = ${partnerId}`
}

interface NextOrders {
  last: bigint | null
  orders: bigint
}

/** Orders are numbered without gaps, and never deleted. */
function nextOrders(partnerId: number, after: bigint, last: bigint): Statement<NextOrders> {
  return sql`
    select max(order_no) as last, count(*) as orders from (
      select order_no from orders
      where partner_id = ${partnerId} and order_no > ${after} and order_no <= ${last}
      order by order_no limit ${ORDERS_PER_READ}) as next`
}

interface ChargedRow {
  order_no: bigint
  currency: string
  charged: string
  posted: string
}

/** Returns the final orders that were charged another amount than their hold posted. */
function chargedOtherwise(
  partnerId: number,
  { after, last }: { after: bigint; last: bigint },
): Statement<ChargedRow> {
  return sql`
    select o.order_no, o.currency, coalesce(o.charged_minor::text, 'nothing') as charged,
           coalesce(ending.posted::text, 'no such transfer') as posted
    from orders o
    left join lateral (
      select case when t.code = ${TRANSFER_CODES.order_charge}::smallint then t.amount else 0 end
        as posted
      from transfers t
      where t.partner_id = ${partnerId} and t.pending_no = o.hold_no
      offset 0) as ending on true
    where o.partner_id = ${partnerId} and o.order_no > ${after} and o.order_no <= ${last}
      and o.status in ('COMPLETED', 'CANCELLED') and o.hold_no is not null
      and o.charged_minor is distinct from ending.posted
    order by o.order_no`
}

interface StatusRow {
  order_no: bigint
  currency: string
  status: string
  event_status: string | null
}

/** Returns the orders whose last event has another status than they have. */
function statusOtherwise(
  partnerId: number,
  { after, last }: { after: bigint; last: bigint },
): Statement<StatusRow> {
  return sql`
    select o.order_no, o.currency, o.status, event.to_status as event_status
    from orders o
    left join lateral (
      select e.to_status from order_events e
      where e.partner_id = ${partnerId} and e.order_no = o.order_no and e.event_no = o.last_event
      offset 0) as event on true
    where o.partner_id = ${partnerId} and o.order_no > ${after} and o.order_no <= ${last}
      and o.last_event > 0 and event.to_status is distinct from o.status
    order by o.order_no`
}

interface AdjustedRow {
  order_no: bigint
  currency: string
  stored: string
  posted: string
}

/**
 * Returns the COMPLETED orders whose charge is not followed by the transfers of their discount and
 * fee. If the first transfer after the charge is one of them, the second may be.
 */
function adjustedOtherwise(
  partnerId: number,
  { after, last }: { after: bigint; last: bigint },
): Statement<AdjustedRow> {
  const { order_discount: discount, order_surcharge: surcharge, order_fee: fee } = TRANSFER_CODES
  return sql`
    select order_no, currency, stored, posted
    from (
      select o.order_no, o.currency, o.discount_minor || ' and ' || o.fee_minor as stored,
        coalesce(made.discount, 0) || ' and ' || coalesce(made.fee, 0) as posted
      from orders o
      left join transfers ending
        on ending.partner_id = ${partnerId} and ending.pending_no = o.hold_no
      left join lateral (
        select sum(case t.code when ${discount}::smallint then t.amount
                               when ${surcharge}::smallint then -t.amount end) as discount,
               sum(t.amount) filter (where t.code = ${fee}::smallint) as fee
        from transfers t
        where t.partner_id = ${partnerId}
          and t.transfer_no between ending.transfer_no + 1 and ending.transfer_no + 2
          and t.code = any(${[discount, surcharge, fee]}::smallint[])
          and (t.transfer_no = ending.transfer_no + 1
            or (o.discount_minor <> 0 and o.fee_minor <> 0))
        offset 0) as made on true
      where o.partner_id = ${partnerId} and o.order_no > ${after} and o.order_no <= ${last}
        and o.status = 'COMPLETED' and o.discount_minor is not null) as adjusted
    where stored <> posted
    order by order_no`
}
