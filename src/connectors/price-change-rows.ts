import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'

/** Accepts a waiting price. Returns no row if it does not wait. */
export function acceptPrice(
  changeId: bigint,
  at: number,
): Statement<{ listing_id: number; new_percent: string | null }> {
  return sql`
    update supplier_price_changes set status = 'ACCEPTED', decided_at = ${dateAt(at)}
    where change_id = ${changeId} and status = 'WAITS'
    returning listing_id, new_percent`
}

export function applyPrice(
  listingId: number,
  percent: string | null,
  at: number,
): Statement<never> {
  return sql`
    update supplier_listings set discount_percent = ${percent}::numeric, changed_at = ${dateAt(at)}
    where listing_id = ${listingId}`
}
