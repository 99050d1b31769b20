import { dateAt } from '../core/mod.ts'
import { sql, type OrdersRow, type Statement } from '../db/mod.ts'
import { NOT_FINAL } from './order-rows.ts'

/** The most orders that one search for deadlines reads. */
export const LATE_ORDERS_MAX = 500

export type LateOrder = Pick<OrdersRow, 'partner_id' | 'order_no' | 'status' | 'status_since'>

/** Returns orders that have waited too long for stock or money, longest first, after `after`. */
export function ordersPastDeadline(
  limits: { outOfStockBefore: number; onHoldBefore: number },
  after: LateOrder | undefined,
): Statement<LateOrder> {
  const outOfStock = lateOrders(limits.outOfStockBefore, after)
  const onHold = lateOrders(limits.onHoldBefore, after)
  return sql`
    (select ${COLUMNS} from orders where status = 'OUT_OF_STOCK' and ${outOfStock})
    union all
    (select ${COLUMNS} from orders where status = 'ON_HOLD' and ${onHold})
    order by status_since, partner_id, order_no limit ${LATE_ORDERS_MAX}`
}

const COLUMNS = sql.raw('partner_id, order_no, status, status_since')

/** The condition and order of one status; the status itself has to be a constant for the index. */
function lateOrders(before: number, after: LateOrder | undefined): Statement<never> {
  return sql`
    status_since < ${dateAt(before)} and (status_since, partner_id, order_no) > (
      ${after?.status_since ?? dateAt(0)}::timestamptz, ${after?.partner_id ?? 0}::integer,
      ${after?.order_no ?? 0n}::bigint)
    order by status_since, partner_id, order_no limit ${LATE_ORDERS_MAX}`
}

/** The most test partners that one sweep checks. */
const TEST_PARTNERS_MAX = 500

/** Returns the next test partners after a key. */
export function nextTestPartners(after: number): Statement<{ partner_id: number }> {
  return sql`
    select partner_id from partners
    where test_of is not null and partner_id > ${after}::integer
    order by partner_id limit ${TEST_PARTNERS_MAX}`
}

/** Returns orders of these partners that were placed before `before` and are not final. */
export function unfinishedOrders(
  partnerIds: readonly number[],
  before: number,
): Statement<LateOrder> {
  return sql`
    select late.* from unnest(${partnerIds}::integer[]) as test (partner_id)
    cross join lateral (
      select ${COLUMNS} from orders o
      where o.partner_id = test.partner_id and ${NOT_FINAL} and created_at < ${dateAt(before)}
      order by order_no limit ${LATE_ORDERS_MAX}) as late
    limit ${LATE_ORDERS_MAX}`
}

/**
 * Returns partners with orders ON_HOLD, as one group may not have handled all of them. This also
 * finds partners with open orders to suspend: a group that takes funds below zero moves at least
 * one open order to ON_HOLD.
 */
export function partnersToRebalance(): Statement<{ partner_id: number }> {
  return sql`select partner_id from books where orders_on_hold > 0`
}
