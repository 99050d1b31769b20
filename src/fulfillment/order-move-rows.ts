import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { HOLDS_MONEY, type OrderStatus } from '../orders/mod.ts'

/** The moves of an order that cost no money; those that do go through the book (orders/). */

/** Orders of batches that were asked for, by what came of those. */
export interface AskedOrders {
  /** A batch was issued. */
  readonly issued: readonly number[]
  /** A batch was not. */
  readonly others: readonly number[]
  /** Of those, a batch waits for stock. */
  readonly parked: readonly number[]
}

export interface LockedOrder {
  readonly order_no: bigint
  readonly status: OrderStatus
}

/**
 * Locks those of the orders that may have to move, all at once, as everybody locks them. They are
 * moved in later statements: only then is seen what others, who held the lock, made of them.
 *
 * One that was issued something moves where it waited for stock. One that has a batch parked is
 * locked whatever it is: who finds the order in stock must wait for what is parked. And what fell
 * back of an order ON_HOLD waits with it.
 */
export function lockOrdersToMove(
  partnerId: number,
  { issued, others, parked }: AskedOrders,
): Statement<LockedOrder> {
  return sql`
    select order_no, status from orders
    where partner_id = ${partnerId} and order_no = any(${[...issued, ...others]}::bigint[])
      and case status
        when 'OUT_OF_STOCK' then order_no = any(${[...issued, ...parked]}::bigint[])
        when 'ON_HOLD' then order_no = any(${others}::bigint[])
        when 'PENDING' then order_no = any(${parked}::bigint[])
        when 'PROCESSING' then order_no = any(${parked}::bigint[])
        else false end
    order by order_no
    for update`
}

/** A batch of these orders, which are locked, found no stock. */
export function moveOutOfStock(
  partnerId: number,
  orderNos: readonly bigint[],
  nowMs: number,
): Statement<never> {
  return sql`
    update orders set status = 'OUT_OF_STOCK', previous_status = status,
      status_since = ${dateAt(nowMs)}
    where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
      and status in ('PENDING', 'PROCESSING')`
}

/**
 * Stock arrived for these orders, which are locked: unless another of their batches waits for it.
 * An order that is not on hold waits for nothing else; asked for by name, the index of all batches
 * that wait for stock would be read whole.
 */
export function moveBackInStock(
  partnerId: number,
  orderNos: readonly bigint[],
  nowMs: number,
): Statement<never> {
  return sql`
    update orders set status = 'PROCESSING', previous_status = status,
      status_since = ${dateAt(nowMs)}
    where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
      and status = 'OUT_OF_STOCK'
      and not exists (
        select from fulfillments b
        where b.partner_id = orders.partner_id and b.order_no = orders.order_no
          and b.status <> 'COMPLETED' and b.waits_for is not null
        offset 0)`
}

/** How many open orders one look for missed settlements takes in. */
export const OPEN_ORDERS_MAX = 2_000

export interface OpenOrder {
  readonly partner_id: number
  readonly order_no: bigint
}

/**
 * The open orders behind one, by their keys, and which of them are delivered whole since
 * `beforeMs`: a worker ended before it could settle those.
 */
export function openOrders(
  { partner_id: partnerId, order_no: orderNo }: OpenOrder,
  beforeMs: number,
): Statement<OpenOrder & { is_unsettled: boolean }> {
  return sql`
    select o.partner_id, o.order_no,
      o.status_since < ${dateAt(beforeMs)} and not exists (
        select from fulfillments b
        where b.partner_id = o.partner_id and b.order_no = o.order_no
          and b.status <> 'COMPLETED') as is_unsettled
    from orders o
    where ${HOLDS_MONEY}
      and (o.partner_id, o.order_no) > (${partnerId}::integer, ${orderNo}::bigint)
    order by o.partner_id, o.order_no limit ${OPEN_ORDERS_MAX}`
}
