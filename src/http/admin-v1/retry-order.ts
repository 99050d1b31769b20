import { Type } from 'typebox'
import { ok } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { readOrderName } from './order.ts'
import { Reason } from './reason.ts'

/** Sends batches that failed, or wait for stock, to work at once; answers how many that were. */
export const retryOrderRoute = operatorRoute('POST /admin/v1/orders/{orderId}/retry', {
  body: Type.Object({ reason: Type.Optional(Reason) }),
  isBodyOptional: true,
  answer: Type.Object({ data: Type.Object({ id: Type.String(), retried: Type.Integer() }) }),
  async handle({ params, body: { reason }, actor }, { orders, wake }) {
    const name = readOrderName(params.orderId)
    const retried = await orders.retry(name, { actor, reason })
    wake(name.partnerId)
    return ok({ data: { id: params.orderId, retried } })
  },
})
