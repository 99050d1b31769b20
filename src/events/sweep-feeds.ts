import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import { nextPartners, oneRow, removeOld, type Database, type OldRows } from '../db/mod.ts'
import { deleteOldEvents, partnersWithOldEvents } from './event-rows.ts'
import { unfollowFeeds } from './feed-rows.ts'

export interface OldEventsOptions {
  readonly db: Database
  readonly clock: Clock
  /** The days for which events can be read, and for which a feed is written without a listener. */
  readonly eventDays: number
}

/** The number of feeds that one sweep checks. */
const FEEDS_MAX = 2_000

/**
 * Returns a function that removes old events of the next feeds, and starts over after the last one.
 * Any number of processes may do so.
 */
export function createEventSweep(options: OldEventsOptions): () => Promise<void> {
  let after = 0
  return async () => {
    after = await removeOldEvents(options, after)
  }
}

/** Removes old events of the next feeds. Returns the feed after which the next call continues. */
export async function removeOldEvents(options: OldEventsOptions, after = 0): Promise<number> {
  const { db, clock, eventDays } = options
  const ageMs = eventDays * MS_PER_DAY
  const before = clock.now() - ageMs
  await db.rows(unfollowFeeds(before))
  const range = await nextPartners(db, 'feeds', { after, limit: FEEDS_MAX })
  for (const { partner_id: id } of await db.rows(partnersWithOldEvents(range, before)))
    await removeOld(options, oldEventsOf(id), ageMs)
  return range.next
}

/** A busy feed may have a million old events when the sweep reaches it. */
function oldEventsOf(partnerId: number): OldRows {
  return {
    rowsMax: 10_000,
    stepsMax: 100,
    remove: async (tx, old) => Number((await oneRow(tx, deleteOldEvents(partnerId, old))).removed),
  }
}
