import { dateAt } from '../core/mod.ts'
import { sql, type FulfillmentsRow, type Statement, twinned } from '../db/mod.ts'
import { STOCK_SUPPLIER, type StockBucket } from '../inventory/mod.ts'

export const STOCK = sql.raw(`'${STOCK_SUPPLIER}'`)

// Batches that ask for a minimum validity are not served here, because the new codes may expire too
// soon. They are due every minute instead.

/** The most waiting batches that one statement returns. */
export const WAITING_MAX = 1_000

/** The position of a batch among those that wait. */
export type Place = Pick<FulfillmentsRow, 'ordered_at' | 'partner_id' | 'order_no' | 'batch_no'>

export const FIRST: Place = { ordered_at: dateAt(0), partner_id: 0, order_no: 0n, batch_no: 0 }

export type WaitingRow = Place & Pick<FulfillmentsRow, 'face_value_minor' | 'quantity'>

export const waitedFor = twinned(
  'waitedFor',
  (
    buckets: readonly StockBucket[],
  ): Statement<Pick<FulfillmentsRow, 'product_id' | 'face_value_minor'>> =>
    sql`
      select bucket.product_id, bucket.face_value_minor
      from ${namedBuckets(buckets)}
      where exists (
        select 1 from fulfillments waiting
        where waiting.product_id = bucket.product_id
          and waiting.face_value_minor = bucket.face_value_minor
          and waiting.waits_for = 'stock' and waiting.supplier = ${STOCK}
          and waiting.min_validity_days is null
        offset 0)`,
)

export function namedBuckets(buckets: readonly StockBucket[]): Statement<never> {
  return sql`
    unnest(
      ${buckets.map((one) => one.productId)}::integer[],
      ${buckets.map((one) => one.faceMinor)}::bigint[]) as bucket (product_id, face_value_minor)`
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
      and min_validity_days is null
      and (ordered_at, partner_id, order_no, batch_no) > (
        ${after.ordered_at}::timestamptz, ${after.partner_id}::integer,
        ${after.order_no}::bigint, ${after.batch_no}::integer)
    order by ordered_at, partner_id, order_no, batch_no
    limit ${WAITING_MAX}`
}

/**
 * Locks the batches that still wait, by order and number, and returns them in any order. Without
 * the lock a batch could go to another supplier while stock is reserved for it.
 */
export const lockWaiting = twinned(
  'lockWaiting',
  (batches: readonly WaitingRow[]): Statement<WaitingRow> => {
    return sql<WaitingRow>`
    select waiting.* from (
      select * from ${keysOf(batches)} order by partner_id, order_no, batch_no) as batch_key
    cross join lateral (
      select f.ordered_at, f.partner_id, f.order_no, f.batch_no, f.face_value_minor, f.quantity
      from fulfillments f
      where f.partner_id = batch_key.partner_id and f.order_no = batch_key.order_no
        and f.batch_no = batch_key.batch_no and coalesce(f.waits_for, '') = 'stock'
        and f.supplier = ${STOCK}
      for update) as waiting`
  },
)

/** Returns keys of batches as columns of `batch_key`. */
export function keysOf(batches: readonly Place[]): Statement<never> {
  return sql`unnest(
    ${batches.map((batch) => batch.partner_id)}::integer[],
    ${batches.map((batch) => batch.order_no)}::bigint[],
    ${batches.map((batch) => batch.batch_no)}::integer[]
  ) as batch_key (partner_id, order_no, batch_no)`
}

/** Returns the face values of a product for which batches wait, each by one index probe. */
export const waitingFaces = twinned(
  'waitingFaces',
  (productId: number): Statement<{ face_value_minor: bigint }> => {
    return sql<{ face_value_minor: bigint }>`
    with recursive faces as (
      (select face_value_minor from fulfillments
       where product_id = ${productId} and waits_for = 'stock'
       order by face_value_minor limit 1)
      union all
      select (select next.face_value_minor from fulfillments next
              where next.product_id = ${productId} and next.waits_for = 'stock'
                and next.face_value_minor > faces.face_value_minor
              order by next.face_value_minor limit 1)
      from faces where faces.face_value_minor is not null
    )
    select face_value_minor from faces where face_value_minor is not null`
  },
)

/** Returns the face values of all products for which batches wait. */
export const waitingBuckets = twinned(
  'waitingBuckets',
  (): Statement<{ product_id: number; face_value_minor: bigint }> => {
    return sql<{ product_id: number; face_value_minor: bigint }>`
    with recursive buckets as (
      (select product_id, face_value_minor from fulfillments
       where waits_for = 'stock'
       order by product_id, face_value_minor limit 1)
      union all
      select next.product_id, next.face_value_minor
      from buckets cross join lateral (
        select product_id, face_value_minor from fulfillments
        where waits_for = 'stock'
          and (product_id, face_value_minor) > (buckets.product_id, buckets.face_value_minor)
        order by product_id, face_value_minor limit 1) as next
    )
    select product_id, face_value_minor from buckets`
  },
)

export const WAKE_UPDATE = sql`
  update fulfillments b set waits_for = null, due_at = now(), supplier_settings = '{}'`

/** Makes locked batches due. Their reservations bind them to stock. */
export const wakeBatches = twinned(
  'wakeBatches',
  (batches: readonly Place[]): Statement<never> =>
    sql`
      ${WAKE_UPDATE} from (
        select batch.place from ${keysOf(batches)}
        cross join lateral (
          select f.ctid as place from fulfillments f
          where f.partner_id = batch_key.partner_id and f.order_no = batch_key.order_no
            and f.batch_no = batch_key.batch_no
          offset 0) as batch) as served
      where b.ctid = served.place`,
)

/** False if the batch waits for stock and its product has no other supplier. */
const IS_REROUTED = sql`(
  b.supplier <> ${STOCK} or p.supplier <> ${STOCK} or p.fallback_suppliers <> '[]')`

/** Locks the batches that `restartRouting` changes, by order and number. */
export const lockRerouted = twinned(
  'lockRerouted',
  (productId: number): Statement<{ batches: bigint }> =>
    sql`
      select count(*) as batches from (
        select from fulfillments b
        where b.product_id = ${productId} and b.waits_for = 'stock'
          and exists (select from products p where p.product_id = ${productId} and ${IS_REROUTED})
        order by b.partner_id, b.order_no, b.batch_no
        for update) as locked`,
)

export function restartRouting(productId: number): Statement<{ partner_id: number }> {
  return sql`
    update fulfillments b
    set supplier = p.supplier, supplier_step = 0, waits_for = null, due_at = now()
    from products p
    where b.product_id = ${productId} and b.waits_for = 'stock'
      and p.product_id = b.product_id and ${IS_REROUTED}
    returning b.partner_id`
}
