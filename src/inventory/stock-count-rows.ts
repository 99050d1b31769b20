import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { goodUntil } from './stock-policy-rows.ts'

/** Kinds of counts: all imported codes, or unsold codes by their state. */
export type CountKind =
  | 'imported'
  | 'lasting'
  | 'expiring'
  | 'withheld'
  | 'expired'
  | 'QUARANTINED'
  | 'RECALLED'

export interface CountRow {
  readonly product_id: number
  readonly face_value_minor: bigint
  readonly kind: CountKind
  readonly codes: bigint
}

/**
 * Counts the stock of these products at `now` in one statement, so that its numbers agree.
 * `expiring` codes are for sale and expire by `soon`; `withheld` codes expire within the margin.
 */
export function countStock(
  productIds: readonly number[],
  { now, soon }: { now: number; soon: number },
): Statement<CountRow> {
  return sql`
    select input.product_id, counted.face_value_minor, counted.kind, counted.codes
    from unnest(${productIds}::integer[]) as input (product_id)
    cross join lateral (
      select ${goodUntil(sql`input.product_id`, now)} as good_until offset 0) as policy
    cross join lateral (
      select b.face_value_minor, 'imported' as kind, sum(b.quantity)::bigint as codes
      from stock_blocks b where b.product_id = input.product_id
      group by b.face_value_minor
      union all
      select f.face_value_minor,
             case when f.expires_at <= ${dateAt(now)} then 'expired'
                  when f.expires_at <= policy.good_until then 'withheld'
                  when f.expires_at <= ${dateAt(soon)} then 'expiring'
                  else 'lasting' end, sum(f.quantity)::bigint
      from stock_free f where f.product_id = input.product_id
      group by 1, 2
      union all
      select h.face_value_minor, lot.state, sum(h.quantity)::bigint
      from stock_held h
      join stock_blocks b on b.product_id = h.product_id and b.block_id = h.block_id
      join stock_lots lot on lot.product_id = b.product_id and lot.lot = b.lot
      where h.product_id = input.product_id
      group by 1, 2
      offset 0) as counted
    order by input.product_id, counted.face_value_minor`
}

export interface BaselineRow {
  readonly product_id: number
  readonly face_value_minor: bigint
  readonly taken: bigint
  readonly seen_at: Date
}

/**
 * Returns the number of codes of each bucket that had been taken when the day of `since` began, or
 * on the first known day. The difference from the present number is the number of sales.
 */
export function baselines(productIds: readonly number[], since: number): Statement<BaselineRow> {
  return sql`
    select input.product_id, bucket.face_value_minor, base.taken, base.seen_at
    from unnest(${productIds}::integer[]) as input (product_id)
    cross join lateral (
      select distinct face_value_minor from stock_levels
      where product_id = input.product_id
      offset 0) as bucket
    cross join lateral (
      select taken, seen_at from (
        (select 1 as choice, taken, seen_at from stock_levels
         where product_id = input.product_id and face_value_minor = bucket.face_value_minor
           and day <= ${dateAt(since)}
         order by day desc limit 1)
        union all
        (select 2, taken, seen_at from stock_levels
         where product_id = input.product_id and face_value_minor = bucket.face_value_minor
         order by day limit 1)) as either
      order by choice limit 1) as base`
}

/**
 * Records, once a day, the number of codes of each bucket that have been taken. The first record of
 * a bucket has zero and the time of its first codes, so that codes for orders that had waited count
 * as sales.
 */
export function insertLevels(day: number, now: number): Statement<{ product_id: number }> {
  return sql`
    insert into stock_levels (product_id, face_value_minor, day, seen_at, taken)
    select bucket.product_id, bucket.face_value_minor, ${dateAt(day)},
           case when earlier.before then ${dateAt(now)} else counted.first_at end,
           case when earlier.before then counted.taken else 0 end
    from stock_buckets bucket
    cross join lateral (
      select exists (
        select from stock_levels l
        where l.product_id = bucket.product_id and l.face_value_minor = bucket.face_value_minor)
        as before offset 0) as earlier
    cross join lateral (
      select min(b.imported_at) as first_at, (sum(b.quantity)
        - (select coalesce(sum(f.quantity), 0) from stock_free f
           where f.product_id = bucket.product_id
             and f.face_value_minor = bucket.face_value_minor)
        - (select coalesce(sum(h.quantity), 0) from stock_held h
           where h.product_id = bucket.product_id
             and h.face_value_minor = bucket.face_value_minor))::bigint as taken
      from stock_blocks b
      where b.product_id = bucket.product_id and b.face_value_minor = bucket.face_value_minor
      offset 0) as counted
    where counted.taken is not null and not exists (
      select from stock_levels l
      where l.product_id = bucket.product_id and l.face_value_minor = bucket.face_value_minor
        and l.day = ${dateAt(day)}
      offset 0)
    on conflict do nothing
    returning product_id`
}

export function deleteLevels(before: number): Statement<never> {
  return sql`delete from stock_levels where day < ${dateAt(before)}`
}
