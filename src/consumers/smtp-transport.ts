import { createTransport } from 'nodemailer'
import type { Mail } from './notification-mail.ts'

/** What became of a mail that the mail server has decided on. */
export type MailOutcome =
  | { readonly outcome: 'sent' }
  /** It will never take this mail: no such mailbox, say. */
  | { readonly outcome: 'refused'; readonly reason: string }

/** Hands mails to whoever delivers them. */
export interface MailTransport {
  /** Throws where nothing was decided, or may be decided otherwise later: it is tried again. */
  send(mail: Mail): Promise<MailOutcome>
  close(): void
}

export interface SmtpSettings {
  /** `smtp://user:password@host:587`, or `smtps:` for TLS from the first byte. */
  readonly url: string
  /** The sender: an address, or `Name <address>`. */
  readonly from: string
}

const CONNECTIONS_MAX = 8
const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000
/** For one mail from its hand-over, waiting for a connection included. */
export const SEND_TIMEOUT_MS = 30_000

/** Sends by SMTP over a few connections that are kept. Throws where the URL is none of SMTP. */
export function createSmtpTransport({ url, from }: SmtpSettings): MailTransport {
  // Said without the URL: it may hold a password.
  if (!/^smtps?:\/\/./.test(url)) throw new Error('a mail server is named as smtp:// or smtps://')
  const mailer = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    // The outbox tries again by itself, and counts.
    maxRequeues: 0,
    connectionTimeout: CONNECT_TIMEOUT_MS,
    greetingTimeout: CONNECT_TIMEOUT_MS,
    dnsTimeout: CONNECT_TIMEOUT_MS,
    socketTimeout: SOCKET_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  const domain = domainOf(from)
  return {
    async send({ key, to, subject, text }) {
      try {
        await mailer.sendMail({
          from,
          to: { ...to },
          subject,
          text,
          messageId: `<${key}@${domain}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        })
        return { outcome: 'sent' }
      } catch (error) {
        if (error instanceof Error && isFinal(error)) {
          return { outcome: 'refused', reason: error.message }
        }
        throw error
      }
    },
    close: () => mailer.close(),
  }
}

/** About this recipient or this text, and for good; a refused login or sender is about us. */
function isFinal(error: Error & { permanent?: boolean; command?: string }): boolean {
  return error.permanent === true && (error.command === 'RCPT TO' || error.command === 'DATA')
}

function domainOf(from: string): string {
  return /@([^@<>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
