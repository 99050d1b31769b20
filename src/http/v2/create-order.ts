import { Type } from 'typebox'
import { NewOrderShape, readNewOrder } from '../orders/new-order.ts'
import { OrderSummary, placedResponse } from '../orders/order.ts'
import { route } from '../route.ts'

export const createOrder = route('POST /v2/orders', {
  operationId: 'createOrder',
  success: [201],
  isKeyed: true,
  reservedField: 'clientReference',
  refuses: [
    'insufficient_funds',
    'idempotency_conflict',
    'client_reference_exists',
    'numbers_exhausted',
  ],
  documentedBody: NewOrderShape,
  summary:
    "Accepts one order: prices it, holds its cost on the partner's funds and queues its " +
    'batches, in one commit',
  description:
    'Responds with PENDING even if the order is completed. A replay has the bytes of the ' +
    'first response.',
  permission: 'orders:write',
  // Checked below, together with the catalog.
  body: Type.Unknown(),
  response: Type.Object({ data: OrderSummary }),
  async handle(call, context) {
    const { partnerId, isTest, credential, body, headers, simulateNoFunds } = call
    const idempotencyKey = headers['idempotency-key']
    const by = { clientId: credential.clientId, isTest, simulateNoFunds }
    const input = await readNewOrder(context, { partnerId, body, idempotencyKey, by })
    const { order, isReplayed } = await context.orders.place(partnerId, input)
    return placedResponse(order, isReplayed)
  },
})
