import { dateAt, drawNumber, minorUnits, storedCurrency } from '../core/mod.ts'
import { maybeRow, sql, type NotificationsRow, type TransfersRow } from '../db/mod.ts'
import type { Statement, Tx } from '../db/mod.ts'
import { TRANSFER_CODES } from '../ledger/mod.ts'
import { reasonOfSettlement, type LeaseTerms, type Settlement } from '../mail/mod.ts'
import { templateInForce, toTemplate } from './mail-template-rows.ts'
import type { MailTemplate } from './mail-template.ts'
import type { CreditNews } from './notification-mail.ts'
import type { SealedEmail } from './sealed-email.ts'
import { suppressRefused } from './suppression-rows.ts'

/** A credit, and the address that gets the mail. */
export interface SealedNews extends CreditNews {
  readonly email: SealedEmail
  /** Why the consumer is suppressed; undefined if it is not. */
  readonly suppression: string | undefined
  /** True if its partner's people sign in to their wallets by a mailed code. */
  readonly hasSignIn: boolean
}

/** A mail that this process may send until its lease ends. */
export interface MailLease {
  readonly partnerId: number
  readonly transferNo: number
  /** Counts from 1. */
  readonly attempt: number
  /** The fencing token: random; the lease is lost if the row has another one. */
  readonly leaseEpoch: bigint
  /**
   * The time at which the mail was queued. Distinguishes the mail from one with the same number in
   * an earlier life of the database.
   */
  readonly queuedAt: number
  /** Number of times that an operator has had the mail sent again. */
  readonly resends: number
  /** Undefined if the credit or its consumer was not found. */
  readonly news: SealedNews | undefined
  /** The texts that the operator has set for its partner, if any. */
  readonly template: MailTemplate | undefined
}

/** Leases up to `limit` of the partner's due mails, the longest due first. */
export async function leaseMails(
  tx: Tx,
  partnerId: number,
  lease: LeaseTerms,
): Promise<MailLease[]> {
  const mails = await tx.rows(leaseDue(partnerId, lease))
  if (mails.length === 0) return []
  const templateRow = await maybeRow(tx, templateInForce({ partnerId }))
  const template = templateRow && toTemplate(templateRow)
  const numbers = mails.map((row) => row.transfer_no)
  const news = new Map(
    (await tx.rows(creditsByNumber(partnerId, numbers))).map((row) => [row.transfer_no, row]),
  )
  return mails.map((mail) => {
    const row = news.get(mail.transfer_no)
    return {
      partnerId,
      transferNo: Number(mail.transfer_no),
      attempt: mail.attempts,
      leaseEpoch: mail.lease_epoch,
      queuedAt: mail.created_at.getTime(),
      resends: mail.resends,
      news: row && toNews(partnerId, row, mail.resends),
      template,
    }
  })
}

/**
 * Skips rows that another process is leasing. The subquery is an array rather than a join, so that
 * the limit is applied once. A mail that is being sent is still PENDING, and so delays later mails
 * of its wallet.
 */
function leaseDue(partnerId: number, { limit, now, until }: LeaseTerms): Statement<LeasedRow> {
  return sql`
    update notifications
    set attempts = attempts + 1, lease_epoch = ${drawNumber()}, next_try_at = ${dateAt(until)}
    where partner_id = ${partnerId} and transfer_no = any(array(
      select transfer_no
      from notifications as due
      where partner_id = ${partnerId} and status = 'PENDING' and next_try_at <= ${dateAt(now)}
        and not exists (
          select 1 from notifications as earlier
          where earlier.partner_id = due.partner_id and earlier.wallet_id = due.wallet_id
            and earlier.status = 'PENDING' and earlier.transfer_no < due.transfer_no)
      order by next_try_at, transfer_no
      limit ${limit}
      for update skip locked))
    returning transfer_no, attempts, lease_epoch, resends, created_at`
}

type LeasedRow = Pick<
  NotificationsRow,
  'transfer_no' | 'attempts' | 'lease_epoch' | 'resends' | 'created_at'
>

type CreditTransferRow = Pick<
  TransfersRow,
  'transfer_no' | 'amount' | 'credit_available' | 'memo' | 'created_at'
>

interface CreditRow extends CreditTransferRow {
  code: number
  partner_name: string
  wallet_sign_in: boolean
  full_name: string
  email_blind: string
  email_sealed: Buffer
  suppression: string | null
  currency: string
}

function creditsByNumber(partnerId: number, numbers: readonly bigint[]): Statement<CreditRow> {
  return sql`
    select transfers.transfer_no, partners.name as partner_name, partners.wallet_sign_in,
           consumers.full_name,
           consumers.email_blind, consumers.email_sealed, wallets.currency, transfers.amount,
           transfers.credit_available, transfers.memo, transfers.created_at, transfers.code,
           (
             select reason from mail_suppressions
             where mail_suppressions.partner_id = consumers.partner_id
               and mail_suppressions.consumer_id = consumers.consumer_id) as suppression
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

function toNews(partnerId: number, row: CreditRow, resends: number): SealedNews {
  return {
    partnerId,
    transferNo: Number(row.transfer_no),
    partnerName: row.partner_name,
    fullName: row.full_name,
    email: { blind: row.email_blind, sealed: row.email_sealed },
    currency: storedCurrency(row.currency),
    amountMinor: minorUnits(row.amount),
    newBalanceMinor: minorUnits(row.credit_available),
    // The memo of a refund is the operator's reason.
    description: row.code === TRANSFER_CODES.case_refund ? undefined : (row.memo ?? undefined),
    creditedAt: row.created_at.getTime(),
    resends,
    suppression: row.suppression ?? undefined,
    hasSignIn: row.wallet_sign_in,
    walletUrl: undefined,
    unsubscribeUrl: undefined,
  }
}

/**
 * Ends a lease, and suppresses an address that is refused for good. Changes nothing if the lease
 * was lost.
 */
export async function settleMail(
  tx: Tx,
  mail: MailLease,
  { settlement, now }: { readonly settlement: Settlement; readonly now: number },
): Promise<void> {
  if (settlement.status === 'FAILED' && settlement.isAddressBad) {
    await tx.rows(suppressRefused(mail, settlement.fault, now))
  }
  await tx.rows(endLease(mail, settlement, now))
}

function endLease(
  { partnerId, transferNo, leaseEpoch }: MailLease,
  settlement: Settlement,
  now: number,
): Statement<never> {
  const { status } = settlement
  const nextTryAt = status === 'PENDING' ? dateAt(settlement.nextTryAt) : null
  const sentAt = status === 'SENT' ? dateAt(now) : null
  const fault = 'fault' in settlement ? settlement.fault : null
  return sql`
    update notifications
    set status = ${status}, attempts = attempts - ${status === 'SUPPRESSED' ? 1 : 0},
        reason = ${reasonOfSettlement(settlement) ?? null}, last_fault = ${fault},
        next_try_at = ${nextTryAt}::timestamptz, sent_at = coalesce(${sentAt}::timestamptz, sent_at)
    where partner_id = ${partnerId} and transfer_no = ${transferNo}
      and lease_epoch = ${leaseEpoch}`
}
