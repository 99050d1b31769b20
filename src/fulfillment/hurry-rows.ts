import { sql, type Statement } from '../db/mod.ts'
import type { BatchKey } from '../supply/mod.ts'

/**
 * Makes a batch that waits for its supplier's outcome due in this many seconds, unless it is due
 * earlier. A leased batch that stays with its supplier is due by that time or, if its lease ends
 * later, at the end of the lease: its worker may have read an older state of the supplier. A batch
 * that waits for something else stays as it is.
 */
export function hurryBatch(
  { partnerId, orderNo, batchNo }: BatchKey,
  seconds: number,
): Statement<never> {
  return sql`
    update fulfillments
    set due_at = case when lease_owner is null then latest.due_at else fulfillments.due_at end,
        look_up_by = case when lease_owner is not null then latest.due_at end
    from (select now() + make_interval(secs => ${seconds}) as due_at) as latest
    where partner_id = ${partnerId} and order_no = ${orderNo} and batch_no = ${batchNo}
      and status = 'PROCESSING'
      and case when lease_owner is null
        then outcome_unknown and waits_for is null and fulfillments.due_at > latest.due_at
        else coalesce(look_up_by > latest.due_at, true) end`
}
