import { dateAt } from '../core/mod.ts'
import {
  bigint,
  integer,
  relation,
  sql,
  type FeedsRow,
  type PartnerRange,
  type Statement,
  twinned,
} from '../db/mod.ts'

/**
 * Begins or continues the feeds of these partners. A feed has no events from a time in which nobody
 * listened. So it continues after a gap in its numbers, and cursors from before the gap are
 * refused.
 */
export function followFeeds(partnerIds: readonly number[], at: number): Statement<never> {
  return sql`
    insert into feeds (partner_id, last_transfer, listened_at)
    select partner_id, last_transfer, ${dateAt(at)} from books
    where partner_id = any(${partnerIds}::integer[]) order by partner_id
    on conflict (partner_id) do update set
      listened_at = greatest(feeds.listened_at, excluded.listened_at),
      is_followed = true,
      last_transfer = case when feeds.is_followed then feeds.last_transfer
                           else excluded.last_transfer end,
      last_event = case when feeds.is_followed then feeds.last_event
                        else feeds.last_event + 1 end,
      first_event = case when feeds.is_followed then feeds.first_event
                         else feeds.last_event + 2 end`
}

/** Ends feeds that nobody has listened to since an instant. */
export function unfollowFeeds(before: number): Statement<never> {
  return sql`
    update feeds set is_followed = false
    where is_followed and listened_at < ${dateAt(before)}`
}

export function feedOf(partnerId: number): Statement<FeedsRow> {
  return sql`
    select partner_id, last_event, first_event, last_transfer, is_followed, listened_at, life
    from feeds where partner_id = ${partnerId}`
}

/** The numbers of the last events of these feeds. */
export function lastEvents(
  partnerIds: readonly number[],
): Statement<{ partner_id: number; last_event: bigint }> {
  return sql`
    select partner_id, last_event from feeds where partner_id = any(${partnerIds}::integer[])`
}

export function followedPartners(): Statement<{ partner_id: number; is_test: boolean }> {
  return sql`
    select partner_id, (
        select test_of is not null from partners where partner_id = f.partner_id) as is_test
    from feeds f where is_followed order by partner_id`
}

/**
 * Locks the feeds of these partners, and returns those that are followed with the numbers of their
 * last events.
 */
export const lockFeeds = twinned(
  'lockFeeds',
  (partnerIds: readonly number[]): Statement<{ partner_id: number; last_event: bigint }> =>
    sql`
      select partner_id, last_event from feeds
      where partner_id = any(${partnerIds}::integer[]) and is_followed
      order by partner_id for update`,
)

/** A feed that lacks transfers of its book: those after `last_transfer`, up to `latest`. */
export interface FeedToRelay {
  readonly partner_id: number
  readonly last_transfer: bigint
  readonly latest: bigint
}

/**
 * Returns feeds that lack transfers. Looks at the feeds of the range, and at those that had events
 * in the last minute.
 */
export function feedsToRelay({ after, last }: PartnerRange): Statement<FeedToRelay> {
  return sql`
    select f.partner_id, f.last_transfer, b.latest
    from (
      select partner_id, last_transfer, is_followed from feeds
      where partner_id > ${after}::integer and partner_id <= ${last}::integer
      union
      select partner_id, last_transfer, is_followed from feeds
      where relayed_at > now() - interval '1 minute') as f
    cross join lateral (
      select last_transfer as latest from books where partner_id = f.partner_id offset 0) as b
    where f.is_followed and b.latest > f.last_transfer
    order by f.partner_id`
}

/** The last numbers of a feed after a relay. */
export interface FeedProgress {
  readonly partnerId: number
  readonly lastEvent: number
  /** Undefined if it does not change. */
  readonly lastTransfer: bigint | undefined
}

const PROGRESS = relation<FeedProgress>('progress', {
  partner_id: integer((one) => one.partnerId),
  last_event: bigint((one) => one.lastEvent),
  last_transfer: bigint((one) => one.lastTransfer ?? null),
})

/** Whole seconds are enough for `relayed_at`, whose index then changes once a second. */
export function advanceFeeds(progress: readonly FeedProgress[], life: string): Statement<never> {
  return sql`
    update feeds set
      last_event = progress.last_event,
      life = ${life},
      relayed_at = date_trunc('second', now()),
      last_transfer = coalesce(progress.last_transfer, feeds.last_transfer)
    from ${PROGRESS.of(progress)}
    where feeds.partner_id = progress.partner_id`
}

/** The key of the lock that a process holds while it relays: `tessera` as bytes. */
export const RELAY_LOCK = 0x74657373657261n

/**
 * Acquires the lock of the process that relays, until the transaction ends. A lock on a row would
 * write to the log each time, even if there is nothing to relay.
 */
export function lockRelay(): Statement<{ is_locked: boolean }> {
  return sql`select pg_try_advisory_xact_lock(${RELAY_LOCK}) as is_locked`
}

/** The number of event numbers that are skipped when the database may have lost events. */
const SKIPPED = 1_000_000

/**
 * Skips numbers in each feed that has not numbered an event in this life of the database. A
 * database that lost its last commits, such as a promoted standby, would otherwise reuse the
 * numbers of lost events, and readers would take new events for ones that they have seen.
 */
export function skipNumbers(life: string): Statement<never> {
  return sql`${skipEvents(life)} and is_followed`
}

/** Skips the numbers of an earlier life of the database in the feed of one partner. */
export function skipNumbersOf(partnerId: number, life: string): Statement<never> {
  return sql`${skipEvents(life)} and partner_id = ${partnerId}`
}

function skipEvents(life: string): Statement<never> {
  return sql`
    update feeds set last_event = last_event + ${SKIPPED}, life = ${life}
    where life is distinct from ${life}`
}
