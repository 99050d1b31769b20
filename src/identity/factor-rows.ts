import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'

export interface TotpRow {
  secret: Buffer | null
  confirmed_at: Date | null
  pending_secret: Buffer | null
}

/** Returns the secret in use, and the one that is being set up unless it has expired. */
export function totpOf(userId: number, now: number): Statement<TotpRow> {
  return sql`
    select secret, confirmed_at,
           case when pending_until > ${dateAt(now)} then pending_secret end as pending_secret
    from user_totps where user_id = ${userId}`
}

/** Replaces a secret that is being set up; the secret in use stays. */
export function setPendingTotp(userId: number, sealed: Buffer, until: number): Statement<never> {
  return sql`
    insert into user_totps (user_id, pending_secret, pending_until)
    values (${userId}, ${sealed}, ${dateAt(until)})
    on conflict (user_id) do update
    set pending_secret = excluded.pending_secret, pending_until = excluded.pending_until`
}

export interface ConfirmedTotp {
  readonly userId: number
  /** The sealed secret that the code was checked with. */
  readonly sealed: Buffer
  readonly step: number
  readonly at: number
}

/** Activates the secret that is being set up. Returns no row if it was replaced meanwhile. */
export function confirmTotp({ userId, sealed, step, at }: ConfirmedTotp): Statement<object> {
  return sql`
    update user_totps
    set secret = pending_secret, confirmed_at = ${dateAt(at)}, last_step = ${step},
        pending_secret = null, pending_until = null
    where user_id = ${userId} and pending_secret = ${sealed}
    returning true as confirmed`
}

/**
 * Accepts the code of a time step. Returns no row if a code of that step or a later one was
 * accepted, or if the secret was replaced.
 */
export function acceptStep({ userId, sealed, step }: Omit<ConfirmedTotp, 'at'>): Statement<object> {
  return sql`
    update user_totps set last_step = ${step}
    where user_id = ${userId} and secret = ${sealed} and last_step < ${step}
    returning true as accepted`
}

/** Removes the secret in use and the one being set up. */
export function deleteTotp(userId: number): Statement<Pick<TotpRow, 'confirmed_at'>> {
  return sql`delete from user_totps where user_id = ${userId} returning confirmed_at`
}

export function insertRecoveryCodes(userId: number, hashes: readonly Buffer[]): Statement<never> {
  return sql`
    insert into user_recovery_codes (user_id, code_hash)
    select ${userId}, unnest(${hashes}::bytea[])`
}

/** Uses up a recovery code. Returns no row if the user does not have it. */
export function useRecoveryCode(userId: number, hash: Buffer): Statement<object> {
  return sql`
    delete from user_recovery_codes where user_id = ${userId} and code_hash = ${hash}
    returning true as taken`
}

export function deleteRecoveryCodes(userId: number): Statement<never> {
  return sql`delete from user_recovery_codes where user_id = ${userId}`
}

export function countRecoveryCodes(userId: number): Statement<{ total: bigint }> {
  return sql`select count(*) as total from user_recovery_codes where user_id = ${userId}`
}
