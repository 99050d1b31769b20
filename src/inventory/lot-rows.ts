import { dateAt } from '../core/mod.ts'
import { equals, list, sql, type Statement, type StockLotsRow } from '../db/mod.ts'
import { goodUntil } from './stock-policy-rows.ts'

/** The codes of one import, or of several imports into one lot. */
export interface LotName {
  readonly productId: number
  readonly lot: string
}

/** Inserts a lot if it does not exist. */
export function insertLot({ productId, lot }: LotName, now: number): Statement<never> {
  return sql`
    insert into stock_lots (product_id, lot, created_at)
    values (${productId}, ${lot}, ${dateAt(now)})
    on conflict do nothing`
}

/** Locks the lot against changes until the transaction ends. Other imports are not locked out. */
export function shareLot({ productId, lot }: LotName): Statement<Pick<StockLotsRow, 'state'>> {
  return sql`
    select state from stock_lots
    where product_id = ${productId} and lot = ${lot}
    for share`
}

/** Locks the lot; waits for imports of it that are under way. */
export function lockLot({ productId, lot }: LotName): Statement<Pick<StockLotsRow, 'state'>> {
  return sql`
    select state from stock_lots
    where product_id = ${productId} and lot = ${lot}
    for update`
}

export function updateLot({ productId, lot }: LotName, state: string): Statement<never> {
  return sql`
    update stock_lots set state = ${state}
    where product_id = ${productId} and lot = ${lot}`
}

/** Takes the unsold codes of the lot off sale, and returns their number. The buckets are locked. */
export function holdFree(name: LotName): Statement<{ codes: bigint }> {
  return moveRanges(name, { from: 'stock_free', to: 'stock_held' })
}

/** Puts the held codes of the lot on sale, and returns their number. The buckets are locked. */
export function freeHeld(name: LotName): Statement<{ codes: bigint }> {
  return moveRanges(name, { from: 'stock_held', to: 'stock_free' })
}

function moveRanges(
  { productId, lot }: LotName,
  { from, to }: { from: string; to: string },
): Statement<{ codes: bigint }> {
  return sql`
    with ranges as (
      delete from ${sql.quoted(from)} as moving using (
        select range.place from stock_blocks b cross join lateral (
          select s.ctid as place from ${sql.quoted(from)} s
          where s.product_id = ${productId} and s.block_id = b.block_id
          offset 0) as range
        where b.product_id = ${productId} and b.lot = ${lot}) as of_lot
      where moving.ctid = of_lot.place
      returning moving.block_id, moving.first, moving.quantity, moving.face_value_minor,
                moving.expires_at
    ), inserted as (
      insert into ${sql.quoted(to)} (
        product_id, block_id, first, quantity, face_value_minor, expires_at)
      select ${productId}, block_id, first, quantity, face_value_minor, expires_at from ranges
    )
    select coalesce(sum(quantity), 0)::bigint as codes from ranges`
}

/** Selects the lots of a product. If a state is given, only lots in that state. */
interface LotFilter {
  readonly productId: number
  readonly state?: string | undefined
}

/** Newest first. */
export const listStoredLots = list({
  from: 'stock_lots',
  columns: sql`lot, state, created_at`,
  where: ({ productId, state }: LotFilter) => [
    equals('product_id', productId),
    equals('state', state),
  ],
  order: 'created_at desc, lot desc',
  sorts: { lot: ['lot'], createdAt: ['created_at', 'lot'] },
  to: (row: Omit<StockLotsRow, 'product_id'>) => row,
})

export function selectLot({
  productId,
  lot,
}: LotName): Statement<Omit<StockLotsRow, 'product_id'>> {
  return sql`
    select lot, state, created_at from stock_lots
    where product_id = ${productId} and lot = ${lot}`
}

/**
 * Counts the codes of a lot: all of them, and those that are for sale at `now`, outdated, or held.
 */
export interface LotCountRow {
  readonly lot: string
  readonly imported: bigint
  readonly free: bigint
  readonly outdated: bigint
  readonly held: bigint
  readonly expires_at: Date | null
}

export function countCodes(
  productId: number,
  lots: readonly string[],
  now: number,
): Statement<LotCountRow> {
  return sql`
    select b.lot, sum(b.quantity)::bigint as imported,
      coalesce(sum(free.codes) filter (
        where b.expires_at is null or b.expires_at > policy.good_until), 0)::bigint as free,
      coalesce(sum(free.codes) filter (
        where b.expires_at <= policy.good_until), 0)::bigint as outdated,
      coalesce(sum(held.codes), 0)::bigint as held, min(b.expires_at) as expires_at
    from (select ${goodUntil(sql`${productId}`, now)} as good_until) as policy
    cross join stock_blocks b
    cross join lateral (
      select sum(f.quantity) as codes from stock_free f
      where f.product_id = b.product_id and f.block_id = b.block_id) as free
    cross join lateral (
      select sum(h.quantity) as codes from stock_held h
      where h.product_id = b.product_id and h.block_id = b.block_id) as held
    where b.product_id = ${productId} and b.lot = any(${lots}::text[])
    group by b.lot`
}
