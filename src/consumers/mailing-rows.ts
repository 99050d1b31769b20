import { sql, type MailingRow, type Statement } from '../db/mod.ts'

export function lockMailing(): Statement<{ is_on: boolean }> {
  return sql`select is_on from mailing where only_row for update`
}

export function setMailing(isOn: boolean): Statement<never> {
  return sql`update mailing set is_on = ${isOn} where only_row and is_on <> ${isOn}`
}

export function mailingState(): Statement<Pick<MailingRow, 'is_on'>> {
  return sql`select is_on from mailing where only_row`
}

/** Never moves a cursor back: a notifier may have moved it beyond this statement's snapshot. */
export function skipToLastTransfers(): Statement<never> {
  return sql`
    insert into notification_cursors (partner_id, notified_transfer)
    select partner_id, last_transfer from books order by partner_id
    on conflict (partner_id) do update
    set notified_transfer =
      greatest(notification_cursors.notified_transfer, excluded.notified_transfer)`
}

export function giveUpQueued(): Statement<never> {
  return sql`
    update notifications
    set status = 'FAILED', next_try_at = null, last_fault = 'mailing was switched off meanwhile'
    where status = 'PENDING'`
}
