import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { HOLDS_MONEY } from '../orders/mod.ts'

/** The number of open orders that one search for missed settlements reads. */
export const OPEN_ORDERS_MAX = 2_000

export interface OpenOrder {
  readonly partner_id: number
  readonly order_no: bigint
}

/**
 * Returns the open orders after a given one, by key. `is_unsettled`: all batches are COMPLETED and
 * the order has not changed since `beforeMs`, so the worker that had to settle it is gone.
 */
export function openOrders(
  { partner_id: partnerId, order_no: orderNo }: OpenOrder,
  beforeMs: number,
): Statement<OpenOrder & { is_unsettled: boolean }> {
  return sql`
    select o.partner_id, o.order_no,
      o.status_since < ${dateAt(beforeMs)} and not exists (
        select 1 from fulfillments b
        where b.partner_id = o.partner_id and b.order_no = o.order_no
          and b.status <> 'COMPLETED') as is_unsettled
    from orders o
    where ${HOLDS_MONEY}
      and (o.partner_id, o.order_no) > (${partnerId}::integer, ${orderNo}::bigint)
    order by o.partner_id, o.order_no limit ${OPEN_ORDERS_MAX}`
}
