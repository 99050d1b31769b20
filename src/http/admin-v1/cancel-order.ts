import { Type } from 'typebox'
import { transact } from '../../db/mod.ts'
import { orderId } from '../../orders/mod.ts'
import { recordAudit } from '../../partners/mod.ts'
import { ok } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { adminOrderOf, AdminOrderShape, readOrderName } from './order.ts'
import { Reason } from './reason.ts'

/** Cancels an order: its money and its codes go back, but for what cannot be taken back. */
export const cancelOrderRoute = operatorRoute('POST /admin/v1/orders/{orderId}/cancel', {
  body: Type.Object({ reason: Reason }),
  answer: Type.Object({ data: AdminOrderShape }),
  async handle({ params, body: { reason }, actor }, { db, clock, orders, wake }) {
    const order = await orders.cancel(readOrderName(params.orderId), reason)
    const { partnerId, previousStatus, status } = order
    // What was taken already is returned by the worker.
    wake(partnerId)
    const entry = {
      partnerId,
      actor,
      action: 'order.cancel',
      target: `order:${orderId(order)}`,
      reason,
      before: { status: previousStatus },
      after: { status },
      at: clock.now(),
    }
    await transact(db, (tx) => recordAudit(tx, entry))
    return ok({ data: adminOrderOf(order) })
  },
})
