import { isSameSecret, MS_PER_SECOND } from '../../core/mod.ts'
import type { AdapterAccount } from '../adapter.ts'
import { signRequest, SKEW_SECONDS_MAX } from '../plugin-signature.ts'
import { textsIn, type SupplierWebhook } from '../webhook-fields.ts'
import { keyOf } from './plugin-call.ts'

/** A plug-in signs its webhooks as we sign our requests. */
export function readWebhook(
  { path, headers, body }: SupplierWebhook,
  account: AdapterAccount,
): readonly string[] | undefined {
  const timestamp = headers['tessera-timestamp'] ?? ''
  const seconds = /^\d{1,12}$/.test(timestamp) ? Number(timestamp) : Number.NaN
  const isRecent = Math.abs(account.now / MS_PER_SECOND - seconds) <= SKEW_SECONDS_MAX
  const expected = signRequest(keyOf(account), { method: 'POST', target: path, body, timestamp })
  const isSigned = isSameSecret(headers['tessera-signature'] ?? '', expected)
  return isRecent && isSigned ? textsIn(body, [['reference']]) : undefined
}
