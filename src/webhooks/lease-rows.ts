import { dateAt, drawNumber } from '../core/mod.ts'
import { sql, type Statement, type WebhookEndpointsRow, twinned } from '../db/mod.ts'
import type { EndpointName } from './endpoint.ts'

/** An endpoint that this process may send to until its lease ends. */
export interface EndpointLease extends EndpointName {
  /** The fencing token: random; the lease is lost if the row has another one. */
  readonly epoch: bigint
}

/** An endpoint that was leased. */
export type LeasedRow = Pick<
  WebhookEndpointsRow,
  'partner_id' | 'endpoint_id' | 'lease_epoch' | 'last_event' | 'failing_since'
>

/** The most endpoints to lease, and the end of the leases. */
export interface LeaseTerms {
  readonly limit: number
  readonly leaseSeconds: number
  readonly now: number
}

/** True for an endpoint `e` that may be leased. */
export const IS_FREE = sql<never>`e.state = 'ENABLED' and e.lease_until <= now()`

/**
 * A lookup by key. Without `offset 0`, PostgreSQL may plan a join that reads every event of the
 * partner.
 */
export const hasUnread = twinned(
  'hasUnread',
  (): Statement<never> =>
    sql`exists (
      select 1 from events where events.partner_id = e.partner_id and events.event_no > e.last_event
      offset 0)`,
)

/** Leases the endpoints of these partners that have events to send. */
export function leaseEndpointsOf(
  partnerIds: readonly number[],
  terms: LeaseTerms,
): Statement<LeasedRow> {
  return leaseFree(
    sql`
      select e.partner_id, e.endpoint_id from webhook_endpoints e
      where e.partner_id = any(${partnerIds}::integer[]) and ${IS_FREE}
        and (e.due_at <= ${dateAt(terms.now)} or ${hasUnread()})
      limit ${terms.limit}`,
    terms,
  )
}

/** Leases endpoints of any partner that wait: see `waitingEndpoints`. */
export function leaseWaitingEndpoints(
  seconds: number | undefined,
  terms: LeaseTerms,
): Statement<LeasedRow> {
  return leaseFree(waitingEndpoints(seconds, terms), terms)
}

/**
 * Returns a row if an endpoint waits to be leased. Idle processes send this statement all the time.
 */
export function somethingToLease(
  seconds: number | undefined,
  terms: LeaseTerms,
): Statement<unknown> {
  const waiting = waitingEndpoints(seconds, { ...terms, limit: 1 })
  return sql`select true as is_found from (${waiting}) as waiting limit 1`
}

/**
 * Returns the endpoints of any partner that have
 *
 * - a due delivery,
 * - a lease that ended while there were events to send, or
 * - unread events, if their feed was relayed in the last `seconds` (by default, at any time).
 *
 * Takes 1 ms if none of 100,000 endpoints has events to send. Without `seconds`, unread events are
 * searched for at each endpoint, which takes 400 ms.
 */
function waitingEndpoints(
  seconds: number | undefined,
  { limit, now }: Pick<LeaseTerms, 'limit' | 'now'>,
): Statement<unknown> {
  return sql`
      (select e.partner_id, e.endpoint_id from webhook_endpoints e
       where ${IS_FREE} and e.due_at <= ${dateAt(now)}
       order by e.due_at limit ${limit})
      union
      (select e.partner_id, e.endpoint_id from webhook_endpoints e
       where ${IS_FREE} and e.lease_until > '-infinity'
       order by e.lease_until limit ${limit})
      union
      (${endpointsWithUnread(seconds, limit)})`
}

export const endpointsWithUnread = twinned(
  'endpointsWithUnread',
  (seconds: number | undefined, limit: number): Statement<unknown> =>
    sql`
      select unread.partner_id, unread.endpoint_id
      from (${relayedFeeds(seconds)} order by relayed_at) as relayed
      cross join lateral (
        select e.partner_id, e.endpoint_id from webhook_endpoints e
        where e.partner_id = relayed.partner_id and ${IS_FREE} and ${hasUnread()}
        offset 0) as unread
      limit ${limit}`,
)

export function relayedFeeds(seconds: number | undefined): Statement<never> {
  const isRecent =
    seconds === undefined
      ? sql``
      : sql`where relayed_at >= now() - make_interval(secs => ${seconds})`
  return sql`select partner_id, relayed_at from feeds ${isRecent}`
}

/**
 * Leases endpoints unless another process is leasing them. Leases are measured by the database's
 * clock, the only one that all workers share.
 */
