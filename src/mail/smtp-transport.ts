import { createTransport } from 'nodemailer'
import { isLoopback } from '../core/mod.ts'
import { BAD_ADDRESS } from './bad-address.ts'
import type { Mail, MailTransport } from './mail.ts'
import { returnPathOf, TOKEN_HEADER } from './return-path.ts'

export interface SmtpSettings {
  /**
   * `smtp://user:password@host:587`, where TLS begins by STARTTLS, or `smtps:` for TLS at once.
   * With `?requireTLS=false`, mails go in clear to a server that has no TLS.
   */
  readonly url: string
  /** The sender: an address, or `Name <address>`. */
  readonly from: string
  /** The domain that reports about mails are sent to, if they are read from there. */
  readonly bounceDomain?: string | undefined
}

const CONNECTIONS_MAX = 8
const CONNECT_TIMEOUT_MS = 10_000
const SOCKET_TIMEOUT_MS = 20_000
/** The time limit for one mail, including the wait for a connection. */
export const SEND_TIMEOUT_MS = 30_000

/**
 * Returns a transport with a pool of SMTP connections. Nothing leaves this machine in clear unless
 * the URL says so. Throws if the URL is not one of SMTP.
 */
export function createSmtpTransport({ url, from, bounceDomain }: SmtpSettings): MailTransport {
  // The error does not quote the URL, which may have a password.
  if (!/^smtps?:\/\/./.test(url) || !URL.canParse(url)) {
    throw new Error('a mail server is named as smtp:// or smtps://')
  }
  const mailer = createTransport({
    url,
    // Options in the URL override these.
    requireTLS: !isLoopback(hostOf(url)),
    pool: true,
    maxConnections: CONNECTIONS_MAX,
    // No retries here: the outbox retries and counts the attempts.
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
    async send(mail) {
      const { key, to, subject, text, html, senderName, replyTo } = mail
      try {
        await mailer.sendMail({
          from: senderName === undefined ? from : { name: senderName, address: addressOf(from) },
          to: { ...to },
          subject,
          text,
          ...(html !== undefined && { html }),
          ...(replyTo !== undefined && { replyTo: { name: '', address: replyTo } }),
          messageId: `<${key}@${domain}>`,
          headers: headersOf(mail),
          ...envelopeOf(mail, bounceDomain),
          signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
        })
        return { outcome: 'sent' }
      } catch (error) {
        if (error instanceof Error && isFinal(error)) {
          return { outcome: 'refused', reason: error.message, isAddressBad: isAddressBad(error) }
        }
        throw error
      }
    },
    close: () => mailer.close(),
  }
}

/**
 * True if the recipient or the text is refused for good. False if our login or sender is refused.
 */
function isFinal(error: SmtpError): boolean {
  return error.permanent === true && (error.command === 'RCPT TO' || error.command === 'DATA')
}

type SmtpError = Error & {
  permanent?: boolean
  command?: string
  responseCode?: number
  response?: string
}

/** A response with a status of RFC 3463. */
const ENHANCED = /^5\d\d[ -](5\.\d+\.\d+)\b/
/** RFC 5321: mailbox unavailable, user not local, mailbox name not allowed. */
const BAD_ADDRESS_CODES = [550, 551, 553]

/**
 * True if the recipient was refused because of its address. A refusal by policy, such as 5.7.1 for
 * a forbidden relay, does not count: it may be about us, and would suppress everybody.
 */
function isAddressBad({ command, responseCode = 0, response = '' }: SmtpError): boolean {
  if (command !== 'RCPT TO') return false
  const status = ENHANCED.exec(response)?.[1]
  if (status !== undefined) return BAD_ADDRESS.test(status)
  return BAD_ADDRESS_CODES.includes(responseCode)
}

function hostOf(url: string): string {
  return new URL(url).hostname.replace(/^\[(.*)\]$/, '$1')
}

/** Returns the headers of RFC 8058, by which a mail program can unsubscribe with one POST. */
function headersOf({ unsubscribeUrl: url, feedbackToken }: Mail): Record<string, string> {
  return {
    'Auto-Submitted': 'auto-generated',
    ...(feedbackToken !== undefined && { [TOKEN_HEADER]: feedbackToken }),
    ...(url !== undefined && {
      'List-Unsubscribe': `<${url}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  }
}

/** Reports go to an address that names the mail, in place of the sender's. */
function envelopeOf({ feedbackToken, to }: Mail, domain: string | undefined): object {
  if (feedbackToken === undefined || domain === undefined) return {}
  return { envelope: { from: returnPathOf(feedbackToken, domain), to: to.address } }
}

function addressOf(from: string): string {
  return /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from.trim()
}

function domainOf(from: string): string {
  return /@([^@<>\s]+)>?\s*$/.exec(from)?.[1] ?? 'localhost'
}
