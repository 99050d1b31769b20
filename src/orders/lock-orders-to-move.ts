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
 * Locks, by number, the orders whose status may change. Later statements change the status, because
 * only they see what the last holder of the locks has committed.
 *
 * An order with an issued batch changes if it is OUT_OF_STOCK. An order with a parked batch is
 * locked in every open status, so that a transaction that takes it out of OUT_OF_STOCK sees the
 * parked batch. An order ON_HOLD is locked if a batch failed, because that batch then waits for
 * funds like the others.
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
