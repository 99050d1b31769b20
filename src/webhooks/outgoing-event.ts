import { eventId, wireEvent, type EventData, type EventType } from '../events/mod.ts'
import type { OutgoingEvent } from './endpoint-run.ts'

interface EventRow {
  readonly partner_id: number
  readonly event_no: bigint
  readonly type: string
  readonly subject: string
  readonly occurred_at: Date
  readonly data: unknown
}

/** Returns a stored event as it is sent. */
export function toOutgoing(row: EventRow): OutgoingEvent {
  const event = {
    partnerId: row.partner_id,
    eventNo: Number(row.event_no),
    type: row.type as EventType,
    subject: row.subject,
    atMs: row.occurred_at.getTime(),
    data: row.data as EventData,
  }
  const { eventNo, type, subject } = event
  return { eventNo, type, subject, id: eventId(event), body: JSON.stringify(wireEvent(event)) }
}
