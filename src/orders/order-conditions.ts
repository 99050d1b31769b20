import { dateAt, type OrderName } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { OrderStatus } from './transitions.ts'

/**
 * True for orders of this status. Nearly all orders are COMPLETED, so only the others are indexed
 * by status. The condition of that index is repeated, because the planner does not know the
 * parameter.
 */
export function hasStatus(status: OrderStatus): Statement<never> {
  if (status === 'COMPLETED') return sql`status = 'COMPLETED'`
  return sql`status = ${status} and status <> 'COMPLETED'`
}

/**
 * Returns the number of a partner's first order at an instant or later, as a scalar; null if there
 * is none. Instants rise with the numbers, so it is enough to index every 64th order by its time.
 * The index finds the last indexed order before the instant; from there, at most 64 orders are read
 * by number.
 */
export function firstOrderFrom(
  partner: Statement<never>,
  instant: Statement<never>,
): Statement<never> {
  return sql`(
    select order_no from orders
    where partner_id = ${partner} and created_at >= ${instant}
      and order_no >= coalesce((
        select order_no from orders
        where partner_id = ${partner} and created_at < ${instant} and (order_no & 63) = 0
        order by created_at desc, order_no desc limit 1), 0)
    order by order_no limit 1)`
}

export function instantAt(ms: number): Statement<never> {
  return sql`${dateAt(ms)}::timestamptz`
}

/**
 * Returns, for each partner, the number of the newest order that the list, newest first, has after
 * `after`. The instants of one
 * partner's orders rise with their numbers. Orders of the same instant are listed by partner.
 * Partners that never ordered are left out, which saves an index probe for each.
 */
export function lastOfEach(after: OrderName | undefined): Statement<never> {
  if (after === undefined) return sql`select partner_id, last_order from books where last_order > 0`
  const { partnerId, orderNo, createdMs } = after
  const partner = sql<never>`books.partner_id`
  const end = sql<never>`case
    when books.partner_id < ${partnerId} then ${instantAt(createdMs)}
    else ${instantAt(createdMs + 1)} end`
  return sql`
    select partner_id, last_order from (
      select partner_id, least(
          last_order, ${firstOrderFrom(partner, end)} - 1,
          case partner_id when ${partnerId} then ${orderNo}::bigint - 1 end) as last_order
      from books) as earlier
    where last_order > 0`
}
