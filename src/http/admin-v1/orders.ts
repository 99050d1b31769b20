import { Type } from 'typebox'
import { type OrderName, parseOrderId, notFound } from '../../core/mod.ts'
import { findOrder } from '../../orders/mod.ts'
import { flag, pages } from '../queries/query.ts'
import { ok, pagination } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { Pagination } from '../shapes/page-shape.ts'
import { Reason } from '../shapes/reason.ts'
import { adminOrderOf, AdminOrderShape } from './admin-order.ts'
import { OrderStoryShape, storyOf } from './order-story.ts'

function readOrderName(text: string): OrderName {
  const name = parseOrderId(text)
  if (!name) throw notFound('order')
  return name
}

const getOrderRoute = operatorRoute('GET /admin/v1/orders/{orderId}', {
  permission: 'orders:read',
  operationId: 'getOrder',
  summary:
    'Returns an order with one page of its batches, each with its attempt log and what it ' +
    'waits for, and the lines of those batches with the rates that priced them',
  description: 'Recipients are masked; with `unmasked=true` they are shown, which is audited.',
  query: { unmasked: flag(), ...pages },
  response: Type.Object({
    data: OrderStoryShape,
    meta: Type.Object({ pagination: Pagination }, { description: 'About the list' }),
  }),
  async handle({ params, query, actor }, context) {
    const order = await findOrder(context.db, readOrderName(params.orderId))
    if (!order) throw notFound('order')
    const { page, pageSize } = query
    const { story, totalRecords } = await storyOf(context, order, { ...query, actor })
    return ok({ data: story, meta: { pagination: pagination({ page, pageSize, totalRecords }) } })
  },
})

const cancelOrderRoute = operatorRoute('POST /admin/v1/orders/{orderId}/cancel', {
  permission: 'orders:write',
  operationId: 'cancelOrder',
  refuses: ['order_final', 'delivery_under_way'],
  summary: 'Cancels an order',
  description: 'Releases its money and codes, except for items that are already issued.',
  body: Type.Object({ reason: Reason }),
  response: Type.Object({ data: AdminOrderShape }),
  async handle({ params, body: { reason }, actor }, { orders, wake }) {
    const order = await orders.cancel(readOrderName(params.orderId), { actor, reason })
    // The worker returns the codes that are reserved already.
    wake(order.partnerId)
    return ok({ data: adminOrderOf(order) })
  },
})

const retryOrderRoute = operatorRoute('POST /admin/v1/orders/{orderId}/retry', {
  permission: 'orders:write',
  operationId: 'retryOrder',
  refuses: ['order_final', 'state_conflict'],
  summary: 'Retries the batches that failed or wait for stock, and returns their number',
  body: Type.Object({ reason: Type.Optional(Reason) }),
  isBodyOptional: true,
  response: Type.Object({
    data: Type.Object(
      { id: fields.id, retried: Whole('Batches that are tried again') },
      { description: 'The result' },
    ),
  }),
  async handle({ params, body: { reason }, actor }, { orders, wake }) {
    const name = readOrderName(params.orderId)
    const retried = await orders.retry(name, { actor, reason })
    wake(name.partnerId)
    return ok({ data: { id: params.orderId, retried } })
  },
})

export const orderRoutes = [getOrderRoute, cancelOrderRoute, retryOrderRoute]
