import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { isThis, type Purchase } from './purchase-rows.ts'

/** A look found something wrong; one that was released is looked at again at that time. */
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

/** A look found nothing wrong any more. What ended meanwhile keeps what was wrong with it. */
export function forgetFaults(purchase: Purchase): Statement<never> {
  return sql`
    update upstream_purchases set fault = null, faulted_at = null, faults = 0
    where ${isThis(purchase)} and status in ('PLACING', 'PLACED')`
}

/**
 * Whether something is wrong with purchases for a product that the operator may still clear up, or
 * was since then with one that ended with it.
 */
export function hasFaulty(productId: number, since: number): Statement<{ any: boolean }> {
  return sql`
    select exists (
      select from upstream_purchases
      where product_id = ${productId} and fault is not null
        and (status in ('PLACING', 'PLACED')
          or status = 'STOCKED' and faulted_at >= ${dateAt(since)})) as any`
}
