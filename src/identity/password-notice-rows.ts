import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import type { DueMailRow } from './user-mails.ts'

export interface NewPasswordNotice {
  readonly noticeId: string
  readonly userId: number
  readonly at: number
  /** The address from which the password was set. */
  readonly address: string
}

export function insertPasswordNotice(notice: NewPasswordNotice): Statement<never> {
  const { noticeId, userId, at, address } = notice
  return sql`
    insert into password_notices (notice_id, user_id, changed_at, address, mail_due_at)
    values (${noticeId}, ${userId}, ${dateAt(at)}, ${address}, ${dateAt(at)})`
}

export interface DuePasswordNotice extends DueMailRow {
  notice_id: string
  changed_at: Date
  address: string
}

/** Leases one notice of a changed password that is due, and skips those that are locked. */
export function leaseDuePasswordNotice(now: number, until: number): Statement<DuePasswordNotice> {
  return sql`
    update password_notices as one
    set mail_due_at = ${dateAt(until)}, mail_attempts = one.mail_attempts + 1
    from users
    where users.user_id = one.user_id and one.notice_id = (
      select notice_id from password_notices
      where mail_due_at <= ${dateAt(now)}
      order by mail_due_at limit 1
      for update skip locked)
    returning one.notice_id, users.email, one.changed_at, one.address, one.mail_attempts`
}

export function deletePasswordNotice({ notice_id: noticeId }: DuePasswordNotice): Statement<never> {
  return sql`delete from password_notices where notice_id = ${noticeId}`
}

export function setPasswordNoticeDue(
  { notice_id: noticeId }: DuePasswordNotice,
  dueAt: number,
): Statement<never> {
  return sql`
    update password_notices set mail_due_at = ${dateAt(dueAt)} where notice_id = ${noticeId}`
}

/** Gives up mails about passwords that were changed before an instant. */
export function deleteOldPasswordNotices(before: number): Statement<never> {
  return sql`delete from password_notices where changed_at < ${dateAt(before)}`
}
