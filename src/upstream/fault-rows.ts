import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { isThis, type Purchase } from './purchase-rows.ts'

/** Records a fault of a purchase. A released purchase is polled again at `againAt`. */
export function markFault(
  purchase: Purchase,
  fault: string,
  { now, againAt }: { readonly now: number; readonly againAt: number },
): Statement<never> {
  return sql`
    update upstream_purchases
    set fault = ${fault}, faulted_at = ${dateAt(now)}, faults = faults + 1,
        due_at = case when due_at is not null then ${dateAt(againAt)}::timestamptz end
    where ${isThis(purchase)} and status in ('PLACING', 'PLACED')`
}

/** Clears the faults of a purchase, unless it has ended. */
export function forgetFaults(purchase: Purchase): Statement<never> {
  return sql`
    update upstream_purchases set fault = null, faulted_at = null, faults = 0
    where ${isThis(purchase)} and status in ('PLACING', 'PLACED')`
}

/**
 * Returns whether a product has an open faulty purchase, or a purchase that has ended with a fault
 * since the given instant.
 */
export function hasFaulty(productId: number, since: number): Statement<{ any: boolean }> {
  return sql`
    select exists (
      select 1 from upstream_purchases
      where product_id = ${productId} and fault is not null
        and (status in ('PLACING', 'PLACED')
          or status = 'STOCKED' and faulted_at >= ${dateAt(since)})) as any`
}
