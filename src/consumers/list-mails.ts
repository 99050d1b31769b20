import { groupBy, notFound } from '../core/mod.ts'
import { maybeRow, type Db } from '../db/mod.ts'
import type { MailReason } from '../mail/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { mailByName, newestMails, type MailFilter, type MailRow } from './mail-rows.ts'
import type { MailName, MailState, SentMail } from './mail.ts'
import { openEmails } from './sealed-email.ts'

interface Reads {
  readonly db: Db
  readonly vault: Vault
}

/** Returns mails that meet the filter, newest first. */
export async function listMails(
  { db, vault }: Reads,
  filter: MailFilter,
  limit: number,
): Promise<SentMail[]> {
  return await openMails(vault, await db.rows(newestMails(filter, limit)))
}

/** Refuses not_found, also for a mail that was removed because of its age. */
export async function findMail({ db, vault }: Reads, name: MailName): Promise<SentMail> {
  const row = await maybeRow(db, mailByName(name))
  const [mail] = row ? await openMails(vault, [row]) : []
  if (!mail) throw notFound('mail')
  return mail
}

async function openMails(vault: Vault, rows: readonly MailRow[]): Promise<SentMail[]> {
  const emails = new Map<MailRow, string>()
  for (const [partnerId, ofPartner] of groupBy(rows, (row) => row.partner_id)) {
    const sealed = ofPartner.map((row) => ({ blind: row.email_blind, sealed: row.email_sealed }))
    const open = await openEmails(vault, partnerId, sealed)
    for (const [at, row] of ofPartner.entries()) emails.set(row, open[at] ?? '')
  }
  return rows.map((row) => toMail(row, emails.get(row) ?? ''))
}

function toMail(row: MailRow, email: string): SentMail {
  return {
    partnerId: row.partner_id,
    transferNo: Number(row.transfer_no),
    consumerId: Number(row.consumer_id),
    walletId: Number(row.wallet_id),
    email,
    state: row.status as MailState,
    reason: (row.reason ?? undefined) as MailReason | undefined,
    attempts: row.attempts,
    resends: row.resends,
    lastFault: row.last_fault ?? undefined,
    createdAt: row.created_at.getTime(),
    sentAt: row.sent_at?.getTime(),
    nextTryAt: row.next_try_at?.getTime(),
  }
}
