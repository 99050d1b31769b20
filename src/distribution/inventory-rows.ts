import { addTwin, sql } from '../db/mod.ts'
import { readReservations, reservationsOf } from '../inventory/reservation-rows.ts'
import {
  isWithin,
  productsIn,
  productsWithStock,
  rangesOfSegments,
  reservationsWithoutBatch,
  segmentsIssued,
  unmatched,
} from '../inventory/stock-proof-rows.ts'

addTwin(
  productsWithStock,
  () => sql`
    with issued as materialized (
      select distinct stock_product_id, 1 as stock_block_id from issued_segments
      where stock_block_id is not null)
    ${productsIn(sql`issued`)}`,
)

addTwin(
  segmentsIssued,
  (productId, ids) => sql`
    with issued as materialized (
      select s.partner_id, s.order_no, s.batch_no, s.segment_no, s.stock_block_id,
        s.stock_first, s.quantity
      from issued_segments s left join fulfillments f on f.partner_id = s.partner_id
        and f.order_no = s.order_no and f.batch_no = s.batch_no
      where s.stock_product_id = ${productId}
        and s.stock_block_id between ${ids.low}::uuid and ${ids.high}::uuid
        and f.taking_back is not true)
    ${rangesOfSegments(productId, sql`issued`)}`,
)

addTwin(
  reservationsWithoutBatch,
  (productId, reservations) => sql`
    with batches as materialized (
      select c.partner_id, c.order_no, c.batch_no from fulfillments c
      where ${isWithin(productId, reservations)}),
    replaced as materialized (
      select partner_id, order_no, item_no, product_id, kind, state from cases
      where product_id = ${productId} and kind = 'replace' and state = 'DONE')
    ${unmatched(productId, reservations, { batches: sql`batches`, cases: sql`replaced` })}`,
)

addTwin(
  readReservations,
  (productId, keys) => sql`
    with held as materialized (
      select partner_id, order_no, batch_no, lease_epoch from fulfillments
      where partner_id = any(${[...new Set(keys.map((key) => key.partnerId))]}::integer[])
        and order_no = any(${[...new Set(keys.map((key) => key.orderNo))]}::bigint[]))
    ${reservationsOf(productId, keys, sql`held`)}`,
)
