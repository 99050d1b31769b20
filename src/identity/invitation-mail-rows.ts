import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { DueLinkRow } from './link-mails.ts'

export interface DueInvitation extends DueLinkRow {
  /** True if the address belongs to a user of another tenant. */
  is_user: boolean
}

/**
 * Leases the first due invitation until a given instant, so that only one process sends it. Returns
 * no row if none is due.
 */
export function leaseDueInvitation(now: number, until: number): Statement<DueInvitation> {
  return sql`
    update invitations as one
    set mail_due_at = ${dateAt(until)}, mail_attempts = one.mail_attempts + 1
    where invitation_id = (
      select invitation_id from invitations
      where mail_due_at <= ${dateAt(now)} and expires_at > ${dateAt(now)}
      order by mail_due_at limit 1
      for update skip locked)
    returning email, token_hash, sealed_link, mail_attempts, expires_at,
              exists (select from users where users.email = one.email) as is_user`
}

/** Forgets the link, unless the invitation was replaced meanwhile. */
export function endInvitationMail(tokenHash: Buffer): Statement<never> {
  return sql`
    update invitations set sealed_link = null, mail_due_at = null
    where token_hash = ${tokenHash}`
}

export function setInvitationMailDue(tokenHash: Buffer, dueAt: number): Statement<never> {
  return sql`
    update invitations set mail_due_at = ${dateAt(dueAt)} where token_hash = ${tokenHash}`
}
