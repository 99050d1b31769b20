import { fromBase64, toBase64 } from './base64.ts'
import type { Event, WebhookTestEvent } from './operations.ts'

/**
 * Why a webhook was refused, in the order in which it is checked:
 *
 * HEADER_MISSING        a webhook- header is missing: the request is not from the service
 * TIMESTAMP_MALFORMED   webhook-timestamp is not a number of seconds
 * TIMESTAMP_TOO_OLD     it was sent too long ago: it is a replay, or your clock is fast
 * TIMESTAMP_TOO_NEW     it was sent in the future: your clock is slow
 * SIGNATURE_MISMATCH    another secret, or a body that is not the bytes that arrived
 * BODY_MALFORMED        the body is signed and not JSON
 */
export type WebhookErrorCode =
  | 'HEADER_MISSING'
  | 'TIMESTAMP_MALFORMED'
  | 'TIMESTAMP_TOO_OLD'
  | 'TIMESTAMP_TOO_NEW'
  | 'SIGNATURE_MISMATCH'
  | 'BODY_MALFORMED'

/** A webhook was refused, for the reason in `code`. Respond with 400, whatever the code. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError'
  readonly code: WebhookErrorCode

  constructor(code: WebhookErrorCode, message: string) {
    super(message)
    this.code = code
  }
}

export interface ReceivedWebhook {
  /** The body as it arrived, before any parsing. */
  readonly body: string | Uint8Array
  readonly headers: Headers | Readonly<Record<string, string | readonly string[] | undefined>>
  /** The secret of the endpoint, `whsec_...`; both while it is rotated. */
  readonly secret: string | readonly string[]
  /** The largest accepted difference from the current time: 300 if it is left out. */
  readonly toleranceSeconds?: number
  /** The current time in milliseconds; the clock of the machine if it is left out. */
  readonly now?: number
}

const TOLERANCE_SECONDS = 300
const MS_PER_SECOND = 1_000
const PREFIX = 'whsec_'

/**
 * Returns the event of a webhook (Standard Webhooks 1.0). Throws WebhookError if no signature
 * matches body, secret and time. Signatures are compared in constant time.
 *
 * @example
 * const body = await request.text()
 * const event = await verifyWebhook({ body, headers: request.headers, secret })
 * if (event.type === 'order.completed') console.log(event.data)
 */
export async function verifyWebhook(received: ReceivedWebhook): Promise<Event | WebhookTestEvent> {
  const { body, headers, secret, toleranceSeconds = TOLERANCE_SECONDS } = received
  const id = headerOf(headers, 'webhook-id')
  const timestamp = headerOf(headers, 'webhook-timestamp')
  const signatures = headerOf(headers, 'webhook-signature')
  if (!id || !timestamp || !signatures)
    throw new WebhookError(
      'HEADER_MISSING',
      'webhook-id, webhook-timestamp or webhook-signature is missing',
    )
  if (!/^\d{1,12}$/.test(timestamp))
    throw new WebhookError('TIMESTAMP_MALFORMED', 'webhook-timestamp must be a number of seconds')
  const ageSeconds = (received.now ?? Date.now()) / MS_PER_SECOND - Number(timestamp)
  if (Math.abs(ageSeconds) > toleranceSeconds)
    throw new WebhookError(
      ageSeconds > 0 ? 'TIMESTAMP_TOO_OLD' : 'TIMESTAMP_TOO_NEW',
      `webhook-timestamp is more than ${toleranceSeconds} s away`,
    )

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body)
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${text}`)
  const keys = await Promise.all([secret].flat().map(keyOf))
  for (const candidate of signatures.split(' ')) {
    const [version, encoded = ''] = candidate.split(',')
    const signature = version === 'v1' ? fromBase64(encoded) : undefined
    if (!signature) continue
    for (const key of keys)
      if (await crypto.subtle.verify('HMAC', key, signature, signed)) return parseBody(text)
  }
  throw new WebhookError('SIGNATURE_MISMATCH', 'the signature is not of this body and secret')
}

/** A webhook to sign. */
export interface WebhookToSign {
  /** The body as it will be sent. */
  readonly body: string
  /** The secret of the endpoint, `whsec_...`. */
  readonly secret: string
  /** The id of the event: `evt_1_1` if it is left out. */
  readonly id?: string
  /** The time of the webhook in milliseconds; the clock of the machine if it is left out. */
  readonly now?: number
}

/** The headers of a webhook. */
export interface WebhookHeaders extends Record<string, string> {
  readonly 'webhook-id': string
  readonly 'webhook-timestamp': string
  readonly 'webhook-signature': string
}

/**
 * Returns the headers of a webhook as the service signs it, to test your receiver.
 *
 * @example
 * const body = JSON.stringify({ id: 'evt_1_1', type: 'order.completed', data: {} })
 * const headers = await signWebhook({ body, secret })
 */
export async function signWebhook(webhook: WebhookToSign): Promise<WebhookHeaders> {
  const { body, secret, id = 'evt_1_1', now = Date.now() } = webhook
  const timestamp = String(Math.floor(now / MS_PER_SECOND))
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signature = toBase64(await crypto.subtle.sign('HMAC', await keyOf(secret), signed))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${signature}`,
  }
}

function headerOf(headers: ReceivedWebhook['headers'], name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined
  const found = Object.entries(headers).find(([headerName]) => headerName.toLowerCase() === name)
  return typeof found?.[1] === 'string' ? found[1] : undefined
}

function keyOf(secret: string) {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret)
  if (!bytes || bytes.length === 0) throw new TypeError('a secret is not Base64 after whsec_')
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  return crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign', 'verify'])
}

function parseBody(text: string): Event | WebhookTestEvent {
  try {
    return JSON.parse(text) as Event | WebhookTestEvent
  } catch {
    throw new WebhookError('BODY_MALFORMED', 'the body is not JSON')
  }
}
