import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from '../db/mod.ts'
import { type IssueRequest, keyTable } from '../supply/mod.ts'
import { isThis, type Purchase, PURCHASE_COLUMNS, type PurchaseRow } from './purchase-rows.ts'

/** It is not looked at any more, and nothing is wrong with it. */
const NOTHING_MORE = sql.raw(
  'due_at = null, unsure_until = null, fault = null, faulted_at = null, faults = 0',
)

/** Bars batches for which nothing was bought yet from ever being bought for. */
export function insertTombstones(requests: readonly IssueRequest[], now: number): Statement<never> {
  const column = <T>(of: (request: IssueRequest) => T): T[] => requests.map(of)
  return sql`
    insert into upstream_purchases (
      partner_id, order_no, batch_no, purchase_no, reference, idempotency_key, their_product_id,
      wallet_currency, product_id, currency, face_value_minor, quantity, status, released,
      begun_at)
    select partner_id, order_no, batch_no, 1, gen_random_uuid(), gen_random_uuid(), 0, '',
           product_id, currency, face_value_minor, quantity, 'REFUSED', true,
           ${dateAt(now)}::timestamptz
    from unnest(
      ${column((one) => one.partnerId)}::integer[],
      ${column((one) => one.orderNo)}::bigint[],
      ${column((one) => one.batchNo)}::integer[],
      ${column((one) => one.productId)}::integer[],
      ${column((one) => one.currency)}::text[],
      ${column((one) => one.faceValueMinor)}::bigint[],
      ${column((one) => one.quantity)}::integer[]
    ) as given (
      partner_id, order_no, batch_no, product_id, currency, face_value_minor, quantity)
    on conflict do nothing`
}

/** In a statement of its own: the next one then sees what whoever held them has made. */
export function lockPurchases(requests: readonly IssueRequest[]): Statement<never> {
  return sql`
    select from ${keyTable(requests)} cross join lateral (
      select from upstream_purchases
      where partner_id = keys.partner_id and order_no = keys.order_no
        and batch_no = keys.batch_no
      order by purchase_no for update) as locked`
}

/** Whatever was bought, or may have been, is looked at again until nothing more can come of it. */
export function releasePurchases(requests: readonly IssueRequest[], now: number): Statement<never> {
  return sql`
    update upstream_purchases bought
    set released = true,
        due_at = case when bought.status in ('PLACING', 'PLACED') then ${dateAt(now)}::timestamptz
                 end
    from (
      select found.place from ${keyTable(requests)} cross join lateral (
        select made.ctid as place from upstream_purchases made
        where made.partner_id = keys.partner_id and made.order_no = keys.order_no
          and made.batch_no = keys.batch_no and not made.released
        offset 0) as found) as own
    where bought.ctid = own.place`
}

/** Released ones that are due; of several processes one takes each. */
export function takeReleased(
  { now, againAt }: { now: number; againAt: number },
  limit: number,
): Statement<PurchaseRow> {
  return sql`
    update upstream_purchases set due_at = ${dateAt(againAt)}
    where ctid = any(array(
      select ctid from upstream_purchases
      where due_at <= ${dateAt(now)}
      order by due_at limit ${limit}
      for update skip locked))
    returning ${PURCHASE_COLUMNS}`
}

/** Nothing more can come of it; what the operator has closed stays as it is. */
export function endReleased(purchase: Purchase, status: 'REFUSED' | 'CANCELLED'): Statement<never> {
  return sql`
    update upstream_purchases set status = ${status}, ${NOTHING_MORE}
    where ${isThis(purchase)} and released and status <> 'CLOSED'`
}

/** In the transaction that stores the codes. */
export function addStocked(purchase: Purchase, codes: number): Statement<never> {
  return sql`
    update upstream_purchases set stocked = stocked + ${codes} where ${isThis(purchase)}`
}

/**
 * All its codes are in stock; answers what is wrong with that, unless somebody has ended it. That
 * stays with the purchase.
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
