import { Type } from 'typebox'
import {
  formatOrderId,
  invalidParameter,
  isoTime,
  type OrderName,
  wireAmount,
} from '../../core/mod.ts'
import { type Db, transact } from '../../db/mod.ts'
import { findOrder } from '../../orders/mod.ts'
import {
  closePurchase,
  listPurchases,
  PURCHASE_STATUSES,
  PURCHASES_DEPTH_MAX,
  type PurchaseView,
  referenceOf,
} from '../../upstream/mod.ts'
import { ok, optionalTime, paged } from '../response.ts'
import { PagedOf } from '../page-shape.ts'
import { optionalOneOf, optionalOrderName, pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { fulfillmentIdOf } from '../v2/order.ts'
import { Reason } from './reason.ts'

const PurchaseShape = Type.Object(
  {
    reference: Type.String(),
    status: Type.String(),
    released: Type.Boolean(),
    partnerId: Type.Integer(),
    orderId: Type.String(),
    fulfillmentId: Type.String(),
    productId: Type.Integer(),
    upstreamProductId: Type.Integer(),
    currency: Type.String(),
    faceValue: Type.Number(),
    quantity: Type.Integer(),
    upstreamOrderId: Type.Optional(Type.String()),
    upstreamStatus: Type.Optional(Type.String()),
    costCurrency: Type.Optional(Type.String()),
    cost: Type.Optional(Type.Number()),
    sends: Type.Integer(),
    begunAt: Type.String(),
    unsureUntil: Type.Optional(Type.String()),
    lookAgainAt: Type.Optional(Type.String()),
    faults: Type.Integer(),
    lastFault: Type.Optional(Type.String()),
    lastFaultAt: Type.Optional(Type.String()),
  },
  { title: 'Purchase' },
)

const listPurchasesRoute = operatorRoute('GET /admin/v1/upstreams/{upstreamName}/purchases', {
  operationId: 'listPurchases',
  summary: 'Lists purchases at an upstream, newest first, including those with an unknown outcome',
  description: 'Without an `orderId`, the list ends at PURCHASES_DEPTH_MAX.',
  query: { status: optionalOneOf(PURCHASE_STATUSES), orderId: optionalOrderName(), ...pages },
  response: PagedOf(PurchaseShape),
  async handle({ params: { upstreamName }, query }, { db }) {
    const { status, orderId: order, page, pageSize } = query
    if (order) await requireOrder(db, order)
    if (!order && page * pageSize > PURCHASES_DEPTH_MAX) {
      const reach = `reaches ${PURCHASES_DEPTH_MAX} purchases back at most without an orderId`
      throw invalidParameter('page', reach)
    }
    const asked = { status, order, page, pageSize }
    const { rows, total } = await listPurchases(db, upstreamName, asked)
    return ok(paged(rows.map(purchaseOf), { page, pageSize, totalRecords: total }))
  },
})

const closePurchaseRoute = operatorRoute(
  'POST /admin/v1/upstreams/{upstreamName}/purchases/{reference}/close',
  {
    operationId: 'closePurchase',
    refuses: ['state_conflict'],
    summary: 'Closes a purchase whose outcome the upstream does not report',
    description: 'The audit log keeps its last state.',
    body: Type.Object({ reason: Reason }),
    response: Type.Object({ data: PurchaseShape }),
    async handle({ params, body: { reason }, actor }, { db, clock }) {
      const name = { name: params.upstreamName, reference: params.reference }
      const act = { actor, reason, at: clock.now() }
      return ok({ data: purchaseOf(await transact(db, (tx) => closePurchase(tx, name, act))) })
    },
  },
)

async function requireOrder(db: Db, name: OrderName): Promise<void> {
  if (!(await findOrder(db, name))) throw invalidParameter('orderId', 'must be the id of an order')
}

function purchaseOf(purchase: PurchaseView) {
  const { status, released, partnerId, orderName, batchNo, currency, cost } = purchase
  const orderId = formatOrderId(orderName)
  return {
    reference: referenceOf(purchase),
    status,
    released,
    partnerId,
    orderId,
    fulfillmentId: fulfillmentIdOf(orderId, batchNo),
    productId: purchase.productId,
    upstreamProductId: purchase.theirProductId,
    currency: currency.code,
    faceValue: wireAmount(purchase.faceValueMinor, currency),
    quantity: purchase.quantity,
    upstreamOrderId: purchase.upstreamOrderId,
    upstreamStatus: purchase.upstreamStatus,
    costCurrency: cost?.currency.code,
    cost: cost && wireAmount(cost.minor, cost.currency),
    sends: purchase.sendNo,
    begunAt: isoTime(purchase.begunAt),
    unsureUntil: optionalTime(purchase.unsureUntil),
    lookAgainAt: optionalTime(purchase.lookAgainAt),
    faults: purchase.faults,
    lastFault: purchase.fault,
    lastFaultAt: optionalTime(purchase.faultedAt),
  }
}

export const purchaseRoutes = [listPurchasesRoute, closePurchaseRoute]
