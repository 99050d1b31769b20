import { recordAudit, type Actor } from '../audit/mod.ts'
import { dateAt, type Clock, notFound } from '../core/mod.ts'
import { equals, list, maybeRow, sql, type Tx } from '../db/mod.ts'
import type { Role } from '../policy/mod.ts'
import {
  invitationColumns,
  revokeInvitationRow,
  type InvitationFilter,
  type ListedInvitationRow,
} from './invitation-rows.ts'

/** ENDED: the inviter may no longer invite. */
export type InvitationState = 'PENDING' | 'ENDED'

/** An invitation that was neither accepted nor revoked and has not expired. */
export interface PendingInvitation {
  readonly invitationId: number
  readonly email: string
  readonly role: Role
  readonly partnerId: number | undefined
  readonly state: InvitationState
  /** Undefined: the holder of the operator token. */
  readonly invitedBy: string | undefined
  readonly createdAt: number
  readonly expiresAt: number
}

/** Returns a page of the invitations of a partner, or of all tenants, newest first. */
export const listInvitations = list({
  from: 'invitations',
  columns: ({ now }: InvitationFilter) => invitationColumns(now),
  where: ({ partnerId, now }) => [
    sql`expires_at > ${dateAt(now)}`,
    equals('partner_id', partnerId),
  ],
  order: 'invitation_id desc',
  sorts: {
    email: ['email', 'invitation_id'],
    role: ['role', 'invitation_id'],
    expiresAt: ['expires_at', 'invitation_id'],
  },
  to: toInvitation,
})

export interface InvitationRevocation {
  readonly invitationId: number
  /** If set, the invitation must belong to this partner. */
  readonly partnerId?: number | undefined
  readonly actor: Actor
  readonly reason: string | undefined
}

/** Ends an invitation: its link no longer works. Returns the invitation's id. Refuses not_found. */
export async function revokeInvitation(
  tx: Tx,
  clock: Clock,
  { invitationId, partnerId, actor, reason }: InvitationRevocation,
): Promise<number> {
  const at = clock.now()
  const invitation = await maybeRow(tx, revokeInvitationRow(invitationId, { partnerId, now: at }))
  if (!invitation) throw notFound('invitation')
  recordAudit(tx, {
    partnerId: invitation.partner_id ?? undefined,
    actor,
    action: 'user.revoke_invitation',
    target: `invitation:${invitation.email}`,
    valueOut: 'none',
    reason,
    before: { role: invitation.role },
    at,
  })
  return invitationId
}

function toInvitation(row: ListedInvitationRow): PendingInvitation {
  return {
    invitationId: Number(row.invitation_id),
    email: row.email,
    role: row.role,
    partnerId: row.partner_id ?? undefined,
    state: row.can_invite ? 'PENDING' : 'ENDED',
    invitedBy: row.invited_by ?? undefined,
    createdAt: row.created_at.getTime(),
    expiresAt: row.expires_at.getTime(),
  }
}
