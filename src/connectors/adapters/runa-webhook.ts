import type { AdapterAccount } from '../adapter.ts'
import { isStandardWebhook } from '../standard-webhook.ts'
import { textsIn, type SupplierWebhook } from '../webhook-fields.ts'

/** The payload of an order is not documented, so each place that may have its id is read. */
const REFERENCES = ['id', 'order_id'].flatMap((field) => [[field], ['data', field]])

export function readWebhook(
  webhook: SupplierWebhook,
  account: AdapterAccount,
): readonly string[] | undefined {
  const isSigned = isStandardWebhook(webhook, account, 'svix')
  return isSigned ? textsIn(webhook.body, REFERENCES) : undefined
}
