import { sql, type Statement } from '../db/mod.ts'

/** Returns the trace contexts of those orders whose request was exported. */
export function tracesOfOrders(
  partnerId: number,
  orderNos: readonly bigint[],
): Statement<{ order_no: bigint; traceparent: string }> {
  return sql`
    select order_no, traceparent from orders
    where partner_id = ${partnerId} and order_no = any(${orderNos}::bigint[])
      and traceparent is not null`
}
