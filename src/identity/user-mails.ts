import { faultText, type Clock, MS_PER_HOUR, MS_PER_MINUTE } from '../core/mod.ts'
import { maybeRow, type Db, type Statement } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** Longer than an attempt takes. */
const LEASE_MS = MS_PER_MINUTE
const BACKOFF_MS = 10_000
const BACKOFF_MS_MAX = MS_PER_HOUR

/** A mail in plain text. */
export interface UserMail {
  /** The left side of the Message-ID, equal in every attempt. */
  readonly key: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
}

/** Sends mails. Throws if the mail server neither accepts nor finally refuses a mail. */
export interface UserMailer {
  send(
    mail: UserMail,
  ): Promise<
    { readonly outcome: 'sent' } | { readonly outcome: 'refused'; readonly reason: string }
  >
  close(): void
}

/** A mail that waits to be sent. */
export interface DueMailRow {
  email: string
  mail_attempts: number
}

/** A kind of mail, and the rows that wait to be sent. */
export interface UserMails<Due extends DueMailRow> {
  /** The name of such a mail in the log. */
  readonly name: string
  /** Leases the first due mail until a given instant, so that only one process sends it. */
  lease(now: number, until: number): Statement<Due>
  /** Forgets the mail, unless it was replaced meanwhile. */
  end(due: Due): Statement<never>
  setDue(due: Due, dueAt: number): Statement<never>
  /** Returns undefined if the mail is no longer needed. */
  compose(vault: Vault, due: Due): UserMail | Promise<UserMail | undefined>
}

export interface UserMailsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly mailer: UserMailer
  /** Called for a mail that the mail server refuses for good. */
  onRefused(refused: RefusedMail): void
}

/** A refused mail. Neither its `key` nor `reason` contains an address. */
export interface RefusedMail {
  readonly what: string
  readonly key: string
  readonly reason: string
}

/**
 * Sends all mails of a kind that are due. If the mail server neither accepts nor refuses one, it
 * is tried again after 10 seconds, 20 and so on up to an hour, until the link expires or the notice
 * is a week old.
 */
export async function sendDueMails<Due extends DueMailRow>(
  options: UserMailsOptions,
  mails: UserMails<Due>,
): Promise<void> {
  const { db, clock } = options
  for (;;) {
    const now = clock.now()
    const due = await maybeRow(db, mails.lease(now, now + LEASE_MS))
    if (!due) return
    await sendOne(options, mails, due)
  }
}

async function sendOne<Due extends DueMailRow>(
  { db, clock, vault, mailer, onRefused }: UserMailsOptions,
  mails: UserMails<Due>,
  due: Due,
): Promise<void> {
  const { mail_attempts: attempts } = due
  try {
    const mail = await mails.compose(vault, due)
    const sent = mail && (await mailer.send(mail))
    if (mail && sent?.outcome === 'refused') {
      onRefused({ what: mails.name, key: mail.key, reason: faultText(sent.reason) })
    }
    await db.rows(mails.end(due))
  } catch (error) {
    const backoffMs = Math.min(BACKOFF_MS * 2 ** (attempts - 1), BACKOFF_MS_MAX)
    await db.rows(mails.setDue(due, clock.now() + backoffMs))
    throw error
  }
}

/** Returns an instant as mails have it, such as `2026-01-31 12:00 UTC`. */
export function mailedTime(at: Date): string {
  return `${at.toISOString().slice(0, 'YYYY-MM-DDTHH:MM'.length).replace('T', ' ')} UTC`
}
