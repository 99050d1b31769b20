import { oneRow, type Db } from '../db/mod.ts'
import type { WireEvent } from './event.ts'
import { eventsBefore, pageAfter, type EventSearch, type PageSearch } from './event-rows.ts'

/** Some of the events of a feed, oldest first. */
export interface FeedPage {
  /** The events that are shown, as the elements of a JSON array. */
  readonly eventsJson: string
  /** The number of the last event that was read, or of the one before the next. */
  readonly last: number
  readonly hasNext: boolean
}

/** Returns the next events of the feed, oldest first. */
export async function readPage(db: Db, partnerId: number, search: PageSearch): Promise<FeedPage> {
  const { events, last, has_next: hasNext } = await oneRow(db, pageAfter(partnerId, search))
  return { eventsJson: events, last: Number(last ?? search.after), hasNext }
}

export interface ListedEvent {
  readonly partnerId: number
  readonly eventNo: number
  readonly event: WireEvent
}

/** Returns events of the feed before a number, newest first. */
export async function listEvents(
  db: Db,
  partnerId: number,
  search: EventSearch,
): Promise<ListedEvent[]> {
  const rows = await db.rows(eventsBefore(partnerId, search))
  return rows.map(({ event_no: eventNo, json }) => ({
    partnerId,
    eventNo: Number(eventNo),
    event: JSON.parse(json) as WireEvent,
  }))
}
