import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { type IssueRequest, keyTable, requestTable } from '../supply/mod.ts'
import { isThis, type Purchase, PURCHASE_COLUMNS, type PurchaseRow } from './purchase-rows.ts'

/** The assignments by which a purchase is no longer polled, and has no fault. */
const NOTHING_MORE = sql.raw(
  'due_at = null, unsure_until = null, fault = null, faulted_at = null, faults = 0',
)

/** Inserts tombstones for batches without a purchase, so that nothing is ever bought for them. */
export function insertTombstones(requests: readonly IssueRequest[], now: number): Statement<never> {
  return sql`
    insert into upstream_purchases (
      partner_id, order_no, batch_no, purchase_no, reference, idempotency_key, their_product_id,
      wallet_currency, product_id, currency, face_value_minor, quantity, status, released,
      begun_at)
    select partner_id, order_no, batch_no, 1, gen_random_uuid(), gen_random_uuid(), 0, '',
           product_id, currency, face_value_minor, quantity, 'REFUSED', true,
           ${dateAt(now)}::timestamptz
    from ${requestTable(requests)}
    on conflict do nothing`
}

/**
 * Locks the purchases in a statement of its own, so that the next one sees what the last holder has
 * committed.
 */
export function lockPurchases(requests: readonly IssueRequest[]): Statement<never> {
  const plain = sql<never>`
    select from ${keyTable(requests)} cross join lateral (
      select from upstream_purchases
      where partner_id = keys.partner_id and order_no = keys.order_no
        and batch_no = keys.batch_no
      order by purchase_no for update) as locked`
  return sql.twin(lockPurchases, [requests], plain)
}

/**
 * Releases the purchases. One that was bought, or may have been, is polled until its outcome is
 * known.
 */
export function releasePurchases(requests: readonly IssueRequest[], now: number): Statement<never> {
  const released = isReleased(now)
  const plain = sql<never>`
    ${released}
    from (
      select found.place from ${keyTable(requests)} cross join lateral (
        select made.ctid as place from upstream_purchases made
        where made.partner_id = keys.partner_id and made.order_no = keys.order_no
          and made.batch_no = keys.batch_no and not made.released
        offset 0) as found) as own
    where bought.ctid = own.place`
  return sql.twin(releasePurchases, [requests, now], plain)
}

/** Returns the update of purchases, which the plain statement and the one for Citus share. */
export function isReleased(now: number): Statement<never> {
  return sql`
    update upstream_purchases bought
    set released = true,
        due_at = case when bought.status in ('PLACING', 'PLACED') then ${dateAt(now)}::timestamptz
                 end`
}

/** Returns released purchases that are due; of several processes, one gets each. */
export function takeReleased(
  times: { now: number; againAt: number },
  limit: number,
): Statement<PurchaseRow> {
  return sql.twin(
    takeReleased,
    [times, limit],
    sql`
      update upstream_purchases set due_at = ${dateAt(times.againAt)} where ctid = any(array(
        select ctid from upstream_purchases
        where due_at <= ${dateAt(times.now)}
        order by due_at limit ${limit}
        for update skip locked))
      returning ${PURCHASE_COLUMNS}`,
  )
}

/** Ends a released purchase that the operator has not closed. */
export function endReleased(purchase: Purchase, status: 'REFUSED' | 'CANCELLED'): Statement<never> {
  return sql`
    update upstream_purchases set status = ${status}, ${NOTHING_MORE}
    where ${isThis(purchase)} and released and status <> 'CLOSED'`
}

/** Counts stocked codes. Runs in the transaction that stores them. */
export function addStocked(purchase: Purchase, codes: number): Statement<never> {
  return sql`
    update upstream_purchases set stocked = stocked + ${codes} where ${isThis(purchase)}`
}

/**
 * Ends a purchase whose codes are all in stock. Returns its fault, which stays recorded; no row if
 * it had ended already.
 */
export function endStocked(purchase: Purchase, now: number): Statement<{ fault: string | null }> {
  return sql`
    update upstream_purchases
    set status = 'STOCKED', due_at = null, unsure_until = null, faults = 0,
        fault = case when stocked < quantity
                  then (quantity - stocked) || ' of ' || quantity || ' codes are not new' end,
        faulted_at = case when stocked < quantity then ${dateAt(now)}::timestamptz end
    where ${isThis(purchase)} and released and status not in ('STOCKED', 'CLOSED')
    returning fault`
}
