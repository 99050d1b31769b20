import { createHmac } from 'node:crypto'

export interface WebhookMessage {
  readonly id: string
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  readonly at: number
  readonly body: string
}

const MS_PER_SECOND = 1_000

/**
 * Returns the headers of a message by the Standard Webhooks specification: HMAC-SHA256 over id,
 * seconds and body, joined by dots.
 */
export function signWebhook(
  secret: Buffer,
  { id, at, body }: WebhookMessage,
): Record<string, string> {
  const timestamp = String(Math.floor(at / MS_PER_SECOND))
  const signed = createHmac('sha256', secret).update(`${id}.${timestamp}.${body}`)
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signed.digest('base64')}`,
  }
}
