import { createSign, randomUUID } from 'node:crypto'
import { selfSigned } from '../support/certificate.ts'

export const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:mails'
const HOST = 'https://sns.eu-west-1.amazonaws.com'
export const CERTIFICATE_URL = `${HOST}/SimpleNotificationService-${'0a'.repeat(16)}.pem`

export type Envelope = Record<string, string>

/** A topic of Amazon SNS that signs with a certificate of its own. */
export interface SnsStandIn {
  /** The paths that were read. */
  readonly reads: string[]
  read(url: string): Promise<string>
  /** Returns a message. `changes` are made before it is signed. */
  message(text: string, changes?: Envelope): Envelope
  /** Posts a message, without a content type that says JSON, as SNS does. */
  post(base: string, envelope: Envelope): Promise<number>
}

export function openSns(now: () => number = Date.now): SnsStandIn {
  const { key, cert } = selfSigned('127.0.0.1')
  const reads: string[] = []
  return {
    reads,
    read(url) {
      reads.push(url)
      return Promise.resolve(url === CERTIFICATE_URL ? cert : '<confirmed/>')
    },
    message(text, changes = {}) {
      const envelope: Envelope = {
        Type: 'Notification',
        MessageId: randomUUID(),
        TopicArn: TOPIC,
        Message: text,
        Timestamp: new Date(now()).toISOString(),
        SignatureVersion: '2',
        SigningCertURL: CERTIFICATE_URL,
        ...changes,
      }
      return { ...envelope, Signature: signature(envelope, key) }
    },
    async post(base, envelope) {
      const response = await fetch(`${base}/feedback/ses`, {
        method: 'POST',
        headers: { 'content-type': 'text/plain; charset=UTF-8' },
        body: JSON.stringify(envelope),
      })
      await response.text()
      return response.status
    },
  }
}

/** Signs as SNS documents it: names in the order of their bytes, each with its value. */
function signature(envelope: Envelope, key: string): string {
  const names = ['Message', 'MessageId', 'Subject', 'SubscribeURL', 'Timestamp', 'Token']
  const text = [...names, 'TopicArn', 'Type']
    .filter((name) => name in envelope)
    .map((name) => `${name}\n${envelope[name] ?? ''}\n`)
  return createSign('sha256').update(text.join('')).sign(key, 'base64')
}

type Report = Record<string, unknown>

const RECIPIENT = 'ada@example.com'

/** Returns the report of SES about a mail. */
export function sesReport(kind: string, token: string, more: Report = {}): string {
  const headers = [
    { name: 'From', value: 'mail@tessera.test' },
    { name: 'X-Tessera-Mail', value: token },
  ]
  const mail = { messageId: randomUUID(), source: 'mail@tessera.test', headers }
  return JSON.stringify({ eventType: kind, mail, ...FIELDS_BY_KIND[kind], ...more })
}

const FIELDS_BY_KIND: Readonly<Record<string, Report>> = {
  Bounce: {
    bounce: {
      bounceType: 'Permanent',
      bounceSubType: 'General',
      bouncedRecipients: [
        {
          emailAddress: RECIPIENT,
          status: '5.1.1',
          diagnosticCode: `smtp; 550 5.1.1 <${RECIPIENT}> user unknown`,
        },
      ],
    },
  },
  Complaint: { complaint: { complaintFeedbackType: 'abuse' } },
  Delivery: { delivery: { smtpResponse: '250 ok' } },
  DeliveryDelay: { deliveryDelay: { delayType: 'MailboxFull' } },
}

export const SOFT = {
  bounce: { bounceType: 'Transient', bounceSubType: 'MailboxFull', bouncedRecipients: [] },
}

/** Returns the token that names a received mail. */
export function tokenOf({ raw }: { readonly raw: string }): string {
  const token = /^X-Tessera-Mail: (\S+)/m.exec(raw)?.[1]
  if (token === undefined) throw new Error('the mail has no token')
  return token
}
