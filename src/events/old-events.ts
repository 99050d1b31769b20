import { repeat, type Clock, type Repeated } from '../core/mod.ts'
import { nextPartners, type Database } from '../db/mod.ts'
import { deleteOldEvents, partnersWithOldEvents } from './event-rows.ts'
import { unfollowFeeds } from './feed-rows.ts'

export interface OldEventsOptions {
  readonly db: Database
  readonly clock: Clock
  /** How long events can be read, and how long a feed goes on without a listener. */
  readonly eventDays: number
}

const SWEEP_MS = 60_000
const DAY_MS = 86_400_000
/** How many feeds one sweep looks at, and how many events it removes of each. */
const FEEDS_MAX = 2_000
const EVENTS_MAX = 10_000

/** Removes old events every minute. Any number of processes may do so. */
export function forgetOldEvents(
  options: OldEventsOptions,
  onFault: (error: unknown) => void,
): Repeated {
  let after = 0
  const sweep = async (): Promise<void> => {
    after = await removeOldEvents(options, after)
  }
  return repeat(sweep, SWEEP_MS, onFault)
}

/** Removes old events of the next feeds. Returns the feed after which the next call goes on. */
export async function removeOldEvents(
  { db, clock, eventDays }: OldEventsOptions,
  after = 0,
): Promise<number> {
  const before = clock.now() - eventDays * DAY_MS
  await db.rows(unfollowFeeds(before))
  const range = await nextPartners(db, 'feeds', { after, limit: FEEDS_MAX })
  for (const { partner_id: id } of await db.rows(partnersWithOldEvents(range, before)))
    await db.rows(deleteOldEvents(id, { before, limit: EVENTS_MAX }))
  return range.next
}
