import { sql, type Statement } from '../db/mod.ts'

/** A hold of an order that has had more than one. */
export interface OrderHold {
  readonly orderNo: number
  readonly holdNo: number
}

/**
 * Inserts the holds of orders that have had more than one, so that each transfer leads to its
 * order. An order that was never suspended has its only hold in its own row.
 */
export function insertHolds(partnerId: number, holds: readonly OrderHold[]): Statement<never> {
  return sql`
    insert into order_holds (partner_id, order_no, hold_no)
    select ${partnerId}, input.order_no, input.hold_no
    from unnest(
      ${holds.map(({ orderNo }) => orderNo)}::bigint[],
      ${holds.map(({ holdNo }) => holdNo)}::bigint[]) as input (order_no, hold_no)
    on conflict do nothing`
}
