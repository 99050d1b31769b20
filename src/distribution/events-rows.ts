import { addTwin, sql } from '../db/mod.ts'
import { feedsToRelay, lockFeeds } from '../events/feed-rows.ts'
import { readChanges } from '../events/outbox-rows.ts'
import { somethingToRelay } from '../events/relay.ts'
import { transfersIn, transfersWithin } from '../events/transfer-rows.ts'
import { HAS_IMPLIED_CHANGES, IMPLIED_CHANGES } from '../events/mod.ts'

addTwin(lockFeeds, (partnerIds) =>
  partnerIds
    .toSorted((one, other) => one - other)
    .map(
      (partnerId) => sql`
        select partner_id, last_event from feeds
        where partner_id = ${partnerId} and is_followed for update`,
    ),
)

addTwin(
  readChanges,
  (limit) => sql`
    with change as materialized (
      select partner_id, order_no, event_no from order_outbox
      order by partner_id, order_no, event_no limit ${limit})
    select change.partner_id, change.order_no, change.event_no,
      coalesce(e.from_status, implied.from_status) as from_status,
      coalesce(e.to_status, implied.to_status) as to_status,
      coalesce(e.occurred_at, o.completed_at) as occurred_at, e.reason, e.held_for,
      o.client_reference, o.currency, o.total_minor, o.unit_count, o.created_at
    from change
    join orders o on o.partner_id = change.partner_id and o.order_no = change.order_no
    left join order_events e on e.partner_id = o.partner_id and e.order_no = o.order_no
      and e.event_no = change.event_no
    left join ${IMPLIED_CHANGES}
      on e.to_status is null and implied.event_no = change.event_no and ${HAS_IMPLIED_CHANGES}
    where e.to_status is not null or implied.to_status is not null
    order by change.partner_id, change.order_no, change.event_no`,
)

addTwin(somethingToRelay, (range) => [
  sql`select true as is_found from event_outbox limit 1`,
  sql`select true as is_found from order_outbox limit 1`,
  feedsToRelay(range),
])

addTwin(transfersIn, (ranges, kinds) =>
  ranges
    .toSorted((one, other) => one.partnerId - other.partnerId)
    .map(({ partnerId, first, last }) =>
      transfersWithin(
        sql`(select ${first}::bigint as first, ${last}::bigint as last) as new`,
        sql`${partnerId}::integer`,
        kinds,
      ),
    ),
)
