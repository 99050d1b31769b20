import { dateAt } from '../core/mod.ts'
import { sql, type EventsRow, type Statement, twinned } from '../db/mod.ts'
import { EVENT_JSON } from '../events/mod.ts'
import type { EndpointLease } from './lease-rows.ts'

/** An event to send to an endpoint. */
export type FreshRow = Pick<EventsRow, 'partner_id' | 'event_no' | 'type' | 'subject'> & {
  endpoint_id: bigint
  body: string
  is_blocked: boolean
}

/** The events to read for one endpoint. */
export interface EventsToRead {
  readonly lease: EndpointLease
  /** The last event that was read. */
  readonly after: number
  readonly limit: number
}

/** Returns events after the last ones that were read; is_blocked if an earlier one waits. */
export const freshEvents = twinned(
  'freshEvents',
  (wanted: readonly EventsToRead[]): Statement<FreshRow> => {
    return sql<FreshRow>`
    select wanted.endpoint_id, e.partner_id, e.event_no, e.type, e.subject, ${EVENT_JSON} as body,
      exists (
        select 1 from webhook_deliveries d
        where d.partner_id = e.partner_id and d.endpoint_id = wanted.endpoint_id
          and d.subject = e.subject) as is_blocked
    from unnest(
      ${wanted.map(({ lease }) => lease.partnerId)}::integer[],
      ${wanted.map(({ lease }) => lease.endpointId)}::bigint[],
      ${wanted.map(({ after }) => after)}::bigint[],
      ${wanted.map(({ limit }) => limit)}::integer[])
      as wanted (partner_id, endpoint_id, after, most)
    cross join lateral (
      select partner_id, event_no, type, subject, occurred_at, data from events
      where events.partner_id = wanted.partner_id and events.event_no > wanted.after
      order by events.event_no limit wanted.most) as e
    order by wanted.endpoint_id, e.event_no`
  },
)

/** A due delivery. The event is null if it was removed because of its age. */
export type DueRow = Pick<EventsRow, 'partner_id' | 'event_no' | 'subject'> & {
  endpoint_id: bigint
  attempts: number
  replays: number
  type: string | null
  body: string | null
}

/** Returns due deliveries, the longest due first, and only the first of each subject. */
export const dueDeliveries = twinned(
  'dueDeliveries',
  (wanted: readonly EventsToRead[], now: number): Statement<DueRow> => {
    return sql<DueRow>`
    select due.partner_id, due.endpoint_id, due.event_no, due.subject, due.attempts, due.replays,
      e.type, ${EVENT_JSON} as body
    from unnest(
      ${wanted.map(({ lease }) => lease.partnerId)}::integer[],
      ${wanted.map(({ lease }) => lease.endpointId)}::bigint[],
      ${wanted.map(({ limit }) => limit)}::integer[]) as wanted (partner_id, endpoint_id, most)
    cross join lateral (
      select d.partner_id, d.endpoint_id, d.event_no, d.subject, d.attempts, d.replays
      from webhook_deliveries d
      where d.partner_id = wanted.partner_id and d.endpoint_id = wanted.endpoint_id
        and d.next_try_at <= ${dateAt(now)}
        and not exists (
          select 1 from webhook_deliveries earlier
          where earlier.partner_id = d.partner_id and earlier.endpoint_id = d.endpoint_id
            and earlier.subject = d.subject and earlier.event_no < d.event_no)
      order by d.next_try_at limit wanted.most) as due
    left join events e on e.partner_id = due.partner_id and e.event_no = due.event_no
    order by due.endpoint_id, due.event_no`
  },
)
