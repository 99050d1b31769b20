import type { AdapterAccount } from '../adapter.ts'
import { isStandardWebhook } from '../standard-webhook.ts'
import { textsIn, type SupplierWebhook } from '../webhook-fields.ts'

const REFERENCES = [
  ['data', 'clientReference'],
  ['data', 'orderId'],
]

export function readWebhook(
  webhook: SupplierWebhook,
  account: AdapterAccount,
): readonly string[] | undefined {
  const isSigned = isStandardWebhook(webhook, account, 'webhook')
  return isSigned ? textsIn(webhook.body, REFERENCES) : undefined
}
