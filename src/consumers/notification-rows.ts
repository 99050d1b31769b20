import { dateAt, drawNumber, minorUnits, storedCurrency } from '../core/mod.ts'
import { maybeRow, oneRow, sql, type NotificationsRow, type TransfersRow } from '../db/mod.ts'
import type { Db, Statement, Tx } from '../db/mod.ts'
import { TRANSFER_CODES } from '../ledger/mod.ts'
import type { CreditNews } from './notification-mail.ts'
import type { SealedEmail } from './sealed-email.ts'

/** The transfers into a wallet, of which consumers get mail. */
const CREDIT_CODES = [
  TRANSFER_CODES.wallet_credit,
  TRANSFER_CODES.initial_funds,
  TRANSFER_CODES.account_credit,
]

export type Whose = readonly number[] | 'all'

/** Returns partners whose book has transfers that the notifier has not read. */
export async function partnersWithNews(db: Db, whose: Whose): Promise<number[]> {
  if (whose.length === 0) return []
  return (await db.rows(booksAhead(whose))).map((row) => row.partner_id)
}

function booksAhead(whose: Whose): Statement<{ partner_id: number }> {
  return sql`
    select books.partner_id
    from books left join notification_cursors as cursors on cursors.partner_id = books.partner_id
    where books.last_transfer > coalesce(cursors.notified_transfer, 0)
      ${isOneOf(sql`books.partner_id`, whose)}
    order by books.partner_id`
}

function isOneOf(partnerId: Statement<never>, whose: Whose): Statement<never> {
  return whose === 'all' ? sql`` : sql`and ${partnerId} = any(${whose}::integer[])`
}

/**
 * Queues a mail for each credit among the partner's next `limit` transfers, and moves its cursor
 * behind them. Returns true if there may be more. Does nothing if another process has the cursor.
 */
export async function queueNews(
  tx: Tx,
  partnerId: number,
  { limit, now }: { limit: number; now: number },
): Promise<boolean> {
  await tx.rows(insertCursor(partnerId))
  const cursor = await maybeRow(tx, lockCursor(partnerId))
  if (!cursor) return false
  const { last_transfer: last } = await oneRow(tx, lastTransfer(partnerId))
  const after = cursor.notified_transfer
  const upTo = last - after > limit ? after + BigInt(limit) : last
  if (upTo === after) return false
  await tx.rows(insertNotifications(partnerId, { after, upTo }, now))
  await tx.rows(moveCursor(partnerId, upTo))
  return upTo < last
}

function insertCursor(partnerId: number): Statement<never> {
  return sql`
    insert into notification_cursors (partner_id) values (${partnerId})
    on conflict (partner_id) do nothing`
}

function lockCursor(partnerId: number): Statement<{ notified_transfer: bigint }> {
  return sql`
    select notified_transfer from notification_cursors where partner_id = ${partnerId}
    for update skip locked`
}

/** Numbers have no gaps and groups commit in order: all up to the last one can be read. */
function lastTransfer(partnerId: number): Statement<{ last_transfer: bigint }> {
  return sql`select last_transfer from books where partner_id = ${partnerId}`
}

function insertNotifications(
  partnerId: number,
  { after, upTo }: { after: bigint; upTo: bigint },
  now: number,
): Statement<never> {
  return sql`
    insert into notifications (partner_id, transfer_no, wallet_id, next_try_at)
    select partner_id, transfer_no, credit_account, ${dateAt(now)}::timestamptz
    from transfers
    where partner_id = ${partnerId} and transfer_no > ${after} and transfer_no <= ${upTo}
      and code = any(${CREDIT_CODES}::smallint[])`
}

function moveCursor(partnerId: number, upTo: bigint): Statement<never> {
  return sql`
    update notification_cursors set notified_transfer = ${upTo} where partner_id = ${partnerId}`
}

/** Returns partners with due mails. */
export async function partnersWithDueMail(db: Db, whose: Whose, now: number): Promise<number[]> {
  if (whose.length === 0) return []
  return (await db.rows(partnersDue(whose, now))).map((row) => row.partner_id)
}

/** One index probe for each partner, however long its queue: hence the limit. */
function partnersDue(whose: Whose, now: number): Statement<{ partner_id: number }> {
  return sql`
    select cursors.partner_id
    from notification_cursors as cursors
    cross join lateral (
      select from notifications
      where notifications.partner_id = cursors.partner_id
        and status = 'QUEUED' and next_try_at <= ${dateAt(now)}
      limit 1
    ) as due
    where true ${isOneOf(sql`cursors.partner_id`, whose)}
    order by cursors.partner_id`
}

/** A credit, and the address that gets the mail. */
export interface SealedNews extends CreditNews {
  readonly email: SealedEmail
}

/** A mail that this process may send until its lease ends. */
export interface MailLease {
  readonly partnerId: number
  readonly transferNo: number
  /** Counts from 1. */
  readonly attempt: number
  /** The fencing token: random; the lease is lost if the row has another one. */
  readonly leaseEpoch: bigint
  /** Undefined if the credit or its consumer was not found. */
  readonly news: SealedNews | undefined
}

