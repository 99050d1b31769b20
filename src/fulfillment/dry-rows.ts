import { sql, type DryAccountsRow, type Statement } from '../db/mod.ts'
import type { SupplierAccount } from './account.ts'
import type { HeldOrder } from './unfunded-rows.ts'

/** Rounds of an account that nobody hears of are this far apart, */
const ROUND_SECONDS = 30
/** and at least this far where it issues. */
const ROUND_SECONDS_MIN = 2
/** A round that went well is followed by one of so many times its orders. */
const ROUND_FACTOR = 10
export const ROUND_SIZE_MAX = 1_000
/** Whoever has issued and refused nobody for so long is dry no more, */
const CALM_SECONDS = 30
/** nor is one of which nothing at all was heard. */
const SILENT_SECONDS = 3_600

export function dryAccounts(): Statement<SupplierAccount> {
  return sql`select supplier, account from dry_accounts`
}

/** It could not pay. */
export function noteDry({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`
    insert into dry_accounts (supplier, account, refused_at, round_began_at, next_round_at)
    values (
      ${supplier}, ${account}, now(), now(), now() + make_interval(secs => ${ROUND_SECONDS}))
    on conflict (supplier, account) do update set refused_at = clock_timestamp()`
}

const SOON = sql`
  least(next_round_at, round_began_at + make_interval(secs => ${ROUND_SECONDS_MIN}))`

/** It has issued after all, where it is dry. */
export function noteIssued({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`
    update dry_accounts set funded_at = now(), next_round_at = ${SOON}
    where supplier = ${supplier} and account = ${account}`
}

/** It has more than before: the oldest order is the first that tries. */
export function noteToppedUp({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`
    update dry_accounts
    set funded_at = now(), next_round_at = ${SOON},
        tried_ordered_at = null, tried_partner_id = null, tried_order_no = null
    where supplier = ${supplier} and account = ${account}`
}

/** Nobody that waits could tell more of this account. */
const IS_CALM = sql`
  refused_at < now() - make_interval(secs =>
    case when funded_at > refused_at then ${CALM_SECONDS}::integer
      else ${SILENT_SECONDS}::integer end)`

export type Round = SupplierAccount &
  Pick<
    DryAccountsRow,
    'round_size' | 'round_began_at' | 'tried_ordered_at' | 'tried_partner_id' | 'tried_order_no'
  > & { is_calm: boolean }

/**
 * Accounts whose next round begins, each taken by one process; with more orders where it issued in
 * the last one, or has more money since, and refused nobody. A round is known by when it began, to
 * the millisecond, which is all that a process sees of it.
 */
export function takeRounds(): Statement<Round> {
  const wentWell = sql`refused_at < round_began_at and funded_at >= round_began_at`
  return sql`
    update dry_accounts
    set round_began_at = date_trunc('milliseconds', now()),
        next_round_at = now() + make_interval(secs => ${ROUND_SECONDS}),
        round_size = case when ${wentWell}
          then least(round_size * ${ROUND_FACTOR}::integer, ${ROUND_SIZE_MAX}::integer)
          else 1 end
    where ctid = any(array(
      select ctid from dry_accounts where next_round_at <= now()
      for update skip locked))
    returning supplier, account, round_size, round_began_at, tried_ordered_at, tried_partner_id,
      tried_order_no, ${IS_CALM} as is_calm`
}

/**
 * The next round goes on behind this order; undefined: with the oldest. One that has begun since
 * says itself where it was.
 */
export function saveTried(
  { supplier, account, round_began_at: beganAt }: Round,
  tried: HeldOrder | undefined,
): Statement<never> {
  return sql`
    update dry_accounts
    set tried_ordered_at = ${tried?.ordered_at ?? null}::timestamptz,
        tried_partner_id = ${tried?.partner_id ?? null}::integer,
        tried_order_no = ${tried?.order_no ?? null}::bigint
    where supplier = ${supplier} and account = ${account}
      and round_began_at = ${beganAt}::timestamptz`
}

/** Comes after the locks of its products. */
export function lockCalm({ supplier, account }: SupplierAccount): Statement<SupplierAccount> {
  return sql`
    select supplier, account from dry_accounts
    where supplier = ${supplier} and account = ${account} and ${IS_CALM}
    for update`
}

/** As `lockCalm`, whatever was heard of it. */
export function lockDry({ supplier, account }: SupplierAccount): Statement<SupplierAccount> {
  return sql`
    select supplier, account from dry_accounts
    where supplier = ${supplier} and account = ${account}
    for update`
}

export function deleteDry({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`delete from dry_accounts where supplier = ${supplier} and account = ${account}`
}
