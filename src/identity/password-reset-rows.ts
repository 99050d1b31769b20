import { dateAt } from '../core/mod.ts'
import { insertRow, sql, type Statement, type UserPasswordResetsRow } from '../db/mod.ts'
import { issuerHolds, lockIssued, type Issuer } from '../policy/mod.ts'
import type { DueLinkRow } from './link-mails.ts'

export interface NewPasswordResetRow {
  readonly userId: number
  readonly tokenHash: Buffer
  /** Nobody, if the user requested the link. */
  readonly issuer: Issuer
  readonly at: number
  readonly expiresAt: number
  /** Present if the link is sent by mail. */
  readonly sealedLink: Buffer | undefined
}

/** Replaces the link that the user had: it no longer works. */
export function upsertPasswordReset(reset: NewPasswordResetRow): Statement<never> {
  const { userId, tokenHash, issuer, at, expiresAt, sealedLink } = reset
  const inserted = insertRow<UserPasswordResetsRow>('user_password_resets', {
    user_id: userId,
    token_hash: tokenHash,
    issuer_kind: issuer.kind,
    issuer_id: issuer.id,
    created_at: dateAt(at),
    expires_at: dateAt(expiresAt),
    sealed_link: sealedLink,
    mail_due_at: sealedLink ? dateAt(at) : null,
  })
  return sql`
    ${inserted}
    on conflict (user_id) do update
    set token_hash = excluded.token_hash, issuer_kind = excluded.issuer_kind,
        issuer_id = excluded.issuer_id, created_at = excluded.created_at,
        expires_at = excluded.expires_at, sealed_link = excluded.sealed_link,
        mail_due_at = excluded.mail_due_at, mail_attempts = 0`
}

interface PasswordResetRow {
  user_id: number
  email: string
  name: string
  partner_id: number | null
}

export function passwordResetByToken(tokenHash: Buffer, now: number): Statement<PasswordResetRow> {
  return sql`
    select one.user_id, users.email, users.name, users.partner_id
    from user_password_resets one join users on users.user_id = one.user_id
    where one.token_hash = ${tokenHash} and one.expires_at > ${dateAt(now)}`
}

/** Locks a link, its maker, and the rows that the maker's permission depends on. */
export function lockPasswordReset(tokenHash: Buffer): Statement<unknown> {
  return lockIssued(sql`user_password_resets where token_hash = ${tokenHash}`)
}

/**
 * Deletes and returns the row, so only one of several concurrent confirmations gets it. No row if
 * the maker of the link may no longer make one. `lockPasswordReset` must come before.
 */
export function deletePasswordReset(
  tokenHash: Buffer,
  now: number,
): Statement<{ user_id: number }> {
  return sql`
    delete from user_password_resets
    where token_hash = ${tokenHash} and expires_at > ${dateAt(now)}
      and ${issuerHolds('users:write', now)}
    returning user_id`
}

export function deletePasswordResetOf(userId: number): Statement<never> {
  return sql`delete from user_password_resets where user_id = ${userId}`
}

export function deleteExpiredPasswordResets(now: number): Statement<never> {
  return sql`delete from user_password_resets where expires_at < ${dateAt(now)}`
}

export interface DuePasswordReset extends DueLinkRow {
  user_id: number
}

/** Leases the mail of one password reset that is due, and skips those that are locked. */
export function leaseDuePasswordReset(now: number, until: number): Statement<DuePasswordReset> {
  return sql`
    update user_password_resets as one
    set mail_due_at = ${dateAt(until)}, mail_attempts = one.mail_attempts + 1
    from users
    where users.user_id = one.user_id and one.user_id = (
      select user_id from user_password_resets
      where mail_due_at <= ${dateAt(now)} and expires_at > ${dateAt(now)}
      order by mail_due_at limit 1
      for update skip locked)
    returning one.user_id, users.email, one.token_hash, one.sealed_link, one.mail_attempts,
              one.expires_at`
}

/** Forgets the link, unless it was replaced meanwhile. */
export function endPasswordResetMail(tokenHash: Buffer): Statement<never> {
  return sql`
    update user_password_resets set sealed_link = null, mail_due_at = null
    where token_hash = ${tokenHash}`
}

export function setPasswordResetMailDue(tokenHash: Buffer, dueAt: number): Statement<never> {
  return sql`
    update user_password_resets set mail_due_at = ${dateAt(dueAt)}
    where token_hash = ${tokenHash}`
}