/** Leases up to `limit` of the partner's due mails, those that are due longest first. */
export async function leaseMails(
  tx: Tx,
  partnerId: number,
  lease: { limit: number; now: number; until: number },
): Promise<MailLease[]> {
  const claimed = await tx.rows(leaseDue(partnerId, lease))
  const numbers = claimed.map((row) => row.transfer_no)
  const news = new Map(
    (await tx.rows(creditsByNumber(partnerId, numbers))).map((row) => [row.transfer_no, row]),
  )
  return claimed.map(({ transfer_no: no, attempts, lease_epoch: leaseEpoch }) => {
    const row = news.get(no)
    return {
      partnerId,
      transferNo: Number(no),
      attempt: attempts,
      leaseEpoch,
      news: row && toNews(partnerId, row),
    }
  })
}

/**
 * Skips rows that another process is leasing. An array and not a join, so that the limit is applied
 * once. A mail that is being sent is still QUEUED, and so delays later mails of its wallet.
 */
function leaseDue(
  partnerId: number,
  { limit, now, until }: { limit: number; now: number; until: number },
): Statement<Pick<NotificationsRow, 'transfer_no' | 'attempts' | 'lease_epoch'>> {
  return sql`
    update notifications
    set attempts = attempts + 1, lease_epoch = ${drawNumber()}, next_try_at = ${dateAt(until)}
    where partner_id = ${partnerId} and transfer_no = any(array(
      select transfer_no
      from notifications as due
      where partner_id = ${partnerId} and status = 'QUEUED' and next_try_at <= ${dateAt(now)}
        and not exists (
          select from notifications as earlier
          where earlier.partner_id = due.partner_id and earlier.wallet_id = due.wallet_id
            and earlier.status = 'QUEUED' and earlier.transfer_no < due.transfer_no)
      order by next_try_at, transfer_no
      limit ${limit}
      for update skip locked))
    returning transfer_no, attempts, lease_epoch`
}

type CreditTransferRow = Pick<
  TransfersRow,
  'transfer_no' | 'amount' | 'credit_available' | 'memo' | 'created_at'
>

interface CreditRow extends CreditTransferRow {
  partner_name: string
  full_name: string
  email_blind: string
  email_sealed: Buffer
  currency: string
}

function creditsByNumber(partnerId: number, numbers: readonly bigint[]): Statement<CreditRow> {
  return sql`
    select transfers.transfer_no, partners.name as partner_name, consumers.full_name,
           consumers.email_blind, consumers.email_sealed, wallets.currency, transfers.amount,
           transfers.credit_available, transfers.memo, transfers.created_at
    from transfers
    join wallets
      on wallets.partner_id = transfers.partner_id and wallets.wallet_id = transfers.credit_account
    join consumers
      on consumers.partner_id = wallets.partner_id
      and consumers.consumer_id = wallets.consumer_id
    join partners on partners.partner_id = transfers.partner_id
    where transfers.partner_id = ${partnerId}
      and transfers.transfer_no = any(${numbers}::bigint[])`
}

function toNews(partnerId: number, row: CreditRow): SealedNews {
  return {
    partnerId,
    transferNo: Number(row.transfer_no),
    partnerName: row.partner_name,
    fullName: row.full_name,
    email: { blind: row.email_blind, sealed: row.email_sealed },
    currency: storedCurrency(row.currency),
    amountMinor: minorUnits(row.amount),
    newBalanceMinor: minorUnits(row.credit_available),
    description: row.memo ?? undefined,
    creditedAt: row.created_at.getTime(),
  }
}

/** The outcome of a mail; QUEUED with the time of its next attempt. */
export type Settlement =
  | { readonly status: 'SENT' }
  | { readonly status: 'FAILED'; readonly fault: string }
  | { readonly status: 'QUEUED'; readonly fault: string; readonly nextTryAt: number }

/** Ends a lease, and deletes a mail that was sent. Changes nothing if the lease was lost. */
export async function settleMail(tx: Tx, mail: MailLease, settlement: Settlement): Promise<void> {
  await tx.rows(
    settlement.status === 'SENT' ? deleteNotification(mail) : updateNotification(mail, settlement),
  )
}

function deleteNotification({ partnerId, transferNo, leaseEpoch }: MailLease): Statement<never> {
  return sql`
    delete from notifications
    where partner_id = ${partnerId} and transfer_no = ${transferNo}
      and lease_epoch = ${leaseEpoch}`
}

function updateNotification(
  { partnerId, transferNo, leaseEpoch }: MailLease,
  settlement: Exclude<Settlement, { status: 'SENT' }>,
): Statement<never> {
  const nextTryAt = settlement.status === 'QUEUED' ? dateAt(settlement.nextTryAt) : null
  return sql`
    update notifications
    set status = ${settlement.status}, next_try_at = ${nextTryAt}::timestamptz,
        last_fault = ${settlement.fault}
    where partner_id = ${partnerId} and transfer_no = ${transferNo}
      and lease_epoch = ${leaseEpoch}`
}
