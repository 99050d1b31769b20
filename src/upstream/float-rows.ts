import { dateAt } from '../core/mod.ts'
import { sql, type Statement, type UpstreamFloatsRow } from '../db/mod.ts'

/** The funds in one currency at an upstream, in whole minor units. */
export interface SeenFloat {
  readonly currency: string
  readonly fundsMinor: bigint
}

/** Returns the accounts whose float is due, each to one process only. */
export function takeDueFloats(at: number, askedBefore: number): Statement<{ upstream_id: number }> {
  return sql`
    update upstreams set asked_at = ${dateAt(at)}
    where upstream_id = any(array(
      select upstream_id from upstreams
      where active and (asked_at is null or asked_at <= ${dateAt(askedBefore)})
      order by upstream_id
      for update skip locked))
    returning upstream_id`
}

export function selectFloats(): Statement<UpstreamFloatsRow> {
  return sql`
    select upstream_id, currency, funds_minor, seen_at
    from upstream_floats order by upstream_id, currency`
}

export function upsertFloats(
  upstreamId: number,
  floats: readonly SeenFloat[],
  at: number,
): Statement<never> {
  return sql`
    insert into upstream_floats (upstream_id, currency, funds_minor, seen_at)
    select ${upstreamId}, seen.currency, seen.funds_minor, ${dateAt(at)}::timestamptz
    from unnest(
      ${floats.map((one) => one.currency)}::text[],
      ${floats.map((one) => one.fundsMinor)}::bigint[]) as seen (currency, funds_minor)
    on conflict (upstream_id, currency) do update
    set funds_minor = excluded.funds_minor, seen_at = excluded.seen_at
    where upstream_floats.seen_at <= excluded.seen_at`
}

/**
 * Returns a row if the account is in use, and locks it so that nobody switches it off meanwhile.
 */
type InUse = Statement<{ upstream_id: number }>

export function markAnswered(upstreamId: number, at: number): InUse {
  return sql`
    update upstreams
    set answered_at = greatest(answered_at, ${dateAt(at)})
    where upstream_id = ${upstreamId} and active
    returning upstream_id`
}

export function markFault(upstreamId: number, fault: string, at: number): InUse {
  return sql`
    update upstreams set last_fault = ${fault}, faulted_at = ${dateAt(at)}
    where upstream_id = ${upstreamId} and active
    returning upstream_id`
}

/** Counts the orders there that wait for stock or for our funds, by status. */
export function countWaiting(
  upstreamId: number,
): Statement<{ upstream_status: string; orders: bigint }> {
  return sql`
    select upstream_status, count(*) as orders
    from upstream_purchases
    where upstream_id = ${upstreamId} and upstream_status in ('OUT_OF_STOCK', 'ON_HOLD')
      and status = 'PLACED'
    group by upstream_status order by upstream_status`
}
