import type { Draft } from './draft.ts'
import { fingerprintOf } from './fingerprint.ts'

/**
 * Returns the order of a draft. The id of the draft is its Idempotency-Key, so however often it is
 * placed, there is one order.
 */
export function orderOfDraft({ draftId, clientReference, currency, items, metadata }: Draft) {
  const labels = metadata && { metadata }
  const order = { clientReference, currency: currency.code, items: [...items], ...labels }
  const fingerprint = fingerprintOf(order)
  return { clientReference, idempotencyKey: draftId, fingerprint, currency, items, ...labels }
}
