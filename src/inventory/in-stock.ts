import { routesOf, type Product } from '../catalog/mod.ts'
import { oneRow, sql, type Db, type Statement, type StockBucketsRow } from '../db/mod.ts'
import { goodUntil } from './stock-policy-rows.ts'

/** The name that products have for the stock of imported codes. */
export const STOCK_SUPPLIER = 'vault'

/** Returns true if one of the product's suppliers is the stock of imported codes. */
export function isFromStock(product: Product): boolean {
  return routesOf(product).some(({ supplier }) => supplier === STOCK_SUPPLIER)
}

/** Returns the given products that have a code for sale at `now` (milliseconds). */
export async function stockedProducts(
  db: Db,
  now: number,
  productIds: readonly number[],
): Promise<Set<number>> {
  const rows = await db.rows(selectStocked(productIds, now))
  return new Set(rows.map((row) => row.product_id))
}

function selectStocked(
  productIds: readonly number[],
  now: number,
): Statement<{ product_id: number }> {
  return sql`
    select input.product_id
    from unnest(${productIds}::integer[]) as input (product_id)
    cross join lateral (
      select ${goodUntil(sql`input.product_id`, now)} as good_until offset 0) as policy
    where exists (
      select from stock_free
      where stock_free.product_id = input.product_id
        and (stock_free.expires_at is null or stock_free.expires_at > policy.good_until))`
}

/** The stock of one product and face value. */
export interface StockBucket {
  readonly productId: number
  readonly faceMinor: bigint
}

/** Returns the given buckets that have a code for sale at `now` (milliseconds). */
export async function stockedBuckets(
  db: Db,
  buckets: readonly StockBucket[],
  now: number,
): Promise<StockBucket[]> {
  if (buckets.length === 0) return []
  const rows = await db.rows(selectStockedBuckets(buckets, now))
  return rows.map((row) => ({ productId: row.product_id, faceMinor: row.face_value_minor }))
}

function selectStockedBuckets(
  buckets: readonly StockBucket[],
  now: number,
): Statement<StockBucketsRow> {
  return sql`
    select input.product_id, input.face_value_minor
    from unnest(
      ${buckets.map((one) => one.productId)}::integer[],
      ${buckets.map((one) => one.faceMinor)}::bigint[]) as input (product_id, face_value_minor)
    cross join lateral (
      select ${goodUntil(sql`input.product_id`, now)} as good_until offset 0) as policy
    where exists (
      select from stock_free f
      where f.product_id = input.product_id and f.face_value_minor = input.face_value_minor
        and f.expires_at > policy.good_until)
    or exists (
      select from stock_free f
      where f.product_id = input.product_id and f.face_value_minor = input.face_value_minor
        and f.expires_at is null)`
}

/** The units of the largest batch. This number of ranges is enough for any batch. */
const RANGES_COUNTED_MAX = 10_000

/**
 * Returns the number of codes of the bucket that are for sale at `now`, or a smaller number that is
 * enough for any batch.
 */
export async function freeQuantity(db: Db, bucket: StockBucket, now: number): Promise<number> {
  return (await oneRow(db, countFree(bucket, now))).quantity
}

/** Reads ranges with an expiry and those without one separately, as `readFree` does. */
function countFree(
  { productId, faceMinor }: StockBucket,
  now: number,
): Statement<{ quantity: number }> {
  return sql`
    select coalesce(sum(quantity), 0)::integer as quantity from (
      (select quantity from stock_free
       where product_id = ${productId} and face_value_minor = ${faceMinor}
         and expires_at > ${goodUntil(sql`${productId}`, now)}
       limit ${RANGES_COUNTED_MAX})
      union all
      (select quantity from stock_free
       where product_id = ${productId} and face_value_minor = ${faceMinor}
         and expires_at is null
       limit ${RANGES_COUNTED_MAX})) as free`
}
