import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { NOT_FINAL } from '../orders/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'

/** The position of an order among those that are not final. */
export interface OrderPlace {
  readonly partner_id: number
  readonly order_no: bigint
}

export interface OrderRange {
  readonly after: OrderPlace
  readonly last: OrderPlace
}

/**
 * Returns the place of the order that is `limit` orders after `after`; undefined if there is none.
 */
export function placeAfter(after: OrderPlace, limit: number): Statement<OrderPlace> {
  return sql`
    select o.partner_id, o.order_no from orders o
    where ${NOT_FINAL} and ${isBehind(after)}
    order by o.partner_id, o.order_no offset ${limit - 1} limit 1`
}

export interface WaitingOrdersRow {
  readonly partner_id: number
  readonly partner_name: string
  readonly status: string
  readonly orders: bigint
  /** The oldest one. */
  readonly order_no: bigint
  readonly created_at: Date
}

/**
 * Counts the orders of a range that were placed before `before`, by partner and status. The least
 * number and the least instant belong to the same order, because both grow with each order of a
 * partner. Leaves out test partners.
 */
export function waitingOrders(range: OrderRange, before: number): Statement<WaitingOrdersRow> {
  return sql`
    select waiting.*,
      (select name from partners where partner_id = waiting.partner_id) as partner_name
    from (
      select o.partner_id, o.status, count(*) as orders, min(o.order_no) as order_no,
        min(o.created_at) as created_at
      from orders o
      where ${NOT_FINAL} and ${isWithin(range)} and o.created_at < ${dateAt(before)}
        and ${isOfLivePartner('o.partner_id')}
      group by o.partner_id, o.status) as waiting`
}

export interface FailedBatchesRow {
  readonly product_id: number
  readonly supplier: string
  readonly batches: bigint
  readonly orders: bigint
  /** Batches that only an operator makes due. */
  readonly stopped: bigint
  /** The first order, by its key. */
  readonly partner_id: number
  readonly order_no: bigint
  readonly created_at: Date
}

/** Counts the FAILED batches of a range of orders, by product and supplier. */
export function failedBatches(range: OrderRange): Statement<FailedBatchesRow> {
  return sql`
    select f.product_id, f.supplier, sum(f.batches)::bigint as batches, count(*) as orders,
      sum(f.stopped)::bigint as stopped,
      (array_agg(o.partner_id order by o.partner_id, o.order_no))[1] as partner_id,
      (array_agg(o.order_no order by o.partner_id, o.order_no))[1] as order_no,
      (array_agg(o.created_at order by o.partner_id, o.order_no))[1] as created_at
    from orders o
    cross join lateral (
      select b.product_id, b.supplier, count(*) as batches,
        count(*) filter (where b.due_at is null) as stopped
      from fulfillments b
      where b.partner_id = o.partner_id and b.order_no = o.order_no and b.status <> 'COMPLETED'
        and b.status = 'FAILED'
      group by b.product_id, b.supplier
      offset 0) as f
    where ${NOT_FINAL} and ${isWithin(range)} and ${isOfLivePartner('o.partner_id')}
    group by f.product_id, f.supplier`
}

function isWithin({ after, last }: OrderRange): Statement<never> {
  return sql`${isBehind(after)} and (o.partner_id, o.order_no) <= (
    ${last.partner_id}::integer, ${last.order_no}::bigint)`
}

function isBehind({ partner_id: partnerId, order_no: orderNo }: OrderPlace): Statement<never> {
  return sql`(o.partner_id, o.order_no) > (${partnerId}::integer, ${orderNo}::bigint)`
}
