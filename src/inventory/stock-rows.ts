import { dateAt, dateOrNull, MS_PER_DAY } from '../core/mod.ts'
import { bytePlaces, sql, type Statement } from '../db/mod.ts'
import type { SealedBlocks } from './sealed-chunk.ts'
import { goodUntil } from './stock-policy-rows.ts'

/** Positions first .. first + quantity - 1 of a sealed block. */
export interface StockRange {
  readonly blockId: string
  readonly first: number
  readonly quantity: number
}

export interface FreeRow {
  readonly place: string
  readonly face_value_minor: bigint
  readonly block_id: string
  readonly first: number
  readonly quantity: number
}

/** A range that is for sale, and the `ctid` of its row. */
export interface FreeRange extends StockRange {
  readonly place: string
}

interface ForSale {
  readonly productId: number
  readonly now: number
  /** The instant until which the codes must be valid; undefined: any code for sale. */
  readonly validMs?: number | undefined
  readonly rangesMax: number
}

/**
 * Returns the first ranges of each face value that are for sale at `now`, at most `rangesMax` of
 * each, soonest expiry first, those without an expiry last. Reads two ranges of the index: a single
 * scan would begin at the first code that ever expired.
 */
export function readFree(
  { productId, now, validMs, rangesMax }: ForSale,
  facesMinor: readonly bigint[],
): Statement<FreeRow> {
  return sql`
    select input.face_value_minor, free.place, free.block_id, free.first, free.quantity
    from unnest(${facesMinor}::bigint[]) as input (face_value_minor)
    cross join lateral (
      select place, block_id, first, quantity, expires_at
      from (
        (select ctid as place, block_id, first, quantity, expires_at
         from stock_free
         where product_id = ${productId} and face_value_minor = input.face_value_minor
           and expires_at > ${goodUntil(sql`${productId}`, now)} ${isValidAt(validMs)}
         order by expires_at, block_id, first
         limit ${rangesMax})
        union all
        (select ctid as place, block_id, first, quantity, expires_at
         from stock_free
         where product_id = ${productId} and face_value_minor = input.face_value_minor
           and expires_at is null
         order by expires_at, block_id, first
         limit ${rangesMax})) as ranges
      order by expires_at nulls last, block_id, first
      limit ${rangesMax}) as free
    order by input.face_value_minor, free.expires_at nulls last, free.block_id, free.first`
}

/** Returns the instant until which codes must be valid if they have to be valid for `days`. */
export function validUntil(days: number | undefined, now: number): number | undefined {
  return days === undefined ? undefined : now + days * MS_PER_DAY
}

/** Without `validMs` the statement has no further condition. */
function isValidAt(validMs: number | undefined): Statement<never> {
  return validMs === undefined ? sql`` : sql`and expires_at >= ${dateAt(validMs)}`
}

/** A range as it was read, and the number of its first codes that were taken. */
export interface Taking {
  readonly range: FreeRange
  readonly takenCodes: number
}

/**
 * Shortens ranges that keep some free codes. Each row is found by its key: a plain join would
 * be planned while the table is small, and compare each range with all of the product's.
 *
 * The last check against selling a code twice: fails the transaction if a row has changed since it
 * was read, which cannot happen under the lock of the bucket.
 */
export function cutFree(productId: number, takings: readonly Taking[]): Statement<never> {
  return sql`
    with shortened as (
      update stock_free
      set first = stock_free.first + cut.codes, quantity = stock_free.quantity - cut.codes
      from (
        select range.place, input.codes from unnest(
          ${takings.map(({ range }) => range.blockId)}::uuid[],
          ${takings.map(({ range }) => range.first)}::integer[],
          ${takings.map(({ range }) => range.quantity)}::integer[],
          ${takings.map(({ takenCodes }) => takenCodes)}::integer[]
        ) as input (block_id, first, quantity, codes)
        cross join lateral (
          select free.ctid as place from stock_free free
          where free.product_id = ${productId} and free.block_id = input.block_id
            and free.first = input.first and free.quantity = input.quantity
          offset 0) as range) as cut
      where stock_free.ctid = cut.place
      returning 1)
    select case when count(*) = ${takings.length} then 1
      else ('free stock moved: ' || count(*))::integer end as unmoved
    from shortened`
}

