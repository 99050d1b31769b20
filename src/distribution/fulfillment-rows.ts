import { drawNumber, groupBy } from '../core/mod.ts'
import { addTwin, sql, type Statement } from '../db/mod.ts'
import { lastUnfunded, lastUnfundedOf } from '../fulfillment/attempt-log.ts'
import { lotsOf } from '../fulfillment/issued-lots.ts'
import {
  leaseBatches,
  leasedBatches,
  partnersWithWork,
  rowsOfLeased,
} from '../fulfillment/lease-rows.ts'
import {
  countReserved,
  countRuns,
  pageOfRuns,
  runsFrom,
  runsOf,
} from '../fulfillment/lot-orders.ts'
import {
  forgetOldest,
  insertAttempts,
  insertFrom,
  outcomesOf,
} from '../fulfillment/retry-decision-rows.ts'
import { insertRanges, ISSUED, RANGES, reservationOf } from '../fulfillment/segment-rows.ts'
import type { LotName } from '../inventory/mod.ts'
import { UNFINISHED_ORDERS } from '../orders/mod.ts'
import { startOrders } from './orders-rows.ts'

addTwin(leaseBatches, (request) => {
  const { partnerId, owner, nowMs } = request
  const epoch = drawNumber()
  const leased = sql<never>`array(
    select order_no from fulfillments
    where partner_id = ${partnerId} and due_at is not null and lease_owner = ${owner}
      and lease_epoch = ${epoch} and not taking_back)`
  return [
    sql`with ${leasedBatches(request, epoch)} ${rowsOfLeased(partnerId)}`,
    ...startOrders(partnerId, leased, nowMs),
  ]
})

addTwin(
  partnersWithWork,
  () => sql`select distinct partner_id from fulfillments where due_at <= now()`,
)

addTwin(lastUnfunded, (orders) =>
  [...groupBy(orders, (one) => one.partnerId)].map(([partnerId, ordersOfPartner]) => {
    const orderNos = ordersOfPartner.map((one) => one.orderNo)
    const requestedOrders = sql`unnest(${orderNos}::bigint[]) as input (order_no)`
    return lastUnfundedOf(sql`${partnerId}::integer`, requestedOrders)
  }),
)

addTwin(insertAttempts, (partnerId, tried, nowMs) => {
  const outcomes = outcomesOf(tried)
  return [forgetOldest(partnerId, outcomes), insertFrom(partnerId, outcomes, nowMs)]
})

addTwin(
  lotsOf,
  ({ partnerId, orderNo }, batchNos) => sql`
    with issued as materialized (
      select batch_no, stock_product_id, stock_block_id from issued_segments
      where partner_id = ${partnerId} and order_no = ${orderNo}
        and batch_no = any(${batchNos}::integer[]) and stock_block_id is not null)
    select distinct issued.batch_no, block.lot
    from issued join stock_blocks block on block.product_id = issued.stock_product_id
      and block.block_id = issued.stock_block_id
    order by issued.batch_no, block.lot`,
)

const ISSUED_OF_LOT = sql`issued`

addTwin(
  countRuns,
  (name) => sql`
    with ${issuedOf(name)}
    select count(*) as total from ${runsOf(name, ISSUED_OF_LOT)} as runs`,
)

addTwin(
  pageOfRuns,
  (name, page) => sql`
    with ${issuedOf(name)}, runs as materialized (${runsFrom(name, ISSUED_OF_LOT, page)})
    select runs.*, o.created_at, o.client_reference, o.status
    from runs join orders o on o.partner_id = runs.partner_id and o.order_no = runs.order_no
    order by runs.partner_id, runs.order_no, runs.first_item_no`,
)

/** Returns a common table expression with the segments that have codes of a lot. */
function issuedOf({ productId, lot }: LotName): Statement<never> {
  return sql`
    blocks as materialized (
      select block_id from stock_blocks where product_id = ${productId} and lot = ${lot}),
    issued as materialized (
      select s.partner_id, s.order_no, s.first_item_no, s.quantity, s.stock_product_id,
        s.stock_block_id
      from issued_segments s join blocks on blocks.block_id = s.stock_block_id
      where s.stock_product_id = ${productId})`
}

addTwin(
  countReserved,
  (productId) => sql`
    with issued as materialized (
      select s.stock_block_id, s.quantity
      from ${UNFINISHED_ORDERS} as open
      join issued_segments s on s.partner_id = open.partner_id and s.order_no = open.order_no
      where s.stock_product_id = ${productId})
    select block.face_value_minor, sum(issued.quantity)::bigint as codes
    from issued join stock_blocks block
      on block.product_id = ${productId} and block.block_id = issued.stock_block_id
    group by block.face_value_minor`,
)

addTwin(insertRanges, (partnerId, segments) => [
  sql`
    select case when count(*) = ${segments.length} then 1
      else ('stock is not reserved: only ' || count(*) || ' ranges are')::integer end
      as unreserved
    from ${ISSUED.of(segments)}
    cross join lateral (${reservationOf(partnerId)}) as reserved`,
  RANGES.insert(segments, partnerId),
])
