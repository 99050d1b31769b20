import { sql, type UnfundedAccountsRow, type Statement } from '../db/mod.ts'
import type { SupplierAccount } from './account.ts'
import type { HeldOrder } from './unfunded-rows.ts'

/** Between probes of an account of which nothing is heard. */
const PROBE_SECONDS = 30
/** Between probes of an account that issues. */
const PROBE_SECONDS_MIN = 2
/** A probe that went well is followed by one of so many times its orders. */
const PROBE_FACTOR = 10
export const PROBE_SIZE_MAX = 1_000
/** An account is funded if it has issued, and refused nothing, for so long; */
const CALM_SECONDS = 30
/** or if nothing was heard of it for so long. */
const SILENT_SECONDS = 3_600

export function selectUnfundedAccounts(): Statement<SupplierAccount> {
  return sql`select supplier, account from unfunded_accounts`
}

/** Records that the account could not pay. */
export function upsertUnfundedAccount({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`
    insert into unfunded_accounts (supplier, account, refused_at, probe_began_at, next_probe_at)
    values (
      ${supplier}, ${account}, now(), now(), now() + make_interval(secs => ${PROBE_SECONDS}))
    on conflict (supplier, account) do update set refused_at = clock_timestamp()`
}

const SOON = sql`
  least(next_probe_at, probe_began_at + make_interval(secs => ${PROBE_SECONDS_MIN}))`

/** Records that the account has issued, if it is unfunded. */
export function noteIssued({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`
    update unfunded_accounts set funded_at = now(), next_probe_at = ${SOON}
    where supplier = ${supplier} and account = ${account}`
}

/** Records that the account was topped up. The oldest order tries first. */
export function noteToppedUp({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`
    update unfunded_accounts
    set funded_at = now(), next_probe_at = ${SOON},
        tried_ordered_at = null, tried_partner_id = null, tried_order_no = null
    where supplier = ${supplier} and account = ${account}`
}

/** True if the account may be taken for funded. */
const IS_CALM = sql`
  refused_at < now() - make_interval(secs =>
    case when funded_at > refused_at then ${CALM_SECONDS}::integer
      else ${SILENT_SECONDS}::integer end)`

export type Probe = SupplierAccount &
  Pick<
    UnfundedAccountsRow,
    'probe_size' | 'probe_began_at' | 'tried_ordered_at' | 'tried_partner_id' | 'tried_order_no'
  > & { is_calm: boolean }

/**
 * Begins the probes that are due and returns their accounts; one process gets each. A probe has
 * more orders if the account has issued in the last one, or was topped up since, and refused
 * nobody. A probe is identified by when it began, to the millisecond: a process reads no finer
 * instant.
 */
export function takeDueProbes(): Statement<Probe> {
  const wentWell = sql`refused_at < probe_began_at and funded_at >= probe_began_at`
  return sql`
    update unfunded_accounts
    set probe_began_at = date_trunc('milliseconds', now()),
        next_probe_at = now() + make_interval(secs => ${PROBE_SECONDS}),
        probe_size = case when ${wentWell}
          then least(probe_size * ${PROBE_FACTOR}::integer, ${PROBE_SIZE_MAX}::integer)
          else 1 end
    where ctid = any(array(
      select ctid from unfunded_accounts where next_probe_at <= now()
      for update skip locked))
    returning supplier, account, probe_size, probe_began_at, tried_ordered_at, tried_partner_id,
      tried_order_no, ${IS_CALM} as is_calm`
}

/**
 * The next probe goes on after this order, or with the oldest if it is undefined. Changes nothing
 * if another probe of the account has begun.
 */
export function saveTried(
  { supplier, account, probe_began_at: beganAt }: Probe,
  tried: HeldOrder | undefined,
): Statement<never> {
  return sql`
    update unfunded_accounts
    set tried_ordered_at = ${tried?.ordered_at ?? null}::timestamptz,
        tried_partner_id = ${tried?.partner_id ?? null}::integer,
        tried_order_no = ${tried?.order_no ?? null}::bigint
    where supplier = ${supplier} and account = ${account}
      and probe_began_at = ${beganAt}::timestamptz`
}

/** Comes after the locks of its products. */
export function lockCalm({ supplier, account }: SupplierAccount): Statement<SupplierAccount> {
  return sql`
    select supplier, account from unfunded_accounts
    where supplier = ${supplier} and account = ${account} and ${IS_CALM}
    for update`
}

/** As `lockCalm`, whatever was heard of it. */
export function lockUnfundedAccount({
  supplier,
  account,
}: SupplierAccount): Statement<SupplierAccount> {
  return sql`
    select supplier, account from unfunded_accounts
    where supplier = ${supplier} and account = ${account}
    for update`
}

export function deleteUnfundedAccount({ supplier, account }: SupplierAccount): Statement<never> {
  return sql`delete from unfunded_accounts where supplier = ${supplier} and account = ${account}`
}
