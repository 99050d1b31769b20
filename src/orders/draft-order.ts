import type { Draft } from './draft.ts'
import { fingerprintOf } from './fingerprint.ts'

/**
 * Returns the order of a draft. The id of the draft is its Idempotency-Key, so however often it is
 * placed, there is one order.
 */
export function orderOfDraft({ draftId, clientReference, currency, items }: Draft) {
  const fingerprint = fingerprintOf({ clientReference, currency: currency.code, items: [...items] })
  return { clientReference, idempotencyKey: draftId, fingerprint, currency, items }
}
