import { dateAt, offsetOf, type PageRequest } from '../core/mod.ts'
import { sql, type ErasuresRow, type Statement } from '../db/mod.ts'
import type { Book } from '../ledger/mod.ts'
import type { ConsumerErasure } from './state.ts'

/** The row goes with the name, the sealed address and its hash; wallets keep the number. */
export function deleteConsumer(partnerId: number, consumerId: number): Statement<never> {
  return sql`
    delete from consumers where partner_id = ${partnerId} and consumer_id = ${consumerId}`
}

/**
 * Erases the descriptions of the wallets' transactions and all their mails, and records how many.
 * The condition on transfers is that of the index `transfers_of_wallet`.
 */
export function eraseTexts(
  { partnerId, now }: Book,
  { erasureId, consumerId, walletIds, reason, actor }: ConsumerErasure,
): Statement<never> {
  return sql`
    with moved as materialized (
      select transfer_no, memo from transfers
      where partner_id = ${partnerId} and code in (6, 7, 8, 9)
        and case code when 7 then debit_account else credit_account end
            = any(${walletIds}::bigint[])),
    descriptions as (
      update transfers set memo = null
      where partner_id = ${partnerId} and transfer_no = any(array(
        select transfer_no from moved where memo is not null))
      returning transfer_no),
    mails as (
      delete from notifications
      where partner_id = ${partnerId} and transfer_no = any(array(select transfer_no from moved))
      returning transfer_no),
    suppression as (
      delete from mail_suppressions
      where partner_id = ${partnerId} and consumer_id = ${consumerId})
    insert into erasures (
      partner_id, erasure_id, kind, consumer_id, reason, actor, wallets, descriptions, mails,
      lines, erased_at)
    select ${partnerId}, ${erasureId}::uuid, 'CONSUMER', ${consumerId}::bigint, ${reason}::text,
           ${actor.name}::text, ${walletIds.length}::integer, (select count(*) from descriptions),
           (select count(*) from mails), 0, ${dateAt(now)}::timestamptz`
}

interface RecipientErasure {
  readonly partnerId: number
  readonly erasureId: string
  readonly reason: string
  readonly actor: string
  readonly lines: number
  readonly erasedAt: number
}

/** Records an erasure. `eraseRecipientLines` has removed the recipients from the order lines. */
export function insertRecipientErasure(erasure: RecipientErasure): Statement<ErasuresRow> {
  return sql`
    insert into erasures (
      partner_id, erasure_id, kind, reason, actor, wallets, descriptions, mails, lines, erased_at)
    values (
      ${erasure.partnerId}, ${erasure.erasureId}, 'RECIPIENT', ${erasure.reason},
      ${erasure.actor}, 0, 0, 0, ${erasure.lines}, ${dateAt(erasure.erasedAt)})
    returning *`
}

export function erasureOf(partnerId: number, consumerId: number): Statement<ErasuresRow> {
  return sql`
    select * from erasures where partner_id = ${partnerId} and consumer_id = ${consumerId}`
}

export function countErasures(): Statement<{ total: bigint }> {
  return sql`select count(*) as total from erasures`
}

export function newestErasures(page: PageRequest): Statement<ErasuresRow> {
  return sql`
    select * from erasures
    order by erased_at desc, erasure_id desc
    limit ${page.pageSize} offset ${offsetOf(page)}`
}
