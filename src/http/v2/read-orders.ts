import { Type } from 'typebox'
import { invalidParameter, Refusal } from '../../core/mod.ts'
import { listBatches, listOrders, ORDER_STATUSES } from '../../orders/mod.ts'
import type { Context } from '../context.ts'
import {
  batchOf,
  BatchShape,
  detailOf,
  OrderDetail,
  OrderSummary,
  ownName,
  ownOrder,
  summaryOf,
} from '../orders/order.ts'
import { dayAfter, optionalDay } from '../queries/query-times.ts'
import { optionalOneOf, optionalText, pages } from '../queries/query.ts'
import { rateLimitHeaders } from '../limits/rate-limit.ts'
import { ok, paged } from '../response.ts'
import { route } from '../route.ts'
import { LABEL } from '../shapes/metadata.ts'
import { PagedOf } from '../shapes/page-shape.ts'

export const listOrdersRoute = route('GET /v2/orders', {
  operationId: 'listOrders',
  summary: 'Lists orders, newest first',
  description: 'Both days are UTC days and inclusive.',
  permission: 'orders:read',
  query: {
    clientReference: optionalText(),
    status: optionalOneOf(ORDER_STATUSES),
    createdFrom: optionalDay(),
    createdTo: optionalDay(),
    metadata: LABEL,
    ...pages,
  },
  response: PagedOf(OrderSummary),
  async handle({ partnerId, query }, { db }) {
    const { clientReference, status, createdFrom, createdTo, metadata, page, pageSize } = query
    if (createdFrom !== undefined && createdTo !== undefined && createdFrom > createdTo) {
      throw invalidParameter('createdFrom', 'must not be after createdTo')
    }
    const filter = {
      clientReference,
      status,
      createdFromMs: createdFrom,
      createdBeforeMs: createdTo === undefined ? undefined : dayAfter(createdTo),
      label: metadata,
    }
    const { orders, totalRecords } = await listOrders(db, partnerId, { filter, page, pageSize })
    return ok(paged(orders.map(summaryOf), { page, pageSize, totalRecords }))
  },
})

export const getOrder = route('GET /v2/orders/{orderId}', {
  operationId: 'getOrder',
  summary: 'Returns an order',
  description: 'Partners poll it until it is COMPLETED, at a limited rate per order.',
  permission: 'orders:read',
  response: Type.Object({ data: OrderDetail }),
  async handle({ partnerId, params, credential }, context) {
    // Only valid ids are counted, so that invented ones cannot fill the memory.
    const { orderNo } = ownName(partnerId, params.orderId)
    const headers = limitPolls(context, `${credential.clientId} ${orderNo}`)
    const data = detailOf(await ownOrder(context.db, partnerId, params.orderId))
    return { ...ok({ data }), headers }
  },
})

export const listFulfillments = route('GET /v2/orders/{orderId}/fulfillments', {
  operationId: 'listFulfillments',
  summary: 'Lists the batches of an order',
  permission: 'orders:read',
  query: pages,
  response: PagedOf(BatchShape),
  async handle({ partnerId, params, query: { page, pageSize } }, { db }) {
    const order = await ownOrder(db, partnerId, params.orderId)
    const { batches, totalRecords } = await listBatches(db, order, { page, pageSize })
    const data = batches.map((batch) => batchOf(order, batch))
    return ok(paged(data, { page, pageSize, totalRecords }))
  },
})

const POLL_BURST_SECONDS = 5

/** Returns the headers that announce the limit of polls instead of the general rate limit. */
function limitPolls({ config, polls }: Context, key: string): Readonly<Record<string, string>> {
  const perSecond = config.pollLimit
  const limit = { perSecond, burst: perSecond * POLL_BURST_SECONDS }
  const retryAfterSeconds = polls.take(key, limit)
  const rateLimit = rateLimitHeaders('polls', limit, polls.left(key, limit))
  if (retryAfterSeconds === undefined) return rateLimit
  throw new Refusal('rate_limited', 'poll an order every 3 to 5 seconds', {
    retryAfterSeconds,
    rateLimit,
  })
}
