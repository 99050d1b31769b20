import { eventId } from '../events/mod.ts'
import type { FreshRow } from './events-to-send.ts'

/** An event as it is sent. */
export interface OutgoingEvent {
  readonly eventNo: number
  readonly type: string
  readonly subject: string
  /** The `webhook-id`, and the `id` in the body. */
  readonly id: string
  readonly body: string
}

/** Returns a stored event as it is sent. */
export function toOutgoing(
  row: Pick<FreshRow, 'partner_id' | 'event_no' | 'type' | 'subject' | 'body'>,
): OutgoingEvent {
  const { partner_id: partnerId, type, subject, body } = row
  const eventNo = Number(row.event_no)
  return { eventNo, type, subject, id: eventId({ partnerId, eventNo }), body }
}
