import { dateAt } from '../core/mod.ts'
import { addTwin, sql, type Statement } from '../db/mod.ts'
import { EVENT_JSON } from '../events/mod.ts'
import { deleteOldAttempts, oldAttempts } from '../webhooks/attempt-rows.ts'
import { namedSubjects, promoteFirst } from '../webhooks/delivery-rows.ts'
import {
  dueDeliveries,
  freshEvents,
  type DueRow,
  type FreshRow,
  type EventsToRead,
} from '../webhooks/events-to-send.ts'
import {
  endpointsWithUnread,
  hasUnread,
  IS_FREE,
  LEASED_COLUMNS,
  leaseFree,
  leasesOf,
  leaseUntil,
  lockLeased,
  relayedFeeds,
  TARGET_COLUMNS,
  targetsOf,
} from '../webhooks/lease-rows.ts'

addTwin(
  deleteOldAttempts,
  (before, limit) => sql`
    delete from webhook_attempts
    where (partner_id, endpoint_id, attempt_id) in (
      select partner_id, endpoint_id, attempt_id ${oldAttempts(before, limit)})
    returning attempt_id`,
)

addTwin(
  hasUnread,
  () => sql`exists (
    select 1 from events
    where events.partner_id = e.partner_id and events.event_no > e.last_event)`,
)

addTwin(
  endpointsWithUnread,
  (seconds, limit) => sql`
    select e.partner_id, e.endpoint_id
    from (${relayedFeeds(seconds)}) as f
    join webhook_endpoints e on e.partner_id = f.partner_id
    where ${IS_FREE} and ${hasUnread()}
    order by f.relayed_at limit ${limit}`,
)

// A process that has waited for the lock of a row finds the row leased.
addTwin(
  leaseFree,
  (waiting, terms) => sql`
    ${leaseUntil(terms)} where ${IS_FREE} and (partner_id, endpoint_id) in (
      select partner_id, endpoint_id from (${waiting}) as waiting limit ${terms.limit})
    returning ${LEASED_COLUMNS}`,
)

addTwin(lockLeased, (leases) =>
  leases.map(
    ({ partnerId, endpointId, epoch }) => sql`
      select partner_id, endpoint_id, failing_since from webhook_endpoints
      where partner_id = ${partnerId} and endpoint_id = ${endpointId}
        and lease_epoch = ${epoch}
      for update`,
  ),
)

addTwin(
  targetsOf,
  (leases, waitingMax) => sql`
    select ${TARGET_COLUMNS}, (
        select least(count(*), ${waitingMax}) from webhook_deliveries d
        where d.partner_id = e.partner_id and d.endpoint_id = e.endpoint_id
          and d.next_try_at is not null) as waiting
    from webhook_endpoints e
    where (e.partner_id, e.endpoint_id, e.lease_epoch) in (select * from ${leasesOf(leases)})`,
)

addTwin(
  promoteFirst,
  (subjects, now) => sql`
    update webhook_deliveries d set next_try_at = ${dateAt(now)} from ${namedSubjects(subjects)}
    where d.partner_id = named.partner_id and d.endpoint_id = named.endpoint_id
      and d.subject = named.subject and d.next_try_at is null
      and d.event_no = (
        select min(first.event_no) from webhook_deliveries first
        where first.partner_id = d.partner_id and first.endpoint_id = d.endpoint_id
          and first.subject = d.subject)`,
)

addTwin(freshEvents, (wanted) => byEndpoint(wanted).map(freshOf))
addTwin(dueDeliveries, (wanted, now) => byEndpoint(wanted).map((one) => dueOf(one, now)))

/** The statements of several endpoints return their rows in this order. */
function byEndpoint(wanted: readonly EventsToRead[]): EventsToRead[] {
  return wanted.toSorted(({ lease: one }, { lease: other }) => one.endpointId - other.endpointId)
}

function freshOf({ lease, after, limit }: EventsToRead): Statement<FreshRow> {
  return sql`
    select ${lease.endpointId}::bigint as endpoint_id, e.partner_id, e.event_no, e.type, e.subject,
      ${EVENT_JSON} as body, exists (
        select 1 from webhook_deliveries d
        where d.partner_id = e.partner_id and d.endpoint_id = ${lease.endpointId}
          and d.subject = e.subject) as is_blocked
    from events e
    where e.partner_id = ${lease.partnerId} and e.event_no > ${after}
    order by e.event_no limit ${limit}`
}

function dueOf(
  { lease: { partnerId, endpointId }, limit }: EventsToRead,
  now: number,
): Statement<DueRow> {
  return sql`
    select due.partner_id, due.endpoint_id, due.event_no, due.subject, due.attempts, due.replays,
      e.type, ${EVENT_JSON} as body
    from (
      select d.partner_id, d.endpoint_id, d.event_no, d.subject, d.attempts, d.replays
      from webhook_deliveries d
      where d.partner_id = ${partnerId} and d.endpoint_id = ${endpointId}
        and d.next_try_at <= ${dateAt(now)}
        and not exists (
          select 1 from webhook_deliveries earlier
          where earlier.partner_id = d.partner_id and earlier.endpoint_id = d.endpoint_id
            and earlier.subject = d.subject and earlier.event_no < d.event_no)
      order by d.next_try_at limit ${limit}) as due
    left join events e on e.partner_id = due.partner_id and e.event_no = due.event_no
    order by due.event_no`
}
