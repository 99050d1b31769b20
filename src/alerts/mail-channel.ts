import { isoTime } from '../core/mod.ts'
import type { AlertChannel, AlertNotice, NoticeOutcome } from './delivery.ts'

/** A mail of an alert, in plain text. */
export interface AlertMail {
  /** The left side of the Message-ID, equal in every attempt. */
  readonly key: string
  readonly to: { readonly name: string; readonly address: string }
  readonly subject: string
  readonly text: string
}

/** Sends mails. Throws if there is no final decision of the mail server. */
export interface AlertMailer {
  send(mail: AlertMail): Promise<NoticeOutcome>
  close(): void
}

const SUBJECT_LENGTH_MAX = 150

/** Returns a channel that mails each notice to one address. */
export function createMailChannel(mailer: AlertMailer, address: string): AlertChannel {
  return {
    name: 'mail',
    send: (notice) => mailer.send(composeAlertMail(notice, address)),
    close: () => mailer.close(),
  }
}

function composeAlertMail({ deliveryId, event, alert }: AlertNotice, address: string): AlertMail {
  const { alertId, kind, subject, severity, message, raisedAt, resolvedAt } = alert
  const state = event === 'resolved' ? 'resolved' : severity
  const lines = [
    `alert     ${alertId}`,
    `kind      ${kind}`,
    `subject   ${subject}`,
    `severity  ${severity}`,
    `raised    ${isoTime(raisedAt)}`,
    ...(event === 'resolved' && resolvedAt !== undefined
      ? [`resolved  ${isoTime(resolvedAt)}`]
      : []),
  ]
  const details = JSON.stringify(alert.details, undefined, 2)
  const paragraphs = [message, lines.join('\n'), details, RUNBOOK]
  return {
    key: `alert.${deliveryId}`,
    to: { name: '', address },
    subject: `[tessera] ${state}: ${message}`.slice(0, SUBJECT_LENGTH_MAX),
    text: `${paragraphs.join('\n\n')}\n`,
  }
}

const RUNBOOK = 'What to do is in docs/operations.md, under Alerts.'
