import { sql, type Statement } from '../db/mod.ts'
import type { BatchKey } from '../supply/mod.ts'

/**
 * Makes a batch due that waits for its supplier's outcome. A batch that is leased, or that waits
 * for something else, stays as it is.
 */
export function hurryBatch({ partnerId, orderNo, batchNo }: BatchKey): Statement<never> {
  return sql`
    update fulfillments set due_at = now()
    where partner_id = ${partnerId} and order_no = ${orderNo} and batch_no = ${batchNo}
      and status = 'PROCESSING' and outcome_unknown
      and lease_owner is null and waits_for is null and due_at > now()`
}