/**
 * Deletes ranges that are used up. Finds them by `ctid` only, which takes half the time of their
 * keys; with the product as a further condition, the planner might read all of its rows. So the
 * statement checks, range by range, that it deleted the ranges that were read.
 */
export function deleteFree(productId: number, ranges: readonly FreeRange[]): Statement<never> {
  const inOrder = ranges.toSorted(byKey)
  return sql`
    with deleted as (
      delete from stock_free
      where ctid = any(${inOrder.map((range) => range.place)}::tid[])
      returning product_id, block_id, first, quantity)
    select case
      when every(product_id = ${productId})
        and array_agg(block_id order by block_id, first)
          = ${inOrder.map((range) => range.blockId)}::uuid[]
        and array_agg(first order by block_id, first)
          = ${inOrder.map((range) => range.first)}::integer[]
        and array_agg(quantity order by block_id, first)
          = ${inOrder.map((range) => range.quantity)}::integer[] then 1
      else ('free stock moved: ' || count(*))::integer end as unmoved
    from deleted`
}

/** Orders as the database does: a UUID by its bytes, which is the order of its text. */
function byKey(one: StockRange, other: StockRange): number {
  if (one.blockId === other.blockId) return one.first - other.first
  return one.blockId < other.blockId ? -1 : 1
}

export function insertBlocks(
  { productId, lot, now }: { productId: number; lot: string; now: number },
  { blocks, sealed }: SealedBlocks,
): Statement<never> {
  return sql`
    insert into stock_blocks (
      product_id, block_id, face_value_minor, expires_at, quantity, sealed, imported_at, lot)
    select ${productId}, input.block_id, input.face_value_minor, input.expires_at, input.quantity,
           substring(${sealed}::bytea from input.sealed_at for input.sealed_size),
           ${dateAt(now)}::timestamptz, ${lot}::text
    from unnest(
      ${blocks.map((block) => block.blockId)}::uuid[],
      ${blocks.map((block) => block.faceValueMinor)}::bigint[],
      ${blocks.map((block) => dateOrNull(block.expiresAt))}::timestamptz[],
      ${blocks.map((block) => block.quantity)}::integer[],
      ${bytePlaces(blocks.map((block) => block.bytes))}::integer[],
      ${blocks.map((block) => block.bytes)}::integer[]
    ) as input (block_id, face_value_minor, expires_at, quantity, sealed_at, sealed_size)`
}

/**
 * Frees ranges of stored blocks, with the face value and expiry of the block. Ranges of a lot that
 * is not ON_SALE are held instead. The caller has locked the bucket, or the lot, so the lot keeps
 * its state.
 */
export function insertFree(productId: number, ranges: readonly StockRange[]): Statement<never> {
  return sql`
    with ranges as (
      select input.*, block.face_value_minor, block.expires_at, block.is_on_sale
      from unnest(
        ${ranges.map((range) => range.blockId)}::uuid[],
        ${ranges.map((range) => range.first)}::integer[],
        ${ranges.map((range) => range.quantity)}::integer[]) as input (block_id, first, quantity)
      cross join lateral (
        select b.face_value_minor, b.expires_at,
               coalesce(lot.state, 'ON_SALE') = 'ON_SALE' as is_on_sale
        from stock_blocks b
        left join lateral (
          select state from stock_lots l
          where l.product_id = b.product_id and l.lot = b.lot
          offset 0) as lot on true
        where b.product_id = ${productId} and b.block_id = input.block_id
        offset 0) as block
    ), inserted_held as (
      insert into stock_held (product_id, block_id, first, quantity, face_value_minor, expires_at)
      select ${productId}, block_id, first, quantity, face_value_minor, expires_at
      from ranges where not is_on_sale
    )
    insert into stock_free (product_id, block_id, first, quantity, face_value_minor, expires_at)
    select ${productId}, block_id, first, quantity, face_value_minor, expires_at
    from ranges where is_on_sale`
}
