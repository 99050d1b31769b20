import { Webhook } from 'standardwebhooks'
import { dateAt } from './clock.ts'

export interface WebhookMessage {
  readonly id: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  readonly body: string
}

const MS_PER_SECOND = 1_000

/**
 * Returns the headers of a message by the Standard Webhooks specification. The signature header has
 * one signature for each secret: receivers accept the message if they know one of them.
 */
export function signWebhook(
  secrets: readonly Uint8Array[],
  { id, at, body }: WebhookMessage,
): Record<string, string> {
  const signatures = secrets.map((secret) =>
    new Webhook(secret, { format: 'raw' }).sign(id, dateAt(at), body),
  )
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / MS_PER_SECOND)),
    'webhook-signature': signatures.join(' '),
  }
}
