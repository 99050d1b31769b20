import { Type } from 'typebox'
import { ok } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { adminOrderOf, AdminOrderShape, readOrderName } from './order.ts'
import { Reason } from './reason.ts'

/** Cancels an order: its money and its codes go back, but for what cannot be taken back. */
export const cancelOrderRoute = operatorRoute('POST /admin/v1/orders/{orderId}/cancel', {
  body: Type.Object({ reason: Reason }),
  answer: Type.Object({ data: AdminOrderShape }),
  async handle({ params, body: { reason }, actor }, { orders, wake }) {
    const order = await orders.cancel(readOrderName(params.orderId), { actor, reason })
    // What was taken already is returned by the worker.
    wake(order.partnerId)
    return ok({ data: adminOrderOf(order) })
  },
})
