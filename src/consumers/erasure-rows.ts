import { dateAt } from '../core/mod.ts'
import { insertRow, sql, type ErasuresRow, type Statement, twinned } from '../db/mod.ts'
import type { Book } from '../ledger/mod.ts'
import type { ConsumerErasure } from './state.ts'

/**
 * Deletes the row with the name, the sealed address and its hash. Wallets keep the consumer's id.
 */
export function deleteConsumer(partnerId: number, consumerId: number): Statement<never> {
  return sql`
    delete from consumers where partner_id = ${partnerId} and consumer_id = ${consumerId}`
}

/**
 * Erases the descriptions and metadata of the wallets' transactions, and the consumer's mails.
 * Records how many of each were erased: a transaction with both a description and metadata counts
 * once. The condition on transfers is that of the index `transfers_of_wallet`.
 */
export const eraseTexts = twinned(
  'eraseTexts',
  (book: Book, erasure: ConsumerErasure): Statement<never> => eraseTogether(book, erasure),
)

function eraseTogether(book: Book, erasure: ConsumerErasure): Statement<never> {
  const { partnerId } = book
  const { consumerId } = erasure
  return sql`
    with wallet_transfers as materialized (
      select transfer_no, memo, metadata from transfers where ${isOfWallets(book, erasure)}),
    descriptions as (
      update transfers set memo = null, metadata = null
      where partner_id = ${partnerId} and transfer_no = any(array(
        select transfer_no from wallet_transfers where memo is not null or metadata is not null))
      returning transfer_no),
    mails as (
      delete from notifications
      where partner_id = ${partnerId} and consumer_id = ${consumerId}
      returning transfer_no),
    suppression as (
      delete from mail_suppressions
      where partner_id = ${partnerId} and consumer_id = ${consumerId})
    ${insertErasure(book, erasure, {
      descriptions: sql`(select count(*) from descriptions)`,
      mails: sql`(select count(*) from mails)`,
    })}`
}

export function isOfWallets(
  { partnerId }: Pick<Book, 'partnerId'>,
  { walletIds }: ConsumerErasure,
): Statement<never> {
  return sql`
    partner_id = ${partnerId} and code in (6, 7, 8, 9)
    and case code when 7 then debit_account else credit_account end
        = any(${walletIds}::bigint[])`
}

export function insertErasure(
  { partnerId, now }: Book,
  { erasureId, consumerId, walletIds, reason, actor }: ConsumerErasure,
  { descriptions, mails }: { descriptions: Statement<unknown>; mails: Statement<unknown> },
): Statement<never> {
  return sql`
    insert into erasures (
      partner_id, erasure_id, kind, consumer_id, reason, actor, wallets, descriptions, mails,
      lines, erased_at)
    select books.partner_id, ${erasureId}::uuid, 'CONSUMER', ${consumerId}::bigint,
           ${reason}::text, ${actor.name}::text, ${walletIds.length}::integer, ${descriptions},
           ${mails}, 0, ${dateAt(now)}::timestamptz
    from books where books.partner_id = ${partnerId}`
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
  const inserted = insertRow<ErasuresRow>('erasures', {
    partner_id: erasure.partnerId,
    erasure_id: erasure.erasureId,
    kind: 'RECIPIENT',
    reason: erasure.reason,
    actor: erasure.actor,
    wallets: 0,
    descriptions: 0,
    mails: 0,
    lines: erasure.lines,
    erased_at: dateAt(erasure.erasedAt),
  })
  return sql`
    ${inserted}
    returning *`
}

export function erasureOf(partnerId: number, consumerId: number): Statement<ErasuresRow> {
  return sql`
    select * from erasures where partner_id = ${partnerId} and consumer_id = ${consumerId}`
}
