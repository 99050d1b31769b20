import { Type } from 'typebox'
import { invalidParameter, PARTNER_ID_MAX, Refusal } from '../../core/mod.ts'
import type { Db } from '../../db/mod.ts'
import { listAttempts, orderKeyText, unfundedAccounts } from '../../fulfillment/mod.ts'
import {
  ALL_ORDERS_DEPTH_MAX,
  findOrder,
  listAllOrders,
  listBatches,
  listOrders,
  ORDER_STATUSES,
  type Order,
} from '../../orders/mod.ts'
import { ok, paged, pagination } from '../answer.ts'
import { PagedOf, Pagination } from '../page-shape.ts'
import { optionalNumber, optionalOneOf, optionalOrderName, optionalText, pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import {
  adminBatchOf,
  AdminBatchShape,
  adminOrderOf,
  AdminOrderShape,
  readOrderName,
} from './order.ts'
import { linesOf, LineShape } from './order-lines.ts'

/**
 * Newest first, of all partners or of one; a clientReference is looked up for one partner only. The
 * pages over all partners reach ALL_ORDERS_DEPTH_MAX back, and go on `after` an order from there.
 */
export const listOrdersRoute = operatorRoute('GET /admin/v1/orders', {
  query: {
    partnerId: optionalNumber({ min: 1, max: PARTNER_ID_MAX }),
    clientReference: optionalText(),
    status: optionalOneOf(ORDER_STATUSES),
    after: optionalOrderName(),
    ...pages,
  },
  answer: PagedOf(AdminOrderShape),
  async handle({ query: { partnerId, clientReference, status, after, ...at } }, { db }) {
    if (partnerId === undefined) {
      requireReach({ clientReference, ...at })
      const { orders, totalRecords } = await listAllOrders(db, { status, after, ...at })
      return ok(paged(await adminOrders(db, orders), { ...at, totalRecords }))
    }
    if (after)
      throw invalidParameter('after', 'does not go with partnerId, whose pages have no end')
    const asked = { filter: { clientReference, status }, ...at }
    const { orders, totalRecords } = await listOrders(db, partnerId, asked)
    return ok(paged(await adminOrders(db, orders), { ...at, totalRecords }))
  },
})

/** Those that are ON_HOLD for a supplier say which of its accounts is without funds. */
async function adminOrders(db: Db, orders: readonly Order[]) {
  const held = orders.filter((order) => order.status === 'ON_HOLD' && order.heldForSupplier)
  const unfunded = await unfundedAccounts(db, held)
  return orders.map((order) => adminOrderOf(order, unfunded.get(orderKeyText(order))))
}

/** What the list over all partners cannot find. */
function requireReach(asked: {
  readonly clientReference: string | undefined
  readonly page: number
  readonly pageSize: number
}): void {
  if (asked.clientReference !== undefined) {
    throw invalidParameter('partnerId', 'is required with clientReference')
  }
  if (asked.page * asked.pageSize <= ALL_ORDERS_DEPTH_MAX) return
  throw invalidParameter(
    'page',
    `reaches ${ALL_ORDERS_DEPTH_MAX} orders back at most without a partnerId: go on with after`,
  )
}

/**
 * One order, with a page of its batches (what was tried for each, and what it waits for), and the
 * lines that these belong to, with the rates that were locked.
 */
export const getOrderRoute = operatorRoute('GET /admin/v1/orders/{orderId}', {
  query: pages,
  answer: Type.Object({
    data: Type.Object({
      ...AdminOrderShape.properties,
      lines: Type.Array(LineShape),
      fulfillments: Type.Array(AdminBatchShape),
    }),
    meta: Type.Object({ pagination: Pagination }),
  }),
  async handle({ params, query: { page, pageSize } }, { db }) {
    const order = await findOrder(db, readOrderName(params.orderId))
    if (!order) throw new Refusal('not_found', 'no such order')
    const { batches, totalRecords } = await listBatches(db, order, { page, pageSize })
    const batchNos = batches.map(({ batchNo }) => batchNo)
    const logs = await listAttempts(db, order, batchNos)
    const fulfillments = batches.map((batch) =>
      adminBatchOf(order, batch, logs.get(batch.batchNo) ?? []),
    )
    const lines = await linesOf(db, order, batches)
    const meta = { pagination: pagination({ page, pageSize, totalRecords }) }
    const [shown] = await adminOrders(db, [order])
    return ok({ data: { ...shown, lines, fulfillments }, meta })
  },
})
