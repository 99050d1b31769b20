import { dateAt } from '../core/mod.ts'
import { maybeRow, oneRow, sql } from '../db/mod.ts'
import type { Db, Statement, Tx } from '../db/mod.ts'
import { TRANSFER_CODES } from '../ledger/mod.ts'
import { isSelected, type PartnerSelection } from '../mail/mod.ts'
import { isOfLivePartner } from '../partners/mod.ts'

/** The transfers into a wallet that consumers get mail about. */
const CREDIT_CODES = [
  TRANSFER_CODES.wallet_credit,
  TRANSFER_CODES.initial_funds,
  TRANSFER_CODES.account_credit,
  TRANSFER_CODES.case_refund,
]

/**
 * Returns partners whose book has transfers that the notifier has not read. Test partners are left
 * out: their credits are not mailed.
 */
export async function partnersWithNews(db: Db, selection: PartnerSelection): Promise<number[]> {
  return (await db.rows(booksAhead(selection))).map((row) => row.partner_id)
}

export function booksAhead(selection: PartnerSelection): Statement<{ partner_id: number }> {
  return sql`
    select books.partner_id
    from books left join notification_cursors as cursors on cursors.partner_id = books.partner_id
    where books.last_transfer > coalesce(cursors.notified_transfer, 0)
      and ${isOfLivePartner('books.partner_id')}
      and ${isSelected(sql`books.partner_id`, selection)}
    order by books.partner_id`
}

/**
 * Queues a mail for each credit among the partner's next `limit` transfers, and moves the partner's
 * cursor past them. Returns true if there may be more. Does nothing if another process has the
 * cursor.
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

/**
 * Numbers have no gaps and groups commit in order, so all transfers up to the last one are visible.
 */
function lastTransfer(partnerId: number): Statement<{ last_transfer: bigint }> {
  return sql`select last_transfer from books where partner_id = ${partnerId}`
}

function insertNotifications(
  partnerId: number,
  { after, upTo }: { after: bigint; upTo: bigint },
  now: number,
): Statement<never> {
  return sql`
    insert into notifications (
      partner_id, transfer_no, wallet_id, consumer_id, created_at, next_try_at)
    select t.partner_id, t.transfer_no, wallets.wallet_id, wallets.consumer_id,
           ${dateAt(now)}::timestamptz, ${dateAt(now)}::timestamptz
    from transfers t
    join wallets on wallets.partner_id = t.partner_id and wallets.wallet_id = t.credit_account
    where t.partner_id = ${partnerId} and t.transfer_no > ${after} and t.transfer_no <= ${upTo}
      and t.code = any(${CREDIT_CODES}::smallint[])`
}

function moveCursor(partnerId: number, upTo: bigint): Statement<never> {
  return sql`
    update notification_cursors set notified_transfer = ${upTo} where partner_id = ${partnerId}`
}

/** Returns partners with due mails. */
export async function partnersWithDueMail(
  db: Db,
  selection: PartnerSelection,
  now: number,
): Promise<number[]> {
  return (await db.rows(partnersDue(selection, now))).map((row) => row.partner_id)
}

/** The limit makes this one index probe for each partner, however long the partner's queue is. */
export function partnersDue(
  selection: PartnerSelection,
  now: number,
): Statement<{ partner_id: number }> {
  return sql`
    select cursors.partner_id
    from notification_cursors as cursors
    cross join lateral (
      select from notifications
      where notifications.partner_id = cursors.partner_id
        and status = 'PENDING' and next_try_at <= ${dateAt(now)}
      limit 1
    ) as due
    where ${isSelected(sql`cursors.partner_id`, selection)}
    order by cursors.partner_id`
}
