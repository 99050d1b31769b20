import { dateAt } from '../core/mod.ts'
import { sql, type FundsNoticesRow, type Statement } from '../db/mod.ts'
import type { DueMailRow } from '../identity/mod.ts'

type Columns =
  | 'user_id'
  | 'currency'
  | 'kind'
  | 'partner_id'
  | 'below_minor'
  | 'below_days'
  | 'portal_url'
  | 'noticed_at'
  | 'deposited_minor'

/** A notice with the columns that the check and the mails read. */
export type NoticeRow = Pick<FundsNoticesRow, Columns>

/** The position of a notice of low funds among all of them. */
export interface NoticePlace {
  readonly partner_id: number
  readonly user_id: number
  readonly currency: string
}

/** Returns the next notices of low funds after a place, ordered by the primary key. */
export function lowNoticesAfter(
  { partner_id: partnerId, user_id: userId, currency }: NoticePlace,
  limit: number,
): Statement<NoticeRow> {
  return sql`
    select ${COLUMNS} from funds_notices as one
    where kind = 'LOW' and (partner_id, user_id, currency)
      > (${partnerId}::integer, ${userId}::integer, ${currency}::text)
    order by partner_id, user_id, currency limit ${limit}`
}

const COLUMNS = sql.raw(
  'one.user_id, one.currency, one.kind, one.partner_id, one.below_minor, one.below_days, ' +
    'one.portal_url, one.noticed_at, one.deposited_minor',
)

/** Queues the mail, unless another process has, or the user has changed the notice meanwhile. */
export function noticeLow(row: NoticeRow, at: number): Statement<never> {
  return sql`
    update funds_notices
    set noticed_at = ${dateAt(at)}, mail_due_at = ${dateAt(at)}, mail_attempts = 0
    where ${isRow(row)} and noticed_at is null`
}

/** Resets a notice whose funds have risen, and cancels its mail if that is not sent yet. */
export function noticeRisen(row: NoticeRow): Statement<never> {
  return sql`
    update funds_notices set noticed_at = null, mail_due_at = null
    where ${isRow(row)} and noticed_at = ${row.noticed_at}`
}

function isRow(row: NoticeRow): Statement<never> {
  return sql`
    partner_id = ${row.partner_id} and user_id = ${row.user_id}
      and currency = ${row.currency} and kind = ${row.kind}
      and below_minor is not distinct from ${row.below_minor}
      and below_days is not distinct from ${row.below_days}`
}

export interface DueNotice extends DueMailRow, NoticeRow {
  role: string
  status: string
}

/** Leases one mail that is due. Skips locked mails. */
export function leaseDueNotice(now: number, until: number): Statement<DueNotice> {
  return sql`
    update funds_notices as one
    set mail_due_at = ${dateAt(until)}, mail_attempts = one.mail_attempts + 1
    from users
    where users.user_id = one.user_id and users.partner_id = one.partner_id
      and (one.partner_id, one.user_id, one.currency, one.kind) in (
      select partner_id, user_id, currency, kind from funds_notices
      where mail_due_at <= ${dateAt(now)}
      order by mail_due_at limit 1
      for update skip locked)
    returning ${COLUMNS}, one.mail_attempts, users.email, users.role,
      users.status`
}

/**
 * Ends the lease. A notice of low funds is kept. A notice of a deposit is deleted, because it is
 * for one deposit only.
 */
export function endNotice(due: DueNotice): Statement<never> {
  if (due.kind === 'DEPOSIT') return sql`delete from funds_notices where ${isLeased(due)}`
  return sql`
    update funds_notices set mail_due_at = null, mail_attempts = 0 where ${isLeased(due)}`
}

export function setNoticeDue(due: DueNotice, dueAt: number): Statement<never> {
  return sql`update funds_notices set mail_due_at = ${dateAt(dueAt)} where ${isLeased(due)}`
}

/** False for a notice that was changed while the mail was sent: it counts as a new notice. */
function isLeased(due: DueNotice): Statement<never> {
  return sql`${isRow(due)} and noticed_at = ${due.noticed_at} and mail_due_at is not null`
}
