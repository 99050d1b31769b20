import { dateAt, dateOrNull } from '../core/mod.ts'
import { bytePlaces, sql, type Statement } from '../db/mod.ts'
import type { SealedBlocks } from './sealed-chunk.ts'
import { goodUntil } from './stock-policy-rows.ts'

/** Positions first .. first + quantity - 1 of a sealed block. */
export interface Slice {
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

/** A slice that is for sale, and where it is. */
export interface FreeSlice extends Slice {
  readonly place: string
}

/**
 * The first slices of each face value that are for sale at `now`, at most `slicesMax` of each:
 * soonest expiry first, those without one last. With and without an expiry are two ranges of the
 * index: as one, it would be read from the first slice that ever expired.
 */
export function readFree(
  { productId, now, slicesMax }: { productId: number; now: number; slicesMax: number },
  facesMinor: readonly bigint[],
): Statement<FreeRow> {
  return sql`
    select wanted.face_value_minor, free.place, free.block_id, free.first, free.quantity
    from unnest(${facesMinor}::bigint[]) as wanted (face_value_minor)
    cross join lateral (
      select place, block_id, first, quantity, expires_at
      from (
        (select ctid as place, block_id, first, quantity, expires_at
         from stock_free
         where product_id = ${productId} and face_value_minor = wanted.face_value_minor
           and expires_at > ${goodUntil(sql`${productId}`, now)}
         order by expires_at, block_id, first
         limit ${slicesMax})
        union all
        (select ctid as place, block_id, first, quantity, expires_at
         from stock_free
         where product_id = ${productId} and face_value_minor = wanted.face_value_minor
           and expires_at is null
         order by expires_at, block_id, first
         limit ${slicesMax})) as either
      order by expires_at nulls last, block_id, first
      limit ${slicesMax}) as free
    order by wanted.face_value_minor, free.expires_at nulls last, free.block_id, free.first`
}

/** A slice as it was read, and how many of its first codes were taken. */
export interface Taking {
  readonly slice: FreeSlice
  readonly taken: number
}

/**
 * Slices of which a rest stays free. Each is looked up by its key: as a plain join it would be
 * planned while the table is young, and then compare every slice with all of the product's.
 *
 * The last wall against selling a code twice: fails, and the transaction with it, unless as many
 * slices were still as they were read. Under the lock of their shelf nothing else could be.
 */
export function cutFree(productId: number, takings: readonly Taking[]): Statement<never> {
  return sql`
    with taken as (
      update stock_free
      set first = stock_free.first + cut.taken, quantity = stock_free.quantity - cut.taken
      from (
        select found.place, one.taken from unnest(
          ${takings.map(({ slice }) => slice.blockId)}::uuid[],
          ${takings.map(({ slice }) => slice.first)}::integer[],
          ${takings.map(({ slice }) => slice.quantity)}::integer[],
          ${takings.map(({ taken }) => taken)}::integer[]) as one (block_id, first, quantity, taken)
        cross join lateral (
          select free.ctid as place from stock_free free
          where free.product_id = ${productId} and free.block_id = one.block_id
            and free.first = one.first and free.quantity = one.quantity
          offset 0) as found) as cut
      where stock_free.ctid = cut.place
      returning 1)
    select case when count(*) = ${takings.length} then 1
      else ('free stock moved: ' || count(*))::integer end as unmoved
    from taken`
}

/**
 * Slices that were taken whole. They are looked up where they were read, which takes half of the
 * time that their keys take, and by nothing else: with their product the planner could read all of
 * that. So the wall says here that what has gone is what was read, slice by slice.
 */
export function deleteFree(productId: number, slices: readonly FreeSlice[]): Statement<never> {
  const inOrder = slices.toSorted(byKey)
  return sql`
    with taken as (
      delete from stock_free
      where ctid = any(${inOrder.map((slice) => slice.place)}::tid[])
      returning product_id, block_id, first, quantity)
    select case
      when every(product_id = ${productId})
        and array_agg(block_id order by block_id, first)
          = ${inOrder.map((slice) => slice.blockId)}::uuid[]
        and array_agg(first order by block_id, first)
          = ${inOrder.map((slice) => slice.first)}::integer[]
        and array_agg(quantity order by block_id, first)
          = ${inOrder.map((slice) => slice.quantity)}::integer[] then 1
      else ('free stock moved: ' || count(*))::integer end as unmoved
    from taken`
}

/** As the database orders them: a UUID by its bytes, as its text does. */
function byKey(one: Slice, other: Slice): number {
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
    select ${productId}, made.block_id, made.face_value_minor, made.expires_at, made.quantity,
           substring(${sealed}::bytea from made.sealed_at for made.sealed_size),
           ${dateAt(now)}::timestamptz, ${lot}::text
    from unnest(
      ${blocks.map((block) => block.blockId)}::uuid[],
      ${blocks.map((block) => block.faceValueMinor)}::bigint[],
      ${blocks.map((block) => dateOrNull(block.expiresAt))}::timestamptz[],
      ${blocks.map((block) => block.quantity)}::integer[],
      ${bytePlaces(blocks.map((block) => block.bytes))}::integer[],
      ${blocks.map((block) => block.bytes)}::integer[]
    ) as made (block_id, face_value_minor, expires_at, quantity, sealed_at, sealed_size)`
}

/**
 * Frees slices of stored blocks, from which they have their face value and expiry; those of a lot
 * that is not ON_SALE are held instead. The caller keeps the lot as it is: by a lock on its shelf,
 * or on the lot.
 */
export function insertFree(productId: number, slices: readonly Slice[]): Statement<never> {
  return sql`
    with freed as (
      select given.*, block.face_value_minor, block.expires_at, block.is_on_sale
      from unnest(
        ${slices.map((slice) => slice.blockId)}::uuid[],
        ${slices.map((slice) => slice.first)}::integer[],
        ${slices.map((slice) => slice.quantity)}::integer[]) as given (block_id, first, quantity)
      cross join lateral (
        select b.face_value_minor, b.expires_at,
               coalesce(lot.state, 'ON_SALE') = 'ON_SALE' as is_on_sale
        from stock_blocks b
        left join lateral (
          select state from stock_lots l
          where l.product_id = b.product_id and l.lot = b.lot
          offset 0) as lot on true
        where b.product_id = ${productId} and b.block_id = given.block_id
        offset 0) as block
    ), held as (
      insert into stock_held (product_id, block_id, first, quantity, face_value_minor, expires_at)
      select ${productId}, block_id, first, quantity, face_value_minor, expires_at
      from freed where not is_on_sale
    )
    insert into stock_free (product_id, block_id, first, quantity, face_value_minor, expires_at)
    select ${productId}, block_id, first, quantity, face_value_minor, expires_at
    from freed where is_on_sale`
}
