import { dateAt, groupBy, offsetOf } from '../core/mod.ts'
import { addTwin, sql, type Statement } from '../db/mod.ts'
import { keyTable, type IssueRequest } from '../supply/mod.ts'
import {
  COLUMNS,
  NEWEST_FIRST,
  newestOrderThere,
  newestPurchases,
} from '../upstream/purchase-list-rows.ts'
import { lastPurchases, PURCHASE_COLUMNS } from '../upstream/purchase-rows.ts'
import { isReleased, lockPurchases, releasePurchases } from '../upstream/release-rows.ts'
import { selectUnconfirmed } from '../upstream/unconfirmed-rows.ts'

addTwin(selectUnconfirmed, (unsureBefore) => {
  const unsure = sql`
    from upstream_purchases
    where status = 'PLACING' and not released and unsure_until < ${dateAt(unsureBefore)}`
  return sql`
    with open as materialized (
      select upstream_id, count(*) as batches, max(unsure_until) as unsure_until ${unsure}
      group by upstream_id),
    oldest as materialized (
      select distinct on (upstream_id) upstream_id, partner_id, order_no, batch_no ${unsure}
      order by upstream_id, begun_at, partner_id, order_no, batch_no)
    select u.name, open.batches, open.unsure_until, oldest.partner_id, oldest.order_no,
           o.created_at as ordered_at, f.last_fault as fault
    from oldest join open using (upstream_id) join upstreams u using (upstream_id)
    join orders o on o.partner_id = oldest.partner_id and o.order_no = oldest.order_no
    join fulfillments f on f.partner_id = o.partner_id and f.order_no = o.order_no
      and f.batch_no = oldest.batch_no
    order by u.upstream_id`
})

addTwin(
  newestPurchases,
  ({ upstreamId, statuses }, page) => sql`
    with listed as materialized (
      select ${COLUMNS} from upstream_purchases
      where upstream_id = ${upstreamId} and status = any(${statuses}::text[])
      order by ${NEWEST_FIRST} limit ${page.pageSize} offset ${offsetOf(page)})
    select listed.*, o.created_at as ordered_at
    from listed join orders o using (partner_id, order_no)
    order by ${NEWEST_FIRST}`,
)

addTwin(
  newestOrderThere,
  (upstreamId) => sql`
    select upstream_order_id from upstream_purchases
    where upstream_id = ${upstreamId} and status in ('PLACED', 'STOCKED', 'CANCELLED')
      and (fault is null or status = 'STOCKED')
    order by ${NEWEST_FIRST} limit 1`,
)

addTwin(
  lastPurchases,
  (keys) => sql`
    select distinct on (partner_id, order_no, batch_no) ${PURCHASE_COLUMNS}
    from ${keyTable(keys)} join upstream_purchases using (partner_id, order_no, batch_no)
    order by partner_id, order_no, batch_no, purchase_no desc`,
)

addTwin(lockPurchases, (requests) =>
  eachPartner(
    requests,
    (isOfBatches) => sql`
      select 1 from upstream_purchases where ${isOfBatches}
      order by order_no, batch_no, purchase_no for update`,
  ),
)

addTwin(releasePurchases, (requests, now) =>
  eachPartner(
    requests,
    (isOfBatches) => sql`${isReleased(now)} where ${isOfBatches} and not released`,
  ),
)

/** Returns a statement for the batches of each partner. */
function eachPartner(
  requests: readonly IssueRequest[],
  of: (isOfBatches: Statement<unknown>) => Statement<never>,
): Statement<never>[] {
  return [...groupBy(requests, (one) => one.partnerId)].map(([partnerId, keys]) =>
    of(sql`
      partner_id = ${partnerId}
      and (order_no, batch_no) in (select order_no, batch_no from ${keyTable(keys)})`),
  )
}
