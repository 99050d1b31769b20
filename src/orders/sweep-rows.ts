import { dateAt } from '../core/mod.ts'
import { sql, type OrdersRow, type Statement } from '../db/mod.ts'

const LATE_ORDERS_MAX = 500

export type LateOrder = Pick<OrdersRow, 'partner_id' | 'order_no' | 'status' | 'status_since'>

/** Orders that have waited for stock, or for money, longer than they may; longest first. */
export function ordersPastDeadline(limits: {
  outOfStockBefore: number
  onHoldBefore: number
}): Statement<LateOrder> {
  return sql`
    select partner_id, order_no, status, status_since from orders
    where (status = 'OUT_OF_STOCK' and status_since < ${dateAt(limits.outOfStockBefore)})
       or (status = 'ON_HOLD' and status_since < ${dateAt(limits.onHoldBefore)})
    order by status_since limit ${LATE_ORDERS_MAX}`
}

/**
 * Partners with orders on hold, or with funds below zero: what one group could not look at whole.
 */
export function partnersToRebalance(): Statement<{ partner_id: number }> {
  return sql`
    select partner_id from books where orders_on_hold > 0
    union
    select partner_id from accounts
    where kind = 'funds' and credits_posted < debits_posted + debits_pending`
}
