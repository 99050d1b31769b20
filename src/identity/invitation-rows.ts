import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { Role } from '../policy/mod.ts'

export interface NewInvitationRow {
  readonly email: string
  readonly tokenHash: Buffer
  readonly partnerId: number | undefined
  readonly role: Role
  readonly at: number
  readonly expiresAt: number
  /** Present if it is sent by mail. */
  readonly sealedLink: Buffer | undefined
}

/** Replaces an invitation of the same address: its link no longer works. */
export function upsertInvitation(invitation: NewInvitationRow): Statement<never> {
  const { email, tokenHash, partnerId, role, at, expiresAt, sealedLink } = invitation
  return sql`
    insert into user_invitations (
      email, token_hash, partner_id, role, created_at, expires_at, sealed_link, mail_due_at)
    values (${email}, ${tokenHash}, ${partnerId ?? null}, ${role}, ${dateAt(at)},
            ${dateAt(expiresAt)}, ${sealedLink ?? null}, ${sealedLink ? dateAt(at) : null})
    on conflict (email) do update
    set token_hash = excluded.token_hash, partner_id = excluded.partner_id, role = excluded.role,
        created_at = excluded.created_at, expires_at = excluded.expires_at,
        sealed_link = excluded.sealed_link, mail_due_at = excluded.mail_due_at, mail_attempts = 0`
}

export interface InvitationRow {
  email: string
  partner_id: number | null
  role: Role
}

export function invitationByToken(tokenHash: Buffer, now: number): Statement<InvitationRow> {
  return sql`
    select email, partner_id, role from user_invitations
    where token_hash = ${tokenHash} and expires_at > ${dateAt(now)}`
}

/** Returns the row once: of acceptances that race, one gets it. */
export function takeInvitation(tokenHash: Buffer, now: number): Statement<InvitationRow> {
  return sql`
    delete from user_invitations
    where token_hash = ${tokenHash} and expires_at > ${dateAt(now)}
    returning email, partner_id, role`
}

/** As `takeInvitation`, of an address that is invited as a user of the operator. */
export function takeInvitationOf(email: string, now: number): Statement<InvitationRow> {
  return sql`
    delete from user_invitations
    where email = ${email} and partner_id is null and expires_at > ${dateAt(now)}
    returning email, partner_id, role`
}

export function deleteExpiredInvitations(now: number): Statement<never> {
  return sql`delete from user_invitations where expires_at < ${dateAt(now)}`
}
