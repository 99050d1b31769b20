import { isoTime } from '../core/mod.ts'
import type { Db, EventsRow } from '../db/mod.ts'
import { eventId, type EventData, type EventType, type FeedEvent, type WireEvent } from './event.ts'
import { eventsAfter, eventsBefore, type EventSearch } from './event-rows.ts'

/** Returns events of the feed after this number, oldest first. */
export async function readEvents(
  db: Db,
  partnerId: number,
  from: { readonly after: number; readonly limit: number },
): Promise<FeedEvent[]> {
  return (await db.rows(eventsAfter(partnerId, from))).map(toEvent)
}

/** Returns events of the feed before a number, newest first. */
export async function listEvents(
  db: Db,
  partnerId: number,
  search: EventSearch,
): Promise<FeedEvent[]> {
  return (await db.rows(eventsBefore(partnerId, search))).map(toEvent)
}

/** Returns the event as responses and webhooks show it. */
export function wireEvent(event: FeedEvent): WireEvent {
  const { type, atMs, data } = event
  return { id: eventId(event), type, createdAt: isoTime(atMs), data }
}

/** Returns a stored event. */
export function toEvent(row: EventsRow): FeedEvent {
  return {
    partnerId: row.partner_id,
    eventNo: Number(row.event_no),
    type: row.type as EventType,
    subject: row.subject,
    atMs: row.occurred_at.getTime(),
    data: row.data as EventData,
  }
}
