import { dateAt } from '../core/mod.ts'
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
 * is none. Instants rise with the numbers, so the index by time has only every 64th order: from the
 * last one before the instant, at most 64 orders are read by number.
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
