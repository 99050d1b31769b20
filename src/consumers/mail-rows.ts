import { dateAt, partnerOfId } from '../core/mod.ts'
import {
  and,
  between,
  equals,
  sql,
  type NotificationsRow,
  type OldRows,
  type Statement,
  type TimeRange,
  twinned,
} from '../db/mod.ts'
import { MAIL_STATES, type MailName, type MailState } from './mail.ts'

export interface MailRow extends NotificationsRow {
  email_blind: string
  email_sealed: Buffer
}

export interface MailFilter extends TimeRange {
  readonly partnerId?: number | undefined
  readonly state?: MailState | undefined
  readonly consumerId?: number | undefined
  /** Only mails after this place in the list. */
  readonly after?: MailPlace | undefined
}

/** The position of a mail in the list, valid also after the mail was removed. */
export interface MailPlace extends MailName {
  readonly createdAt: number
}

export const ORDER = sql.raw('created_at desc, partner_id desc, transfer_no desc')

/** Returns the newest mails, with the sealed addresses of their consumers. */
export function newestMails(filter: MailFilter, limit: number): Statement<MailRow> {
  return sql`
    select mails.*, consumers.email_blind, consumers.email_sealed
    from (${newestOfStates(filter, limit)}) as mails
    join consumers
      on consumers.partner_id = mails.partner_id and consumers.consumer_id = mails.consumer_id
    order by ${sql.raw('mails.created_at desc, mails.partner_id desc, mails.transfer_no desc')}`
}

export function isWanted(filter: MailFilter): Statement<never> {
  const { partnerId, consumerId, after, ...range } = filter
  return and(
    equals('partner_id', partnerId),
    consumerId === undefined
      ? undefined
      : sql`partner_id = ${partnerOfId(consumerId)} and consumer_id = ${consumerId}`,
    ...between('created_at', range),
    after &&
      sql`(created_at, partner_id, transfer_no)
        < (${dateAt(after.createdAt)}::timestamptz, ${after.partnerId}, ${after.number})`,
  )
}

export function mailByName({ partnerId, number }: MailName): Statement<MailRow> {
  return sql`
    select notifications.*, consumers.email_blind, consumers.email_sealed
    from notifications
    join consumers
      on consumers.partner_id = notifications.partner_id
      and consumers.consumer_id = notifications.consumer_id
    where notifications.partner_id = ${partnerId} and notifications.transfer_no = ${number}`
}

export function lockMail({
  partnerId,
  number,
}: MailName): Statement<Pick<NotificationsRow, 'status' | 'consumer_id'>> {
  return sql`
    select status, consumer_id from notifications
    where partner_id = ${partnerId} and transfer_no = ${number} for update`
}

/** Returns the newest mails. Reads those of each state by index, and merges them. */
export const newestOfStates = twinned(
  'newestOfStates',
  (filter: MailFilter, limit: number): Statement<never> =>
    sql`
      select newest.*
      from unnest(${statesOf(filter)}::text[]) as states (status)
      cross join lateral (
        select * from notifications
        where notifications.status = states.status ${isWanted(filter)}
        order by ${ORDER} limit ${limit}
      ) as newest
      order by ${ORDER} limit ${limit}`,
)

export function statesOf({ state }: MailFilter): MailState[] {
  return state ? [state] : [...MAIL_STATES]
}

export const FINAL_STATES = MAIL_STATES.filter((state) => state !== 'PENDING')

/** Mails that are not PENDING. Their credits are not mailed again. */
export const OLD_MAILS: OldRows = {
  rowsMax: 1_000,
  stepsMax: 20,
  remove: async (tx, { before, limit }) => (await tx.rows(deleteOldMails(before, limit))).length,
}

/** Deletes old mails of each final state, by index. Skips mails that are being queued again. */
export const deleteOldMails = twinned(
  'deleteOldMails',
  (before: number, limit: number): Statement<{ transfer_no: bigint }> =>
    sql`
      delete from notifications
      where (partner_id, transfer_no) in (
        select old.partner_id, old.transfer_no
        from unnest(${FINAL_STATES}::text[]) as states (status)
        cross join lateral (
          select partner_id, transfer_no from notifications
          where notifications.status = states.status and created_at < ${dateAt(before)}
          order by created_at limit ${limit}
          for update skip locked) as old
        limit ${limit})
      returning transfer_no`,
)

/** Queues a mail with no attempts counted. A worker that is still sending it loses its lease. */
export function queueAgain({ partnerId, number }: MailName, now: number): Statement<never> {
  return sql`
    update notifications
    set status = 'PENDING', reason = null, next_try_at = ${dateAt(now)}, attempts = 0,
        resends = resends + 1, lease_epoch = 0
    where partner_id = ${partnerId} and transfer_no = ${number}`
}
