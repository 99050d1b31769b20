import { formatOrderId, isoTime, storedCurrency, wireAmount } from '../core/mod.ts'
import type { NewEvent } from './event.ts'
import type { OrderChangeRow } from './outbox-rows.ts'

const TYPES = {
  PROCESSING: 'order.processing',
  ON_HOLD: 'order.on_hold',
  OUT_OF_STOCK: 'order.out_of_stock',
  COMPLETED: 'order.completed',
  CANCELLED: 'order.cancelled',
} as const

/** Returns the event of a change. `sequence` counts the changes of the order. */
export function orderEvent(row: OrderChangeRow): NewEvent {
  const { partner_id: partnerId, order_no: orderNo, to_status: status } = row
  const createdMs = row.created_at.getTime()
  const orderId = formatOrderId({ partnerId, orderNo: Number(orderNo), createdMs })
  const atMs = row.occurred_at.getTime()
  return {
    partnerId,
    type: TYPES[status],
    subject: orderId,
    atMs,
    data: {
      orderId,
      clientReference: row.client_reference,
      status,
      previousStatus: row.from_status ?? undefined,
      currency: row.currency,
      totalAmount: wireAmount(row.total_minor, storedCurrency(row.currency)),
      itemCount: row.unit_count,
      createdAt: isoTime(createdMs),
      completedAt: status === 'COMPLETED' ? isoTime(atMs) : undefined,
      heldFor: row.held_for ?? undefined,
      sequence: row.event_no,
    },
  }
}
