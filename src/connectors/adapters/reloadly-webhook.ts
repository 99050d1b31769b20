import { createHmac } from 'node:crypto'
import { isSameSecret, MS_PER_MINUTE, MS_PER_SECOND } from '../../core/mod.ts'
import type { AdapterAccount } from '../adapter.ts'
import { textsIn, type SupplierWebhook } from '../webhook-fields.ts'

/** Their own example refuses webhooks that are older. */
const AGE_MS_MAX = 5 * MS_PER_MINUTE
/** A timestamp from here on is in milliseconds: in seconds, it would be in the year 5138. */
const MS_FROM = 100_000_000_000

/** Their payloads differ by product, so each place that may have a reference is read. */
const REFERENCES = ['customIdentifier', 'referenceId', 'transactionId', 'id'].flatMap((field) => [
  [field],
  ['data', field],
  ['transaction', field],
])

export function readWebhook(
  webhook: SupplierWebhook,
  account: AdapterAccount,
): readonly string[] | undefined {
  return isSigned(webhook, account) ? textsIn(webhook.body, REFERENCES) : undefined
}

/** The signature covers the body and the timestamp. */
function isSigned(
  { headers, body }: SupplierWebhook,
  { secrets: { webhookSecret }, now }: AdapterAccount,
): boolean {
  if (webhookSecret === undefined) return false
  const timestamp = headers['x-reloadly-request-timestamp'] ?? ''
  if (!/^\d{1,15}$/.test(timestamp)) return false
  const at = Number(timestamp) * (Number(timestamp) < MS_FROM ? MS_PER_SECOND : 1)
  if (Math.abs(now - at) > AGE_MS_MAX) return false
  const expected = createHmac('sha256', webhookSecret).update(`${body}:${timestamp}`).digest('hex')
  return isSameSecret(headers['x-reloadly-signature'] ?? '', expected)
}
