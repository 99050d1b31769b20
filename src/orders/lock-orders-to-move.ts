import { sql, type Statement } from '../db/mod.ts'
import type { OrderStatus } from './transitions.ts'

/** Orders whose batches were requested from suppliers, by the result. */
export interface IssuedOrders {
  /** A batch was issued. */
  readonly issued: readonly number[]
  /** A batch was not issued. */
  readonly others: readonly number[]
  /** The orders in `others` with a batch that waits for stock. */
  readonly parked: readonly number[]
}

export interface LockedOrder {
  readonly order_no: bigint
  readonly status: OrderStatus
}

/**
 * Locks, by number, the orders whose status may change. Later statements change it, because only
 * they see the commits of the last holder of the locks.
 *
 * An order with an issued batch changes if it is OUT_OF_STOCK. An order with a parked batch is
 * locked in every open status, so that moving it back in stock waits for the parked batch. The
 * failed batches of an order ON_HOLD wait with it.
 */
export function lockOrdersToMove(
  partnerId: number,
  { issued, others, parked }: IssuedOrders,
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
