import { isoTime, type Clock } from '../core/mod.ts'
import { maybeRow, type Db, type Statement } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'

/** Longer than an attempt takes. */
const LEASE_MS = 60_000
const BACKOFF_MS = 10_000
const BACKOFF_MS_MAX = 3_600_000
const KEY_BYTES = 16

/** A mail in plain text. */
export interface LinkMail {
  /** The same for every attempt: the Message-ID's left side. */
  readonly key: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
}

/** Sends mails. Throws if there is no final decision of the mail server. */
export interface LinkMailer {
  send(
    mail: LinkMail,
  ): Promise<
    { readonly outcome: 'sent' } | { readonly outcome: 'refused'; readonly reason: string }
  >
  close(): void
}

/** How links reach people: by a mail to the address, or by whoever made them. */
export type Delivery = 'mail' | 'link'

/** A link that waits to be sent. */
export interface DueLinkRow {
  email: string
  token_hash: Buffer
  sealed_link: Buffer
  mail_attempts: number
  expires_at: Date
}

/** A purpose for which links are sent, and the rows in which they wait. */
export interface LinkMails<Due extends DueLinkRow = DueLinkRow> {
  /** One of them, as the log names it. */
  readonly name: string
  /** The beginning of the key of each mail. */
  readonly prefix: string
  readonly subject: string
  /** Leases the link that is due first until another instant, so that one process sends it. */
  lease(now: number, until: number): Statement<Due>
  /** Forgets the link, unless it was replaced meanwhile. */
  end(tokenHash: Buffer): Statement<never>
  setDue(tokenHash: Buffer, dueAt: number): Statement<never>
  /** What the link is sealed for. */
  contextOf(due: Due): string
  /** Returns the paragraphs of the mail; `until` is such as `2026-01-31 12:00 UTC`. */
  textOf(link: string, until: string): readonly string[]
}

export interface LinkMailsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly mailer: LinkMailer
  /** Called for an address that the mail server refuses for good. `what` names the mail. */
  onRefused(refused: {
    readonly what: string
    readonly email: string
    readonly reason: string
  }): void
}

/**
 * Sends all links of a purpose that are due. One that the mail server neither takes nor refuses is
 * tried again after 10 seconds, 20 and so on up to an hour, until it expires.
 */
export async function sendDueLinks<Due extends DueLinkRow>(
  options: LinkMailsOptions,
  mails: LinkMails<Due>,
): Promise<void> {
  const { db, clock } = options
  for (;;) {
    const now = clock.now()
    const due = await maybeRow(db, mails.lease(now, now + LEASE_MS))
    if (!due) return
    await sendOne(options, mails, due)
  }
}

async function sendOne<Due extends DueLinkRow>(
  options: LinkMailsOptions,
  mails: LinkMails<Due>,
  due: Due,
): Promise<void> {
  const { db, clock, vault, mailer, onRefused } = options
  const { email, token_hash: tokenHash, sealed_link: sealed, mail_attempts: attempts } = due
  try {
    await vault.prepare([sealed])
    const link = vault.open('credentials', mails.contextOf(due), sealed).toString('utf8')
    const sent = await mailer.send(composeMail(mails, due, link))
    if (sent.outcome === 'refused') onRefused({ what: mails.name, email, reason: sent.reason })
    await db.rows(mails.end(tokenHash))
  } catch (error) {
    const backoffMs = Math.min(BACKOFF_MS * 2 ** (attempts - 1), BACKOFF_MS_MAX)
    await db.rows(mails.setDue(tokenHash, clock.now() + backoffMs))
    throw error
  }
}

function composeMail<Due extends DueLinkRow>(
  { prefix, subject, textOf }: LinkMails<Due>,
  { email, token_hash, expires_at }: Due,
  link: string,
): LinkMail {
  const until = isoTime(expires_at.getTime()).slice(0, 'YYYY-MM-DDTHH:MM'.length)
  return {
    key: `${prefix}.${token_hash.toString('hex', 0, KEY_BYTES)}`,
    to: { name: '', address: email },
    subject,
    text: `${textOf(link, `${until.replace('T', ' ')} UTC`).join('\n\n')}\n`,
  }
}

/** Seals a link for `contextOf` of its mails. */
export function sealLink(vault: Vault, context: string, link: string): Buffer {
  return vault.seal('credentials', context, Buffer.from(link, 'utf8'))
}
