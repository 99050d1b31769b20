import { sql, type Statement, type StockBucketsRow } from '../db/mod.ts'

/**
 * Inserts the buckets that do not exist. A bucket is the stock of one product and face value. Its
 * row is the one lock that serializes reservations and releases. Locking the ranges themselves
 * could deadlock: after a range returns to the front of the stock, transactions would lock it in
 * different orders.
 */
export function insertBuckets(productId: number, facesMinor: readonly bigint[]): Statement<never> {
  return sql`
    insert into stock_buckets (product_id, face_value_minor)
    select ${productId}, unnest(${inOrder(facesMinor)}::bigint[])
    on conflict do nothing`
}

/**
 * Locks the buckets of these face values, lowest first, and returns those that exist. Later
 * statements see the commits of the last holder of the locks.
 */
export function lockBuckets(
  productId: number,
  facesMinor: readonly bigint[],
): Statement<Pick<StockBucketsRow, 'face_value_minor'>> {
  return sql`${lowestFirst(productId, facesMinor)} for update`
}

/** Locks as `lockBuckets` does, but skips buckets that another transaction has locked. */
export function lockBucketsSkipLocked(
  productId: number,
  facesMinor: readonly bigint[],
): Statement<Pick<StockBucketsRow, 'face_value_minor'>> {
  return sql`${lowestFirst(productId, facesMinor)} for update skip locked`
}

function lowestFirst(productId: number, facesMinor: readonly bigint[]): Statement<never> {
  return sql`
    select face_value_minor from stock_buckets
    where product_id = ${productId} and face_value_minor = any(${inOrder(facesMinor)}::bigint[])
    order by face_value_minor`
}

/** Locks every bucket of the product, lowest first. */
export function lockAllBuckets(productId: number): Statement<{ buckets: bigint }> {
  return sql`
    select count(*) as buckets from (
      select from stock_buckets
      where product_id = ${productId}
      order by face_value_minor
      for update) as locked`
}

function inOrder(facesMinor: readonly bigint[]): bigint[] {
  return [...new Set(facesMinor)].toSorted((one, other) => (one < other ? -1 : 1))
}
