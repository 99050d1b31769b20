import { dateAt, randomUUID } from '../core/mod.ts'
import {
  integer,
  bigint,
  sql,
  table,
  text,
  timestamptz,
  uuid,
  type LinkMessagesRow,
  type OldRows,
  type Statement,
} from '../db/mod.ts'
import { dueRows, reasonOfSettlement, type MailFeedback, type Settlement } from '../mail/mod.ts'
import type { Channel, Link } from './link.ts'
import type { LinkMessage, MessageKind, MessageReason, NewMessage } from './message.ts'

const NEW = table<
  Omit<
    LinkMessagesRow,
    | 'attempts'
    | 'lease_epoch'
    | 'last_fault'
    | 'sent_at'
    | 'email_blind'
    | 'unsubscribed_at'
    | 'wrong_codes'
    | 'code_used_at'
  >,
  NewMessage
>('link_messages', {
  partner_id: integer((one) => one.partnerId),
  message_id: uuid((one) => one.messageId ?? randomUUID()),
  link_no: bigint((one) => one.linkNo),
  generation: integer((one) => one.generation),
  kind: text((one) => one.kind),
  channel: text((one) => one.channel ?? 'EMAIL'),
  status: text((one) => (one.suppressed ? 'SUPPRESSED' : 'PENDING')),
  reason: text((one) => one.suppressed ?? null),
  next_try_at: timestamptz((one) => (one.suppressed ? null : dateAt(one.dueMs))),
  created_at: timestamptz((one) => dateAt(one.createdMs)),
})

/** Inserts mails. Leaves out a reminder if its link has one already. */
export function insertMessages(messages: readonly NewMessage[]): Statement<never> {
  return sql`${NEW.insert(messages)} on conflict do nothing`
}

/** Finds and leases mails that are due. */
export const DUE_MESSAGES = dueRows<LinkMessagesRow>({ table: 'link_messages', key: 'message_id' })

/** Ends the lease of a mail that is due only later. The attempt is not counted. */
export function postponeMessage(
  { partner_id: partnerId, message_id: messageId, attempts }: LinkMessagesRow,
  dueMs: number,
): Statement<never> {
  return sql`
    update link_messages set attempts = ${attempts - 1}, next_try_at = ${dateAt(dueMs)}
    where partner_id = ${partnerId} and message_id = ${messageId}`
}

const STATUS_OF = {
  SENT: 'SENT',
  SUPPRESSED: 'SUPPRESSED',
  FAILED: 'BOUNCED',
  PENDING: 'PENDING',
} as const

/**
 * Ends a lease. Returns no row if the lease was lost. Records a keyed hash of the address if the
 * mail was sent or the address cannot be reached.
 */
export function settleMessage(
  { partner_id: partnerId, message_id: messageId, lease_epoch: leaseEpoch }: LinkMessagesRow,
  { settlement, emailBlind }: { settlement: Settlement; emailBlind: Buffer | undefined },
  now: number,
): Statement<{ message_id: string }> {
  const { status } = settlement
  const fault = 'fault' in settlement ? settlement.fault : null
  const isBad = status === 'FAILED' && settlement.isAddressBad
  const hasAddress = isBad || status === 'SENT'
  return sql`
    update link_messages
    set status = ${STATUS_OF[status]}, reason = ${reasonOf(settlement) ?? null},
        last_fault = ${fault},
        next_try_at = ${status === 'PENDING' ? dateAt(settlement.nextTryAt) : null}::timestamptz,
        sent_at = ${status === 'SENT' ? dateAt(now) : null}::timestamptz,
        email_blind = ${hasAddress ? (emailBlind ?? null) : null}::bytea
    where partner_id = ${partnerId} and message_id = ${messageId}
      and lease_epoch = ${leaseEpoch}
    returning message_id`
}

/** Clears the fault of the last attempt. Returns no row if the lease was lost. */
export function clearFault({
  partner_id: partnerId,
  message_id: messageId,
  lease_epoch: leaseEpoch,
}: LinkMessagesRow): Statement<{ message_id: string }> {
  return sql`
    update link_messages set last_fault = null
    where partner_id = ${partnerId} and message_id = ${messageId} and lease_epoch = ${leaseEpoch}
    returning message_id`
}

export function reasonOf(settlement: Settlement): MessageReason | undefined {
  return reasonOfSettlement(settlement) as MessageReason | undefined
}

/**
 * Returns the kinds of mails of a partner that are no longer sent to an address: all
 * (`is_refused`), all but codes (`is_complained`), reminders (`is_unsubscribed`).
 */
export function refusalsOf(
  partnerId: number,
  emailBlind: Buffer,
): Statement<{ is_refused: boolean; is_complained: boolean; is_unsubscribed: boolean }> {
  return sql`
    select
      coalesce(bool_or(status = 'BOUNCED' and reason = 'ADDRESS_REFUSED'), false) as is_refused,
      coalesce(bool_or(status = 'COMPLAINED'), false) as is_complained,
      coalesce(bool_or(unsubscribed_at is not null), false) as is_unsubscribed
    from link_messages
    where partner_id = ${partnerId} and email_blind = ${emailBlind}`
}

