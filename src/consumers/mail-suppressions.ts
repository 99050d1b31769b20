import { recordAudit, type Actor } from '../audit/mod.ts'
import { type Page, notFound } from '../core/mod.ts'
import { maybeRow, oneRow, transact, type Database, type Db } from '../db/mod.ts'
import { formatTransferId } from '../ledger/mod.ts'
import type { MailReason } from '../mail/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { openEmails } from './sealed-email.ts'
import {
  countSuppressions,
  deleteSuppression,
  pageOfSuppressions,
  type SuppressionPage,
} from './suppression-rows.ts'

/**
 * A consumer that gets no mails: a mail server has refused the address for good, or the person has
 * reported a mail as spam or unsubscribed.
 */
export interface MailSuppression {
  readonly consumerId: number
  readonly email: string
  readonly reason: MailReason
  /** The credit whose mail was refused or reported. Undefined for a person who unsubscribed. */
  readonly transferNo: number | undefined
  /** The cause: for a refusal in the words of the mail server, without addresses. */
  readonly fault: string
  readonly suppressedAt: number
}

/** Returns a page of the suppressed consumers of a partner, the latest first. */
export async function listMailSuppressions(
  { db, vault }: { readonly db: Db; readonly vault: Vault },
  partnerId: number,
  page: SuppressionPage,
): Promise<Page<MailSuppression>> {
  const { total } = await oneRow(db, countSuppressions(partnerId))
  const rows = await db.rows(pageOfSuppressions(partnerId, page))
  const sealed = rows.map((row) => ({ blind: row.email_blind, sealed: row.email_sealed }))
  const emails = await openEmails(vault, partnerId, sealed)
  const suppressions = rows.map((row, at) => ({
    consumerId: Number(row.consumer_id),
    email: emails[at] ?? '',
    reason: row.reason as MailReason,
    transferNo: row.transfer_no === null ? undefined : Number(row.transfer_no),
    fault: row.fault,
    suppressedAt: row.suppressed_at.getTime(),
  }))
  return { rows: suppressions, total: Number(total) }
}

/**
 * Lets a consumer get mails again, audited. Mails that were SUPPRESSED meanwhile are not sent.
 * Refuses not_found if the consumer is not suppressed.
 */
export async function removeMailSuppression(
  { db, clock }: { readonly db: Database; readonly clock: { now(): number } },
  { partnerId, consumerId }: { readonly partnerId: number; readonly consumerId: number },
  { actor, reason }: { readonly actor: Actor; readonly reason: string },
): Promise<void> {
  await transact(db, async (tx) => {
    const removed = await maybeRow(tx, deleteSuppression(partnerId, consumerId))
    if (!removed) throw notFound('suppression')
    const { transfer_no: transferNo, reason: cause } = removed
    recordAudit(tx, {
      partnerId,
      actor,
      action: 'mail_suppression.remove',
      target: `consumer:${consumerId}`,
      valueOut: 'none',
      reason,
      before: {
        ...(transferNo !== null && { transactionId: formatTransferId(partnerId, transferNo) }),
        reason: cause,
      },
      at: clock.now(),
    })
  })
}
