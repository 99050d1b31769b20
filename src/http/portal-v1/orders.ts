import { Type } from 'typebox'
import { isoTime } from '../../core/mod.ts'
import { listLines, listStatusChanges } from '../../orders/mod.ts'
import { Instant } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { ORDER_STATUS } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { orderedLine, orderedLineFields } from '../orders/ordered-line.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { ok } from '../response.ts'
import { portalRoute } from '../route.ts'
import { detailOf, OrderDetail, ownOrder } from '../orders/order.ts'
import { offerRoute } from './offer-route.ts'

const permission = 'orders:read'
/** Orders have up to thousands of lines; a page shows the first of them. */
const LINES_MAX = 100

/** A line as it was ordered, without the recipient, which is personal data. */
const OrderedLine = Type.Object(
  {
    ...orderedLineFields,
    itemReference: Type.Optional(fields.itemReference),
  },
  { title: 'OrderedLine' },
)

/** An order with its lines and the history of its status. */
const OrderHistory = Type.Object(
  {
    ...OrderDetail.properties,
    history: Type.Array(
      Type.Object({
        status: oneOf('The status', ORDER_STATUS),
        at: Instant('When it got this status'),
      }),
      { description: 'The statuses that it has had, oldest first' },
    ),
    lines: Type.Array(OrderedLine, {
      description: `The lines of the order, at most the first ${LINES_MAX}`,
    }),
  },
  { title: 'OrderHistory' },
)

const getOwnOrder = portalRoute('GET /portal/v1/orders/{orderId}', {
  permission,
  operationId: 'getOwnOrder',
  summary: 'Returns an order, its lines, and the statuses that it has had',
  response: Type.Object({ data: OrderHistory }),
  async handle({ partnerId, params }, { db }) {
    const order = await ownOrder(db, partnerId, params.orderId)
    const changes = await listStatusChanges(db, order)
    const history = changes.map(({ to, atMs }) => ({ status: to, at: isoTime(atMs) }))
    const lines = await listLines(db, order, { first: 1, last: LINES_MAX })
    const ordered = lines.map((line) => orderedLine(order, line))
    return ok({ data: { ...detailOf(order), history, lines: ordered } })
  },
})

export const ownOrderRoutes = [
  offerRoute('GET /portal/v1/orders', {
    source: 'GET /admin/v1/orders',
    permission,
    operationId: 'listOwnOrders',
    response: PagedOf(OrderDetail),
  }),
  getOwnOrder,
  offerRoute('GET /portal/v1/orders/{orderId}/fulfillments', {
    source: 'GET /v2/orders/{orderId}/fulfillments',
    permission,
    operationId: 'listOwnFulfillments',
  }),
  offerRoute('GET /portal/v1/orders/{orderId}/items', {
    source: 'GET /v2/orders/{orderId}/items',
    permission: 'codes:read',
    operationId: 'listOwnItems',
  }),
  offerRoute('GET /portal/v1/orders/{orderId}/fulfillments/export', {
    source: 'GET /v2/orders/{orderId}/fulfillments/export',
    permission: 'codes:read',
    operationId: 'exportOwnOrder',
  }),
]