export const leaseFree = twinned(
  'leaseFree',
  (waiting: Statement<unknown>, terms: LeaseTerms): Statement<LeasedRow> =>
    sql`
      ${leaseUntil(terms)} where ctid = any(array(
        select free.row from (${waiting}) as waiting
        cross join lateral (
          select e.ctid as row from webhook_endpoints e
          where e.partner_id = waiting.partner_id and e.endpoint_id = waiting.endpoint_id
            and ${IS_FREE}
          for update skip locked) as free
        limit ${terms.limit}))
      returning ${LEASED_COLUMNS}`,
)

export const LEASED_COLUMNS = sql`partner_id, endpoint_id, lease_epoch, last_event, failing_since`

export function leaseUntil({ leaseSeconds }: LeaseTerms): Statement<never> {
  return sql`
    update webhook_endpoints e
    set lease_epoch = ${drawNumber()}, lease_until = now() + make_interval(secs => ${leaseSeconds})`
}

/** Returns leases as columns. */
export function leasesOf(leases: readonly EndpointLease[]): Statement<never> {
  return sql`unnest(
    ${leases.map((lease) => lease.partnerId)}::integer[],
    ${leases.map((lease) => lease.endpointId)}::bigint[],
    ${leases.map((lease) => lease.epoch)}::bigint[]) as lease (partner_id, endpoint_id, epoch)`
}

/** Returns the endpoint of one row of `lease`, if it is still leased under its epoch. */
const LEASED = sql<never>`(
  select e.* from webhook_endpoints e
  where e.partner_id = lease.partner_id and e.endpoint_id = lease.endpoint_id
    and e.lease_epoch = lease.epoch
  offset 0)`

export function renewLeases(
  leases: readonly EndpointLease[],
  leaseSeconds: number,
): Statement<never> {
  return sql`
    update webhook_endpoints e set lease_until = now() + make_interval(secs => ${leaseSeconds})
    from ${leasesOf(leases)}
    where e.partner_id = lease.partner_id and e.endpoint_id = lease.endpoint_id
      and e.lease_epoch = lease.epoch`
}

/** Ends the leases of endpoints without events to send. */
export function releaseLeases(leases: readonly EndpointLease[]): Statement<never> {
  return endLeases(leases, sql`'-infinity'`)
}

/**
 * Ends leases of endpoints that have more events to send. The next poll leases them, unless they
 * are paused.
 */
export function handOnLeases(leases: readonly EndpointLease[]): Statement<never> {
  return endLeases(leases, sql`now()`)
}

function endLeases(leases: readonly EndpointLease[], until: Statement<never>): Statement<never> {
  return sql`
    update webhook_endpoints e set lease_until = ${until}, lease_epoch = ${drawNumber()}
    from ${leasesOf(leases)}
    where e.partner_id = lease.partner_id and e.endpoint_id = lease.endpoint_id
      and e.lease_epoch = lease.epoch`
}

/** Locks the endpoints that are still leased under their epoch, in the order of `leases`. */
export const lockLeased = twinned(
  'lockLeased',
  (
    leases: readonly EndpointLease[],
  ): Statement<Pick<WebhookEndpointsRow, 'partner_id' | 'endpoint_id' | 'failing_since'>> =>
    sql`
      select endpoint.partner_id, endpoint.endpoint_id, endpoint.failing_since
      from ${leasesOf(leases)} cross join lateral (
        select e.partner_id, e.endpoint_id, e.failing_since from webhook_endpoints e
        where e.partner_id = lease.partner_id and e.endpoint_id = lease.endpoint_id
          and e.lease_epoch = lease.epoch
        for update) as endpoint`,
)

/** The present data for sending to an endpoint, and the number of its waiting subjects. */
export type TargetRow = Pick<
  WebhookEndpointsRow,
  | 'partner_id'
  | 'endpoint_id'
  | 'url'
  | 'event_types'
  | 'state'
  | 'secret_sealed'
  | 'previous_secret_sealed'
  | 'previous_secret_until'
> & { waiting: bigint }

export const TARGET_COLUMNS = sql`
  e.partner_id, e.endpoint_id, e.url, e.event_types, e.state, e.secret_sealed,
  e.previous_secret_sealed, e.previous_secret_until`

/**
 * Reads the leased endpoints, each with the number of subjects that wait for another attempt, up to
 * `waitingMax`.
 */
export const targetsOf = twinned(
  'targetsOf',
  (leases: readonly EndpointLease[], waitingMax: number): Statement<TargetRow> =>
    sql`
      select ${TARGET_COLUMNS},
        case when e.due_at is null then 0 else (
          select count(*) from (
            select from webhook_deliveries d
            where d.partner_id = e.partner_id and d.endpoint_id = e.endpoint_id
              and d.next_try_at is not null
            limit ${waitingMax}) as heads)
        end as waiting
      from ${leasesOf(leases)} cross join lateral ${LEASED} as e`,
)
