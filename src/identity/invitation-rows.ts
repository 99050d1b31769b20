import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { Role } from './roles.ts'

export interface NewInvitationRow {
  readonly email: string
  readonly tokenHash: Buffer
  readonly partnerId: number | undefined
  readonly role: Role
  readonly at: number
  readonly expiresAt: number
}

/** Replaces an invitation of the same address: its link no longer works. */
export function upsertInvitation(invitation: NewInvitationRow): Statement<never> {
  const { email, tokenHash, partnerId, role, at, expiresAt } = invitation
  return sql`
    insert into user_invitations (email, token_hash, partner_id, role, created_at, expires_at)
    values (${email}, ${tokenHash}, ${partnerId ?? null}, ${role}, ${dateAt(at)},
            ${dateAt(expiresAt)})
    on conflict (email) do update
    set token_hash = excluded.token_hash, partner_id = excluded.partner_id, role = excluded.role,
        created_at = excluded.created_at, expires_at = excluded.expires_at`
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

export function deleteExpiredInvitations(now: number): Statement<never> {
  return sql`delete from user_invitations where expires_at < ${dateAt(now)}`
}
