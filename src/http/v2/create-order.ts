import { Type } from 'typebox'
import { created, replayed } from '../answer.ts'
import { route } from '../route.ts'
import { readNewOrder } from './new-order.ts'
import { OrderSummary, summaryOf } from './order.ts'

/**
 * Accepts one order: prices it, holds its cost on the partner's funds and queues its batches, in
 * one commit. Says PENDING, even where its codes are there already, and so does a replay, which
 * answers the bytes of the first answer.
 */
export const createOrder = route('POST /v2/orders', {
  permission: 'orders:write',
  // Judged below, with what the catalog says of its lines.
  body: Type.Unknown(),
  answer: Type.Object({ data: OrderSummary }),
  async handle({ partnerId, body, headers }, context) {
    const idempotencyKey = headers['idempotency-key']
    const input = await readNewOrder(context, { partnerId, body, idempotencyKey })
    const { order, replayed: isReplay } = await context.orders.place(partnerId, input)
    const answer = created({ data: { ...summaryOf(order), status: 'PENDING' } })
    return isReplay ? replayed(answer) : answer
  },
})
