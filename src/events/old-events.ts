import { repeat, type Clock, type Repeated } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
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
/** What one sweep removes at most: 100 times 10,000 events. */
const FEEDS_MAX = 100
const EVENTS_MAX = 10_000

/** Removes old events every minute. Any number of processes may do so. */
export function forgetOldEvents(
  options: OldEventsOptions,
  onFault: (error: unknown) => void,
): Repeated {
  return repeat(() => removeOldEvents(options), SWEEP_MS, onFault)
}

export async function removeOldEvents({ db, clock, eventDays }: OldEventsOptions): Promise<void> {
  const before = clock.now() - eventDays * DAY_MS
  await db.rows(unfollowFeeds(before))
  for (const { partner_id: id } of await db.rows(partnersWithOldEvents(before, FEEDS_MAX)))
    await db.rows(deleteOldEvents(id, { before, limit: EVENTS_MAX }))
}
