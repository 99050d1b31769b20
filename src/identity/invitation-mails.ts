import { isoTime, repeat, type Clock, type Repeated } from '../core/mod.ts'
import { maybeRow, type Db } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import {
  endInvitationMail,
  leaseDueInvitation,
  setInvitationMailDue,
  type DueInvitation,
} from './invitation-mail-rows.ts'

const POLL_MS = 2_000
/** Longer than an attempt takes. */
const LEASE_MS = 60_000
const BACKOFF_MS = 10_000
const BACKOFF_MS_MAX = 3_600_000
const KEY_BYTES = 16

/** A mail in plain text. */
export interface InvitationMail {
  /** The same for every attempt: the Message-ID's left side. */
  readonly key: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
}

/** Sends mails. Throws if there is no final decision of the mail server. */
export interface InvitationMailer {
  send(
    mail: InvitationMail,
  ): Promise<
    { readonly outcome: 'sent' } | { readonly outcome: 'refused'; readonly reason: string }
  >
  close(): void
}

export interface InvitationMailsOptions {
  readonly db: Db
  readonly clock: Clock
  readonly vault: Vault
  readonly mailer: InvitationMailer
  /** Called for an address that the mail server refuses for good. */
  onRefused(refused: { readonly email: string; readonly reason: string }): void
}

/** Sends the invitations that are due, until it is stopped. Any number of processes may do so. */
export function sendInvitations(
  options: InvitationMailsOptions,
  onFault: (error: unknown) => void,
): Repeated {
  const repeated = repeat(() => sendDueInvitations(options), POLL_MS, onFault)
  return {
    async stop() {
      await repeated.stop()
      options.mailer.close()
    },
  }
}

/** What a link is sealed for: it opens with the invitation of this address only. */
export function linkContext(email: string): string {
  return `user_invitations:${email}`
}

/**
 * Sends all invitations that are due. One that the mail server neither takes nor refuses is tried
 * again after 10 seconds, 20 and so on up to an hour, until it expires.
 */
export async function sendDueInvitations(options: InvitationMailsOptions): Promise<void> {
  const { db, clock } = options
  for (;;) {
    const now = clock.now()
    const due = await maybeRow(db, leaseDueInvitation(now, now + LEASE_MS))
    if (!due) return
    await sendOne(options, due)
  }
}

async function sendOne(options: InvitationMailsOptions, due: DueInvitation): Promise<void> {
  const { db, clock, vault, mailer, onRefused } = options
  const { email, token_hash: tokenHash, sealed_link: sealed, mail_attempts: attempts } = due
  try {
    await vault.prepare([sealed])
    const link = vault.open('credentials', linkContext(email), sealed).toString('utf8')
    const sent = await mailer.send(composeMail(due, link))
    if (sent.outcome === 'refused') onRefused({ email, reason: sent.reason })
    await db.rows(endInvitationMail(tokenHash))
  } catch (error) {
    const backoffMs = Math.min(BACKOFF_MS * 2 ** (attempts - 1), BACKOFF_MS_MAX)
    await db.rows(setInvitationMailDue(tokenHash, clock.now() + backoffMs))
    throw error
  }
}

function composeMail({ email, token_hash, expires_at }: DueInvitation, link: string) {
  const until = isoTime(expires_at.getTime()).slice(0, 'YYYY-MM-DDTHH:MM'.length)
  const paragraphs = [
    'You were invited to Tessera. This link lets you sign in for the first time:',
    link,
    `It works once, until ${until.replace('T', ' ')} UTC. Whoever has it can sign in as you: do ` +
      'not forward this mail.',
    'If you did not expect an invitation, ignore it.',
  ]
  return {
    key: `invitation.${token_hash.toString('hex', 0, KEY_BYTES)}`,
    to: { name: '', address: email },
    subject: 'Your invitation to Tessera',
    text: `${paragraphs.join('\n\n')}\n`,
  }
}
