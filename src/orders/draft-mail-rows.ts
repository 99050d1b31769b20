import { dateAt, MS_PER_MINUTE } from '../core/mod.ts'
import { sql, type OrderDraftsRow, type Statement } from '../db/mod.ts'
import type { DueMailRow } from '../identity/mod.ts'
import { DRAFT_COLUMNS } from './draft-rows.ts'

export type DraftMailKind = 'WAITING' | 'OVER'

export interface DraftNews {
  readonly partnerId: number
  readonly at: number
  readonly portalUrl: string | undefined
}

/**
 * The pause between two mails of one kind to a person. The second mail covers everything since the
 * first.
 */
const PAUSE = sql.raw(`interval '${(15 * MS_PER_MINUTE) / 1_000} s'`)

/** Queues the news of a draft for everybody who may approve it, except its maker `makerId`. */
export function mailApprovers(
  roles: readonly string[],
  makerId: number,
  { partnerId, at, portalUrl }: DraftNews,
): Statement<never> {
  return sql`
    insert into draft_mails as mail
      (user_id, kind, drafts, since, portal_url, mail_due_at)
    select user_id, 'WAITING', 1, ${dateAt(at)}, ${portalUrl ?? null}, ${dateAt(at)}
    from users
    where partner_id = ${partnerId} and status = 'ACTIVE' and role = any(${roles}::text[])
      and user_id <> ${makerId}
    ${ON_CONFLICT}`
}

/** Queues the news that a draft is over, for the person who made it. */
export function mailMaker(makerId: number, { at, portalUrl }: DraftNews): Statement<never> {
  return sql`
    insert into draft_mails as mail
      (user_id, kind, drafts, since, portal_url, mail_due_at)
    select user_id, 'OVER', 1, ${dateAt(at)}, ${portalUrl ?? null}, ${dateAt(at)}
    from users
    where user_id = ${makerId} and partner_id is not null
    ${ON_CONFLICT}`
}

const ON_CONFLICT = sql`
  on conflict (user_id, kind) do update
  set drafts = mail.drafts + 1,
    since = case when mail.drafts = 0 then excluded.since
      else least(mail.since, excluded.since) end,
    portal_url = coalesce(excluded.portal_url, mail.portal_url),
    mail_due_at = coalesce(
      mail.mail_due_at, greatest(excluded.mail_due_at, mail.sent_at + ${PAUSE}))`

export interface DueDraftMail extends DueMailRow {
  user_id: number
  kind: string
  partner_id: number | null
  drafts: number
  since: Date
  portal_url: string | null
  leased_at: Date
  role: string
  status: string
}

/** Leases one mail that is due, and skips those that are locked. */
export function leaseDueDraftMail(now: number, until: number): Statement<DueDraftMail> {
  return sql`
    update draft_mails as mail
    set mail_due_at = ${dateAt(until)}, mail_attempts = mail.mail_attempts + 1
    from users
    where users.user_id = mail.user_id and (mail.user_id, mail.kind) in (
      select user_id, kind from draft_mails
      where mail_due_at <= ${dateAt(now)}
      order by mail_due_at limit 1
      for update skip locked)
    returning mail.user_id, mail.kind, mail.drafts, mail.since, mail.portal_url,
      ${dateAt(now)}::timestamptz as leased_at, users.partner_id, users.email, users.role,
      users.status, mail.mail_attempts`
}

/**
 * Ends the lease of a mail. Drafts that were made while it was sent are covered by the next mail.
 */
export function endDraftMail(due: DueDraftMail): Statement<never> {
  const { user_id: userId, kind, drafts, leased_at: at } = due
  return sql`
    update draft_mails
    set drafts = drafts - ${drafts}, sent_at = ${at}, mail_attempts = 0,
      mail_due_at = case when drafts > ${drafts} then ${at}::timestamptz + ${PAUSE} end
    where user_id = ${userId} and kind = ${kind}`
}

export function setDraftMailDue(
  { user_id: userId, kind }: DueDraftMail,
  dueAt: number,
): Statement<never> {
  return sql`
    update draft_mails set mail_due_at = ${dateAt(dueAt)}
    where user_id = ${userId} and kind = ${kind}`
}

/**
 * Deletes mails about drafts from before an instant, together with the times when they were last
 * sent.
 */
export function deleteOldDraftMails(before: number): Statement<never> {
  return sql`delete from draft_mails where since < ${dateAt(before)}`
}

/**
 * Returns the drafts that the mail is about, newest first: one more than `limit` if there are more.
 */
export function draftsOfMail(
  partnerId: number,
  { user_id: userId, kind, since, leased_at: at }: DueDraftMail,
  limit: number,
): Statement<OrderDraftsRow> {
  const isOfKind =
    kind === 'WAITING'
      ? sql`state = 'WAITING' and expires_at > ${at} and made_by <> ${userId}`
      : sql`made_by = ${userId} and ${since} <= case state
          when 'WAITING' then tried_at
          when 'EXPIRED' then expires_at
          when 'ORDERED' then greatest(tried_at, decided_at)
          when 'REJECTED' then decided_at end`
  return sql`
    select ${DRAFT_COLUMNS} from order_drafts
    where partner_id = ${partnerId} and ${isOfKind}
    order by made_at desc, draft_id desc
    limit ${limit + 1}`
}
