import type { EventsRow } from '../db/mod.ts'
import { eventId, toEvent, wireEvent } from '../events/mod.ts'
import type { OutgoingEvent } from './endpoint-run.ts'

/** Returns a stored event as it is sent. */
export function toOutgoing(row: EventsRow): OutgoingEvent {
  const event = toEvent(row)
  const { eventNo, type, subject } = event
  return { eventNo, type, subject, id: eventId(event), body: JSON.stringify(wireEvent(event)) }
}
