import { dateAt } from '../core/mod.ts'
import { sql, type Statement, type WebhookEndpointsRow } from '../db/mod.ts'
import type { EndpointName } from './endpoint.ts'

export function eventTypesOf({
  partnerId,
  endpointId,
}: EndpointName): Statement<Pick<WebhookEndpointsRow, 'event_types'>> {
  return sql`
    select event_types from webhook_endpoints
    where partner_id = ${partnerId} and endpoint_id = ${endpointId}`
}

interface EventKey {
  event_no: bigint
  subject: string
}

export function eventsByNumber(
  partnerId: number,
  eventNos: readonly number[],
): Statement<EventKey> {
  return sql`
    select event_no, subject from events
    where partner_id = ${partnerId} and event_no = any(${eventNos}::bigint[])`
}

export interface EventRange {
  /** Null: every type. */
  readonly types: readonly string[] | null
  readonly from: number
  readonly before: number
  readonly limit: number
}

/** Returns the events of a period that have one of these types. */
export function eventsOfTime(
  partnerId: number,
  { types, from, before, limit }: EventRange,
): Statement<EventKey> {
  return sql`
    select event_no, subject from events
    where partner_id = ${partnerId} and occurred_at >= ${dateAt(from)}
      and occurred_at < ${dateAt(before)}
      and (${types}::text[] is null or type = any(${types}::text[]))
    limit ${limit}`
}

/** Queues events; those that are already queued start over. */
export function queueEvents(
  { partnerId, endpointId }: EndpointName,
  events: readonly EventKey[],
): Statement<never> {
  return sql`
    insert into webhook_deliveries as existing (
      partner_id, endpoint_id, event_no, subject, attempts, next_try_at)
    select ${partnerId}::integer, ${endpointId}::bigint, event_no, subject, 0, null::timestamptz
    from unnest(
      ${events.map((event) => event.event_no)}::bigint[],
      ${events.map((event) => event.subject)}::text[]) as replayed (event_no, subject)
    on conflict (partner_id, endpoint_id, event_no) do update
    set attempts = 0, next_try_at = null, replays = existing.replays + 1`
}