export function messageById(partnerId: number, messageId: string): Statement<LinkMessagesRow> {
  return sql`
    select * from link_messages where partner_id = ${partnerId} and message_id = ${messageId}`
}

/** Records the state that a report gives a mail. The row is locked. */
export function recordFeedback(
  { partner_id: partnerId, message_id: messageId }: LinkMessagesRow,
  {
    feedback,
    reason,
  }: { readonly feedback: MailFeedback; readonly reason?: MessageReason | undefined },
): Statement<never> {
  return sql`
    update link_messages
    set status = ${feedback.state}, reason = ${reason ?? null},
        last_fault = ${feedback.fault ?? null}
    where partner_id = ${partnerId} and message_id = ${messageId}`
}

/** Ends the reminders to an address. Keeps the time of the first request to do so. */
export function unsubscribeMessage(
  { partner_id: partnerId, message_id: messageId }: LinkMessagesRow,
  emailBlind: Buffer,
  now: number,
): Statement<never> {
  return sql`
    update link_messages
    set email_blind = ${emailBlind},
        unsubscribed_at = coalesce(unsubscribed_at, ${dateAt(now)}::timestamptz)
    where partner_id = ${partnerId} and message_id = ${messageId}`
}

/** Returns mails of a link, newest first: those of one kind, or all. */
export function messagesOfLink(
  { partnerId, linkNo }: Pick<Link, 'partnerId' | 'linkNo'>,
  { kind, limit }: { readonly kind?: MessageKind; readonly limit: number },
): Statement<LinkMessagesRow> {
  return sql`
    select * from link_messages where partner_id = ${partnerId} and link_no = ${linkNo}
      ${kind === undefined ? sql`` : sql`and kind = ${kind}`}
    order by created_at desc, message_id limit ${limit}`
}

/**
 * Returns, for each link, the last mail that brings its address, sent or waiting. Includes
 * reminders only once they no longer wait.
 */
export function lastMessages(
  partnerId: number,
  linkNos: readonly number[],
): Statement<LinkMessagesRow> {
  return sql`
    select distinct on (link_no) * from link_messages
    where partner_id = ${partnerId} and link_no = any(${linkNos}::bigint[])
      and kind <> 'CODE' and (kind = 'LINK' or status <> 'PENDING')
    order by link_no, created_at desc, message_id`
}

/** Locks the mail that brought a code. */
export function lockMessage(partnerId: number, messageId: string): Statement<LinkMessagesRow> {
  return sql`${messageById(partnerId, messageId)} for update`
}

/** Records that the code of this mail, or a wrong one, was entered. The row is locked. */
export function recordCode(
  { partner_id: partnerId, message_id: messageId }: LinkMessagesRow,
  { isRight, now }: { readonly isRight: boolean; readonly now: number },
): Statement<never> {
  return sql`
    update link_messages
    set wrong_codes = wrong_codes + ${isRight ? 0 : 1}::integer,
        code_used_at = ${isRight ? dateAt(now) : null}::timestamptz
    where partner_id = ${partnerId} and message_id = ${messageId}`
}

export function toMessage(row: LinkMessagesRow): LinkMessage {
  const { status } = row
  const isDeferred = row.last_fault !== null
  return {
    kind: row.kind as MessageKind,
    channel: row.channel as Channel,
    state:
      status === 'PENDING'
        ? isDeferred
          ? 'DEFERRED'
          : 'QUEUED'
        : (status as Exclude<LinkMessage['state'], 'QUEUED'>),
    reason: (row.reason ?? undefined) as MessageReason | undefined,
    lastFault: row.last_fault ?? undefined,
    createdMs: row.created_at.getTime(),
    sentMs: row.sent_at?.getTime(),
    nextTryMs: row.next_try_at?.getTime(),
  }
}

/** Selects mails that do not wait to be sent. */
export const OLD_MESSAGES: OldRows = {
  rowsMax: 1_000,
  stepsMax: 20,
  remove: async (tx, { before, limit }) => (await tx.rows(deleteOldMessages(before, limit))).length,
}

/** Removes old mails that do not wait, except those that suppress later ones. */
function deleteOldMessages(before: number, limit: number): Statement<{ message_id: string }> {
  return sql`
    delete from link_messages
    where (partner_id, message_id) in (
      select partner_id, message_id from link_messages
      where status <> 'PENDING' and created_at < ${dateAt(before)}
        and (email_blind is null or (unsubscribed_at is null and status <> 'COMPLAINED'
          and not (status = 'BOUNCED' and reason = 'ADDRESS_REFUSED')))
      order by created_at limit ${limit})
    returning message_id`
}
