import { dateAt } from '../core/mod.ts'
import { sql, type FulfillmentsRow, type Statement } from '../db/mod.ts'
import { STOCK_SUPPLIER, type StockBucket } from '../inventory/mod.ts'

const STOCK = sql.raw(`'${STOCK_SUPPLIER}'`)

/** Waiting batches that one statement returns. */
export const WAITING_MAX = 1_000

/** The position of a batch among those that wait. */
export type Place = Pick<FulfillmentsRow, 'ordered_at' | 'partner_id' | 'order_no' | 'batch_no'>

export const FIRST: Place = { ordered_at: dateAt(0), partner_id: 0, order_no: 0n, batch_no: 0 }

export type WaitingRow = Place & Pick<FulfillmentsRow, 'face_value_minor' | 'quantity'>

export function waitedFor(
  buckets: readonly StockBucket[],
): Statement<Pick<FulfillmentsRow, 'product_id' | 'face_value_minor'>> {
  return sql`
    select bucket.product_id, bucket.face_value_minor
    from unnest(
      ${buckets.map((one) => one.productId)}::integer[],
      ${buckets.map((one) => one.faceMinor)}::bigint[]) as bucket (product_id, face_value_minor)
    where exists (
      select from fulfillments waiting
      where waiting.product_id = bucket.product_id
        and waiting.face_value_minor = bucket.face_value_minor
        and waiting.waits_for = 'stock' and waiting.supplier = ${STOCK}
      offset 0)`
}

export function waitingForStock(
  { productId, faceMinor }: StockBucket,
  { after, quantityMax }: { after: Place; quantityMax: number },
): Statement<WaitingRow> {
  return sql`
    select ordered_at, partner_id, order_no, batch_no, face_value_minor, quantity
    from fulfillments
    where product_id = ${productId} and face_value_minor = ${faceMinor}
      and waits_for = 'stock' and supplier = ${STOCK} and quantity <= ${quantityMax}
      and (ordered_at, partner_id, order_no, batch_no) > (
        ${after.ordered_at}::timestamptz, ${after.partner_id}::integer,
        ${after.order_no}::bigint, ${after.batch_no}::integer)
    order by ordered_at, partner_id, order_no, batch_no
    limit ${WAITING_MAX}`
}

/**
 * Locks the batches that still wait and returns them in the given order. Without the lock a batch
 * could go to another supplier while stock is reserved for it. Locks by order and number.
 */
export function lockWaiting(batches: readonly WaitingRow[]): Statement<WaitingRow> {
  return sql`
    select locked.* from (
      select waiting.*, one.place from (
        select * from unnest(
          ${batches.map((one) => one.partner_id)}::integer[],
          ${batches.map((one) => one.order_no)}::bigint[],
          ${batches.map((one) => one.batch_no)}::integer[]
        ) with ordinality as given (partner_id, order_no, batch_no, place)
        order by partner_id, order_no, batch_no) as one
      cross join lateral (
        select f.ordered_at, f.partner_id, f.order_no, f.batch_no, f.face_value_minor, f.quantity
        from fulfillments f
        where f.partner_id = one.partner_id and f.order_no = one.order_no
          and f.batch_no = one.batch_no and coalesce(f.waits_for, '') = 'stock'
          and f.supplier = ${STOCK}
        for update) as waiting
      offset 0) as locked
    order by locked.place`
}

/** Finds each face value by one index probe, however many batches wait. */
export function waitingFaces(productId: number): Statement<{ face_value_minor: bigint }> {
  return sql`
    with recursive found as (
      (select face_value_minor from fulfillments
       where product_id = ${productId} and waits_for = 'stock'
       order by face_value_minor limit 1)
      union all
      select (select next.face_value_minor from fulfillments next
              where next.product_id = ${productId} and next.waits_for = 'stock'
                and next.face_value_minor > found.face_value_minor
              order by next.face_value_minor limit 1)
      from found where found.face_value_minor is not null
    )
    select face_value_minor from found where face_value_minor is not null`
}

/** As `waitingFaces`, of all products. */
export function waitingBuckets(): Statement<{ product_id: number; face_value_minor: bigint }> {
  return sql`
    with recursive found as (
      (select product_id, face_value_minor from fulfillments
       where waits_for = 'stock'
       order by product_id, face_value_minor limit 1)
      union all
      select next.product_id, next.face_value_minor
      from found cross join lateral (
        select product_id, face_value_minor from fulfillments
        where waits_for = 'stock'
          and (product_id, face_value_minor) > (found.product_id, found.face_value_minor)
        order by product_id, face_value_minor limit 1) as next
    )
    select product_id, face_value_minor from found`
}

/** Makes locked batches due. Their reservations bind them to stock. */
export function wakeBatches(batches: readonly Place[]): Statement<never> {
  return sql`
    update fulfillments b set waits_for = null, due_at = now(), supplier_settings = '{}'
    from (
      select found.place from unnest(
        ${batches.map((one) => one.partner_id)}::integer[],
        ${batches.map((one) => one.order_no)}::bigint[],
        ${batches.map((one) => one.batch_no)}::integer[]) as one (partner_id, order_no, batch_no)
      cross join lateral (
        select f.ctid as place from fulfillments f
        where f.partner_id = one.partner_id and f.order_no = one.order_no
          and f.batch_no = one.batch_no
        offset 0) as found) as served
    where b.ctid = served.place`
}

/** False if a batch is at stock and its product has no other supplier. */
const IS_REROUTED = sql`(
  b.supplier <> ${STOCK} or p.supplier <> ${STOCK} or p.fallback_suppliers <> '[]')`

/** Locks by order and number. */
export function lockRerouted(productId: number): Statement<{ batches: bigint }> {
  return sql`
    select count(*) as batches from (
      select from fulfillments b
      where b.product_id = ${productId} and b.waits_for = 'stock'
        and exists (select from products p where p.product_id = ${productId} and ${IS_REROUTED})
      order by b.partner_id, b.order_no, b.batch_no
      for update) as locked`
}

export function restartRouting(productId: number): Statement<{ partner_id: number }> {
  return sql`
    update fulfillments b
    set supplier = p.supplier, supplier_step = 0, waits_for = null, due_at = now()
    from products p
    where b.product_id = ${productId} and b.waits_for = 'stock'
      and p.product_id = b.product_id and ${IS_REROUTED}
    returning b.partner_id`
}
