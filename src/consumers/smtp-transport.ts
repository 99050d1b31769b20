import { createTransport } from 'nodemailer'
import type { Mail } from './notification-mail.ts'

/** The decision of the mail server. */
export type MailOutcome =
  | { readonly outcome: 'sent' }
  /** Final: for example, there is no such mailbox. */
  | { readonly outcome: 'refused'; readonly reason: string }

export interface MailTransport {
  /** Throws if there is no final decision: the mail is retried. */
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
/** For one mail, including the wait for a connection. */
export const SEND_TIMEOUT_MS = 30_000

/** Returns a transport with a pool of SMTP connections. Throws if the URL is not one of SMTP. */
export function createSmtpTransport({ url, from }: SmtpSettings): MailTransport {
  // Without the URL, which may have a password.
  if (!/^smtps?:\/\/./.test(url)) throw new Error('a mail server is named as smtp:// or smtps://')
  const mailer = createTransport({
    url,
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    // The outbox retries, and counts the attempts.
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

/** True if this recipient or text is refused for good, and not our login or sender. */
function isFinal(error: Error & { permanent?: boolean; command?: string }): boolean {
  return error.permanent === true && (error.command === 'RCPT TO' || error.command === 'DATA')
}

function domainOf(from: string): string {
  return /@([^@<>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
