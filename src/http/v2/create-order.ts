import { Type } from 'typebox'
import { invalidField, isUuid } from '../../core/mod.ts'
import { fingerprintOf } from '../../orders/mod.ts'
import { created, replayed } from '../answer.ts'
import { route } from '../route.ts'
import { textField } from '../schema.ts'
import { readCurrency } from '../wire-fields.ts'
import { OrderSummary, summaryOf } from './order.ts'

const REFERENCE_LENGTH_MAX = 255

const NewOrder = Type.Object({
  clientReference: textField(REFERENCE_LENGTH_MAX),
  currency: Type.String(),
  items: Type.Array(
    Type.Object({
      productId: Type.Integer(),
      amount: Type.Number(),
      quantity: Type.Integer({ minimum: 1 }),
      itemReference: Type.Optional(textField(REFERENCE_LENGTH_MAX, 0)),
      recipient: Type.Optional(Type.Unknown()),
    }),
    { minItems: 1 },
  ),
})

/**
 * Accepts one order: prices it, holds its cost on the partner's funds and queues its batches, in
 * one commit. Says PENDING, even where its codes are there already, and so does a replay, which
 * answers the bytes of the first answer.
 */
export const createOrder = route('POST /v2/orders', {
  permission: 'orders:write',
  body: NewOrder,
  answer: Type.Object({ data: OrderSummary }),
  async handle({ partnerId, body, headers }, { orders }) {
    const idempotencyKey = readIdempotencyKey(headers['idempotency-key'])
    const { order, replayed: isReplay } = await orders.place(partnerId, {
      clientReference: body.clientReference,
      idempotencyKey,
      fingerprint: fingerprintOf(body),
      currency: readCurrency('currency', body.currency),
      items: body.items,
    })
    const answer = created({ data: { ...summaryOf(order), status: 'PENDING' } })
    return isReplay ? replayed(answer) : answer
  },
})

function readIdempotencyKey(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string' || !isUuid(value)) {
    throw invalidField('Idempotency-Key', 'must be a UUID, sent once')
  }
  return value.toLowerCase()
}
