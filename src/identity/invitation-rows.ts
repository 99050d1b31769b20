import { dateAt } from '../core/mod.ts'
import { equals, insertRow, sql, where, type Statement, type InvitationsRow } from '../db/mod.ts'
import { issuerHolds, issuerName, lockIssued, type Issuer, type Role } from '../policy/mod.ts'

export interface NewInvitationRow {
  readonly email: string
  readonly tokenHash: Buffer
  readonly partnerId: number | undefined
  readonly role: Role
  readonly issuer: Issuer
  readonly at: number
  readonly expiresAt: number
  /** Present if the link is sent by mail. */
  readonly sealedLink: Buffer | undefined
}

/** Replaces the tenant's invitation of the same address: its link no longer works. */
export function upsertInvitation(invitation: NewInvitationRow): Statement<{ id: bigint }> {
  const { email, tokenHash, partnerId, role, issuer, at, expiresAt, sealedLink } = invitation
  const inserted = insertRow<InvitationsRow>('invitations', {
    partner_id: partnerId,
    email,
    token_hash: tokenHash,
    role,
    issuer_kind: issuer.kind,
    issuer_id: issuer.id,
    created_at: dateAt(at),
    expires_at: dateAt(expiresAt),
    sealed_link: sealedLink,
    mail_due_at: sealedLink ? dateAt(at) : null,
  })
  return sql`
    ${inserted}
    on conflict (partner_id, email) do update
    set token_hash = excluded.token_hash, role = excluded.role,
        issuer_kind = excluded.issuer_kind, issuer_id = excluded.issuer_id,
        created_at = excluded.created_at, expires_at = excluded.expires_at,
        sealed_link = excluded.sealed_link, mail_due_at = excluded.mail_due_at, mail_attempts = 0
    returning invitation_id as id`
}

export interface InvitationRow {
  email: string
  partner_id: number | null
  role: Role
}

export function invitationByToken(tokenHash: Buffer, now: number): Statement<InvitationRow> {
  return sql`
    select email, partner_id, role from invitations
    where token_hash = ${tokenHash} and expires_at > ${dateAt(now)}`
}

/**
 * The key of an invitation: the token of its link or, for users of the operator, a verified
 * address.
 */
export type InvitationKey = { readonly tokenHash: Buffer } | { readonly operatorEmail: string }

function invitationBy(by: InvitationKey): Statement<unknown> {
  return 'tokenHash' in by
    ? sql`token_hash = ${by.tokenHash}`
    : sql`email = ${by.operatorEmail} and partner_id is null`
}

/** Locks an invitation, its inviter, and the rows that the inviter's permission depends on. */
export function lockInvitation(by: InvitationKey): Statement<unknown> {
  return lockIssued(sql`invitations where ${invitationBy(by)}`)
}

/**
 * Deletes and returns the row, so only one of several concurrent acceptances gets it. Returns no
 * row if the inviter may no longer invite. `lockInvitation` must come before.
 */
export function deleteInvitation(by: InvitationKey, now: number): Statement<InvitationRow> {
  return sql`
    delete from invitations
    where ${invitationBy(by)} and expires_at > ${dateAt(now)} and ${issuerHolds('users:write', now)}
    returning email, partner_id, role`
}

export interface ListedInvitationRow extends InvitationRow {
  invitation_id: bigint
  created_at: Date
  expires_at: Date
  invited_by: string | null
  can_invite: boolean
}

/** Selects invitations that are valid at `now`, in milliseconds. */
export interface InvitationFilter {
  /** Undefined: invitations of all tenants. */
  readonly partnerId?: number | undefined
  readonly now: number
}

export const invitationColumns = (now: number): Statement<unknown> => sql`
  invitation_id, email, partner_id, role, created_at, expires_at,
  ${issuerName} as invited_by, ${issuerHolds('users:write', now)} as can_invite`

/** Ends an invitation. If a partner is given, the invitation must be for that partner. */
export function revokeInvitationRow(
  invitationId: number,
  { partnerId, now }: InvitationFilter,
): Statement<InvitationRow> {
  return sql`
    delete from invitations
    ${where(
      sql`invitation_id = ${invitationId} and expires_at > ${dateAt(now)}`,
      equals('partner_id', partnerId),
    )}
    returning email, partner_id, role`
}

export function deleteExpiredInvitations(now: number): Statement<never> {
  return sql`delete from invitations where expires_at < ${dateAt(now)}`
}
