import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import { inSteps, nextPartners, oneRow, type Database } from '../db/mod.ts'
import { deleteOldEvents, partnersWithOldEvents } from './event-rows.ts'
import { unfollowFeeds } from './feed-rows.ts'

export interface OldEventsOptions {
  readonly db: Database
  readonly clock: Clock
  /** How long events can be read, and how long a feed is written without a listener. */
  readonly eventDays: number
}

/** How many feeds one sweep looks at. */
const FEEDS_MAX = 2_000
/**
 * How many events one statement removes, and how many statements one sweep makes for a feed: a busy
 * feed may have a million old events when the sweep reaches it.
 */
const STEPS = { rowsMax: 10_000, stepsMax: 100 }

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
export async function removeOldEvents(
  { db, clock, eventDays }: OldEventsOptions,
  after = 0,
): Promise<number> {
  const before = clock.now() - eventDays * MS_PER_DAY
  await db.rows(unfollowFeeds(before))
  const range = await nextPartners(db, 'feeds', { after, limit: FEEDS_MAX })
  for (const { partner_id: id } of await db.rows(partnersWithOldEvents(range, before)))
    await removeOldEventsOf(db, id, before)
  return range.next
}

async function removeOldEventsOf(db: Database, partnerId: number, before: number): Promise<void> {
  await inSteps(STEPS, async () => {
    const statement = deleteOldEvents(partnerId, { before, limit: STEPS.rowsMax })
    return Number((await oneRow(db, statement)).removed)
  })
}
