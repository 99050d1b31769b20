import { dateAt, MS_PER_DAY } from '../core/mod.ts'
import { sql, type ConsumersRow, type Statement, type WalletSignInsRow } from '../db/mod.ts'
import { dueRows, type Settlement } from '../mail/mod.ts'
import { SIGN_IN_MS } from './sign-in-code.ts'

export interface NewSignIn {
  readonly partnerId: number
  readonly key: string
  readonly emailBlind: string
  readonly locale: string
  readonly createdMs: number
}

/**
 * Inserts and returns a row for any address, so that the time of a request does not show whether
 * the address is known. Only a consumer gets a mail.
 */
export function insertSignIn(one: NewSignIn): Statement<WalletSignInsRow> {
  const { partnerId, emailBlind } = one
  const at = dateAt(one.createdMs)
  return sql`
    insert into wallet_sign_ins (
      partner_id, sign_in_key, email_blind, consumer_id, locale, created_at, status, next_try_at)
    select ${partnerId}::integer, ${one.key}::uuid, ${emailBlind}::uuid, consumer.consumer_id,
           ${one.locale}::text, ${at}::timestamptz,
           case when consumer.consumer_id is null then 'SUPPRESSED' else 'PENDING' end,
           case when consumer.consumer_id is null then null else ${at}::timestamptz end
    from (
      select max(consumer_id) as consumer_id from consumers
      where partner_id = ${partnerId} and email_blind = ${emailBlind}) as consumer
    returning *`
}

/**
 * Locks an address until the transaction ends. The lock is advisory, because an unknown address has
 * no row.
 */
export function lockAddress(partnerId: number, emailBlind: string): Statement<object> {
  const name = `wallet sign-in ${partnerId} ${emailBlind}`
  return sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))`
}

/**
 * Returns true if people of a live partner can sign in, and locks this setting until the
 * transaction ends.
 */
export function lockSwitch(partnerId: number): Statement<{ is_on: boolean }> {
  return sql`
    select wallet_sign_in and test_of is null as is_on from partners
    where partner_id = ${partnerId} for share`
}

/**
 * Returns the number of codes that were requested for an address since an instant, and the time of
 * the first of them.
 */
export function signInsSince(
  partnerId: number,
  emailBlind: string,
  sinceMs: number,
): Statement<{ count: bigint; first: Date | null }> {
  return sql`
    select count(*) as count, min(created_at) as first from wallet_sign_ins
    where partner_id = ${partnerId} and email_blind = ${emailBlind}
      and created_at > ${dateAt(sinceMs)}`
}

export function lockSignIn(partnerId: number, key: string): Statement<WalletSignInsRow> {
  return sql`
    select * from wallet_sign_ins where partner_id = ${partnerId} and sign_in_key = ${key}
    for update`
}

/** Records that the right code or a wrong one was entered. The row is locked. */
export function recordEntered(
  { partner_id: partnerId, sign_in_key: key }: WalletSignInsRow,
  { isRight, now }: { readonly isRight: boolean; readonly now: number },
): Statement<never> {
  return sql`
    update wallet_sign_ins
    set wrong_codes = wrong_codes + ${isRight ? 0 : 1}::integer,
        used_at = ${isRight ? dateAt(now) : null}::timestamptz
    where partner_id = ${partnerId} and sign_in_key = ${key}`
}

/** Finds and leases mails that are due. */
export const DUE_SIGN_INS = dueRows<WalletSignInsRow>({
  table: 'wallet_sign_ins',
  key: 'sign_in_key',
})

/** Ends a lease. Changes nothing if the lease was lost. */
export function settleSignIn(
  { partner_id: partnerId, sign_in_key: key, lease_epoch: leaseEpoch }: WalletSignInsRow,
  settlement: Settlement,
): Statement<never> {
  const { status } = settlement
  return sql`
    update wallet_sign_ins
    set status = ${status}, last_fault = ${'fault' in settlement ? settlement.fault : null},
        next_try_at = ${status === 'PENDING' ? dateAt(settlement.nextTryAt) : null}::timestamptz
    where partner_id = ${partnerId} and sign_in_key = ${key} and lease_epoch = ${leaseEpoch}`
}

/** The person to whom a code is mailed. */
export interface SignInAddressRow extends Pick<
  ConsumersRow,
  'full_name' | 'email_blind' | 'email_sealed'
> {
  partner_name: string
  /** False if people of the partner cannot sign in any more. */
  is_on: boolean
  /** True if the address was refused. People who want no mails get the codes that they request. */
  is_refused: boolean
}

export function addressOf(partnerId: number, consumerId: bigint): Statement<SignInAddressRow> {
  return sql`
    select c.full_name, c.email_blind, c.email_sealed, p.name as partner_name,
           p.wallet_sign_in as is_on,
           exists (
             select from mail_suppressions s
             where s.partner_id = ${partnerId} and s.consumer_id = c.consumer_id
               and s.reason = 'ADDRESS_REFUSED') as is_refused
    from consumers c join partners p on p.partner_id = ${partnerId}
    where c.partner_id = ${partnerId} and c.consumer_id = ${consumerId}`
}

/** Deletes the sign-ins of an erased consumer. */
export function forgetSignInsOf(partnerId: number, consumerId: number): Statement<never> {
  return sql`
    delete from wallet_sign_ins where partner_id = ${partnerId} and consumer_id = ${consumerId}`
}

/** The time over which the codes of an address are counted. */
const COUNTED_MS = MS_PER_DAY

/** Removes sign-ins whose codes no longer count and whose mails no longer wait. */
export function deleteOldSignIns(nowMs: number): Statement<never> {
  return sql`
    delete from wallet_sign_ins where created_at < ${dateAt(nowMs - COUNTED_MS - SIGN_IN_MS)}`
}
