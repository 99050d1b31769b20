import { eventId } from '../events/mod.ts'
import type { OutgoingEvent } from './endpoint-run.ts'
import type { FreshRow } from './events-to-send.ts'

/** Returns a stored event as it is sent. */
export function toOutgoing(
  row: Pick<FreshRow, 'partner_id' | 'event_no' | 'type' | 'subject' | 'body'>,
): OutgoingEvent {
  const { partner_id: partnerId, type, subject, body } = row
  const eventNo = Number(row.event_no)
  return { eventNo, type, subject, id: eventId({ partnerId, eventNo }), body }
}
