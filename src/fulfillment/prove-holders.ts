import { sql } from '../db/mod.ts'
import type { RowProof } from '../ledger/mod.ts'
import { writtenOrders, type OrderState } from '../orders/mod.ts'

/**
 * Finds, for the sentinel, codes of a group's orders that are also in a second segment. Segments of
 * batches that are being taken back do not count: nobody can read them.
 */
export const HOLDERS_PROOF: RowProof<OrderState> = {
  find({ partnerId }, state) {
    const orderNos = writtenOrders(state)
    if (orderNos.length === 0) return []
    return [
      sql`
        select 'code_with_two_holders' as invariant,
          'block ' || own.stock_block_id || ' from ' || own.stock_first as ids
        from issued_segments own
        cross join lateral (
          select partner_id, order_no, batch_no from issued_segments other
          where other.stock_product_id = own.stock_product_id
            and other.stock_block_id = own.stock_block_id
            and other.stock_first < own.stock_first + own.quantity
            and own.stock_first < other.stock_first + other.quantity
            and (other.partner_id, other.order_no, other.batch_no, other.segment_no)
              <> (own.partner_id, own.order_no, own.batch_no, own.segment_no)
          offset 0) as other
        cross join lateral (
          select taking_back from fulfillments batch
          where batch.partner_id = other.partner_id and batch.order_no = other.order_no
            and batch.batch_no = other.batch_no
          offset 0) as batch
        where own.partner_id = ${partnerId} and own.order_no = any(${orderNos}::bigint[])
          and own.stock_block_id is not null and not batch.taking_back`,
    ]
  },
}
