import { transact } from '../../src/db/mod.ts'
import { EVENT_TYPES, EventFeed, followFeeds, type WireEvent } from '../../src/events/mod.ts'
import type { FulfillmentFixture } from '../support/fulfillment-fixture.ts'

const NO_WAIT = { ms: 0, isOver: () => false }

/** Begins the feed of the partner. */
export async function follow({ db, clock, partnerId }: FulfillmentFixture): Promise<void> {
  await transact(db, (tx) => tx.rows(followFeeds([partnerId], clock.now())))
}

/** Reads the feed after an event, without waiting. */
export async function read(fixture: FulfillmentFixture, after: number | undefined) {
  const page = { after, limit: 10, types: EVENT_TYPES }
  const result = await new EventFeed(fixture).read(fixture.partnerId, page, NO_WAIT)
  return { ...result, events: JSON.parse(`[${result.eventsJson}]`) as WireEvent[] }
}
