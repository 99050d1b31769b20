import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { OrderStatus } from '../orders/mod.ts'

/** The moves of an order that cost no money; those that do go through the book (orders/). */

/**
 * Locks those of the orders that are in one of these states. Whoever moves an order does so in a
 * later statement: only then does it see what others, who held the lock, made of its batches.
 */
export function lockOrders(
  partnerId: number,
  orderNos: readonly number[],
  statuses: readonly OrderStatus[],
): Statement<{ order_no: bigint }> {
  return sql`
    select order_no from orders
    where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
      and status = any(${statuses}::text[])
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

/** Of these orders, those whose batches are all completed. */
export function fullyDelivered(
  partnerId: number,
  orderNos: readonly number[],
): Statement<{ order_no: bigint }> {
  return sql`
    select asked.order_no from unnest(${orderNos}::bigint[]) as asked (order_no)
    where not exists (
      select from fulfillments b
      where b.partner_id = ${partnerId} and b.order_no = asked.order_no
        and b.status <> 'COMPLETED'
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
    where o.status in ('PENDING', 'PROCESSING', 'OUT_OF_STOCK')
      and (o.partner_id, o.order_no) > (${partnerId}::integer, ${orderNo}::bigint)
    order by o.partner_id, o.order_no limit ${OPEN_ORDERS_MAX}`
}
