import { createHmac } from 'node:crypto'
import { isSameSecret } from '../../core/mod.ts'
import type { AdapterAccount } from '../adapter.ts'
import { textsIn, type SupplierWebhook } from '../webhook-fields.ts'

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

/** Their documents sign the body with the timestamp, and known receivers verify the body alone. */
function isSigned(
  { headers, body }: SupplierWebhook,
  { secrets: { webhookSecret } }: AdapterAccount,
): boolean {
  if (webhookSecret === undefined) return false
  const timestamp = headers['x-reloadly-request-timestamp'] ?? ''
  const signature = headers['x-reloadly-signature'] ?? ''
  return [`${body}:${timestamp}`, body].some((text) =>
    isSameSecret(signature, createHmac('sha256', webhookSecret).update(text).digest('hex')),
  )
}
