import { dateAt, dateOrNull } from '../core/mod.ts'
import { sql, type Statement, type Tx, twinned } from '../db/mod.ts'
import type { DisabledReason, EndpointName } from './endpoint.ts'

/** The name of a delivery: an event of an endpoint. */
export interface DeliveryName extends EndpointName {
  readonly eventNo: number
}

/** A delivery as it was read. If it was replayed since, a write changes nothing. */
export interface ReadDelivery extends DeliveryName {
  readonly replays: number
}

export interface DeliveryToSave extends ReadDelivery {
  readonly subject: string
  readonly attempts: number
  /** Undefined: it waits for an earlier event of its subject. */
  readonly nextTryAt: number | undefined
}

/** Returns the ids of endpoints as the first two arrays of `unnest`. */
function namesOf(names: readonly EndpointName[]): Statement<never> {
  return sql`
    ${names.map((name) => name.partnerId)}::integer[],
    ${names.map((name) => name.endpointId)}::bigint[]`
}

/**
 * Queues deliveries, and updates those that were tried. A delivery that is already queued and waits
 * for an earlier event does not change: it may have been queued by a process that was killed.
 */
export function saveDeliveries(deliveries: readonly DeliveryToSave[]): Statement<never> {
  return sql`
    insert into webhook_deliveries as existing (
      partner_id, endpoint_id, event_no, subject, attempts, replays, next_try_at)
    select * from unnest(
      ${namesOf(deliveries)},
      ${deliveries.map(({ eventNo }) => eventNo)}::bigint[],
      ${deliveries.map(({ subject }) => subject)}::text[],
      ${deliveries.map(({ attempts }) => attempts)}::integer[],
      ${deliveries.map(({ replays }) => replays)}::integer[],
      ${deliveries.map(({ nextTryAt }) => dateOrNull(nextTryAt))}::timestamptz[])
    on conflict (partner_id, endpoint_id, event_no) do update
    set attempts = excluded.attempts, next_try_at = excluded.next_try_at
    where existing.replays = excluded.replays and excluded.next_try_at is not null`
}

export function deleteDeliveries(deliveries: readonly ReadDelivery[]): Statement<never> {
  return sql`
    delete from webhook_deliveries d
    using unnest(
      ${namesOf(deliveries)},
      ${deliveries.map(({ eventNo }) => eventNo)}::bigint[],
      ${deliveries.map(({ replays }) => replays)}::integer[])
      as input (partner_id, endpoint_id, event_no, replays)
    where d.partner_id = input.partner_id and d.endpoint_id = input.endpoint_id
      and d.event_no = input.event_no and d.replays = input.replays`
}

export interface SubjectName extends EndpointName {
  readonly subject: string
}

/** Makes the first delivery of each subject due, if it waited for an earlier one. */
export const promoteFirst = twinned(
  'promoteFirst',
  (subjects: readonly SubjectName[], now: number): Statement<never> =>
    sql`
      update webhook_deliveries d set next_try_at = ${dateAt(now)}
      from (
        select distinct partner_id, endpoint_id, subject from ${namedSubjects(subjects)}) as named
      cross join lateral (
        select event_no from webhook_deliveries
        where partner_id = named.partner_id and endpoint_id = named.endpoint_id
          and subject = named.subject
        order by event_no limit 1) as first
      where d.partner_id = named.partner_id and d.endpoint_id = named.endpoint_id
        and d.event_no = first.event_no and d.next_try_at is null`,
)

/** The new state of an endpoint after a run. */
export interface Progress extends EndpointName {
  readonly lastEvent: number
  readonly failingSince: number | undefined
  /** Undefined: the endpoint stays as it is. */
  readonly disabledReason: DisabledReason | undefined
}

/**
 * Must come after the other statements, because it sets `due_at` to that of the first remaining
 * delivery.
 */
export function setProgress(progress: readonly Progress[]): Statement<never> {
  return sql`
    update webhook_endpoints e
    set last_event = greatest(e.last_event, input.last_event),
        failing_since = input.failing_since,
        state = case when input.disabled_reason is null then e.state else 'DISABLED' end,
        disabled_reason = coalesce(input.disabled_reason, e.disabled_reason),
        due_at = (
          select min(d.next_try_at) from webhook_deliveries d
          where d.partner_id = e.partner_id and d.endpoint_id = e.endpoint_id
            and d.next_try_at is not null)
    from unnest(
      ${namesOf(progress)},
      ${progress.map(({ lastEvent }) => lastEvent)}::bigint[],
      ${progress.map(({ failingSince }) => dateOrNull(failingSince))}::timestamptz[],
      ${progress.map(({ disabledReason }) => disabledReason ?? null)}::text[])
      as input (partner_id, endpoint_id, last_event, failing_since, disabled_reason)
    where e.partner_id = input.partner_id and e.endpoint_id = input.endpoint_id`
}

/** Makes all waiting deliveries of an endpoint due. The endpoint is locked. */
export async function retryNow(tx: Tx, name: EndpointName, now: number): Promise<void> {
  await tx.rows(makeDue(name, now))
  await tx.rows(followDue(name))
}

function makeDue({ partnerId, endpointId }: EndpointName, now: number): Statement<never> {
  return sql`
    update webhook_deliveries set next_try_at = ${dateAt(now)}
    where partner_id = ${partnerId} and endpoint_id = ${endpointId}
      and next_try_at > ${dateAt(now)}`
}

/** Sets the time at which an endpoint is due. The endpoint is locked. */
export function followDue({ partnerId, endpointId }: EndpointName): Statement<never> {
  return sql`
    update webhook_endpoints set due_at = (
      select min(next_try_at) from webhook_deliveries
      where partner_id = ${partnerId} and endpoint_id = ${endpointId}
        and next_try_at is not null)
    where partner_id = ${partnerId} and endpoint_id = ${endpointId}`
}

export function namedSubjects(subjects: readonly SubjectName[]): Statement<never> {
  return sql`
    unnest(${namesOf(subjects)}, ${subjects.map(({ subject }) => subject)}::text[])
      as named (partner_id, endpoint_id, subject)`
}
