import { isSameSecret, MS_PER_MINUTE, MS_PER_SECOND, signWebhook } from '../core/mod.ts'
import type { AdapterAccount } from './adapter.ts'
import type { SupplierWebhook } from './webhook-fields.ts'

const AGE_MS_MAX = 5 * MS_PER_MINUTE
const KEY_BYTES_MIN = 16

/**
 * Whether a webhook has the signature of the Standard Webhooks specification, whose headers begin
 * with `prefix`. The secret of the account is `whsec_` and base64; an account without one accepts
 * none.
 */
export function isStandardWebhook(
  { headers, body }: SupplierWebhook,
  { secrets: { webhookSecret }, now }: AdapterAccount,
  prefix: 'webhook' | 'svix',
): boolean {
  if (webhookSecret === undefined) return false
  const id = headers[`${prefix}-id`] ?? ''
  const at = Number(headers[`${prefix}-timestamp`] || Number.NaN) * MS_PER_SECOND
  // Not a number is not recent.
  if (!(Math.abs(now - at) <= AGE_MS_MAX)) return false
  const secret = Buffer.from(webhookSecret.replace(/^whsec_/, ''), 'base64')
  // Base64 of something else may be a key that anybody can guess.
  if (secret.length < KEY_BYTES_MIN) return false
  const expected = signWebhook([secret], { id, at, body })['webhook-signature'] ?? ''
  const signatures = (headers[`${prefix}-signature`] ?? '').split(' ')
  return signatures.some((one) => isSameSecret(one, expected))
}
