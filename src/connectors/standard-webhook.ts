import { Type } from 'typebox'
import { isSameSecret, MS_PER_MINUTE, MS_PER_SECOND, signWebhook } from '../core/mod.ts'
import type { AdapterAccount } from './adapter.ts'
import { WEBHOOK_SECRET, type SupplierWebhook } from './webhook-fields.ts'

const AGE_MS_MAX = 5 * MS_PER_MINUTE
/** A text that is not a secret may decode from Base64 to a key that anybody can guess. */
const KEY_BYTES_MIN = 16

/** A secret of at least KEY_BYTES_MIN bytes. */
export const STANDARD_WEBHOOK_SECRET = Type.String({
  pattern: '^(whsec_)?[A-Za-z0-9+/]{22,}={0,2}$',
  must: 'be whsec_ and at least 16 bytes in Base64',
  description: WEBHOOK_SECRET,
})

/**
 * Returns whether a webhook has the signature of the Standard Webhooks specification, in headers
 * that begin with `prefix`. An account accepts no webhook if it has no secret, or one that is too
 * short, which may have been stored before its length was checked.
 */
export function isStandardWebhook(
  { headers, body }: SupplierWebhook,
  { secrets: { webhookSecret }, now }: AdapterAccount,
  prefix: 'webhook' | 'svix',
): boolean {
  if (webhookSecret === undefined) return false
  const id = headers[`${prefix}-id`] ?? ''
  const at = Number(headers[`${prefix}-timestamp`] || Number.NaN) * MS_PER_SECOND
  // Also refuses NaN: a timestamp that is missing or not a number.
  if (!(Math.abs(now - at) <= AGE_MS_MAX)) return false
  const secret = Buffer.from(webhookSecret.replace(/^whsec_/, ''), 'base64')
  if (secret.length < KEY_BYTES_MIN) return false
  const expected = signWebhook([secret], { id, at, body })['webhook-signature'] ?? ''
  const signatures = (headers[`${prefix}-signature`] ?? '').split(' ')
  return signatures.some((one) => isSameSecret(one, expected))
}
