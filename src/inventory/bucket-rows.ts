import { sql, type Statement, type StockBucketsRow } from '../db/mod.ts'

/**
 * A bucket is the stock of one product and face value. Its row is the one lock that orders
 * reservations and releases: ranges of stock cannot be that lock, because stock that comes back in
 * front of ranges that are held would be locked after them here and before them elsewhere.
 */
export function insertBuckets(productId: number, facesMinor: readonly bigint[]): Statement<never> {
  return sql`
    insert into stock_buckets (product_id, face_value_minor)
    select ${productId}, unnest(${inOrder(facesMinor)}::bigint[])
    on conflict do nothing`
}

/**
 * Locks the buckets of these face values, lowest first, and answers those that there are. What is
 * read in later statements is then as the last holder left it.
 */
export function lockBuckets(
  productId: number,
  facesMinor: readonly bigint[],
): Statement<Pick<StockBucketsRow, 'face_value_minor'>> {
  return sql`${lowestFirst(productId, facesMinor)} for update`
}

/** As `lockBuckets`, but for those that somebody else holds: it waits for nobody. */
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

/** Locks every bucket of the product, lowest first: stock of any may move. */
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
