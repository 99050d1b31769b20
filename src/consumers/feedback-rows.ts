import { sql, type NotificationsRow, type Statement } from '../db/mod.ts'
import type { MailReason } from '../mail/mod.ts'
import type { MailName } from './mail.ts'

/** Locks a mail that a report names. */
export function lockSentMail({ partnerId, number }: MailName): Statement<NotificationsRow> {
  return sql`
    select * from notifications
    where partner_id = ${partnerId} and transfer_no = ${number} for update`
}

/** Records what a report says of a mail. The row is locked. */
export function recordFeedback(
  { partnerId, number }: MailName,
  {
    status,
    reason,
    fault,
  }: {
    readonly status: string
    readonly reason: MailReason | undefined
    readonly fault: string | undefined
  },
): Statement<never> {
  return sql`
    update notifications
    set status = ${status}, reason = ${reason ?? null}, last_fault = ${fault ?? null}
    where partner_id = ${partnerId} and transfer_no = ${number}`
}
