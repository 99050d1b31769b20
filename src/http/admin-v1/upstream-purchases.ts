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
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalOneOf, pages } from '../query.ts'
import { optionalOrderName } from '../query-ids.ts'
import { operatorRoute } from '../route.ts'
import { fulfillmentIdOf } from '../v2/order.ts'
import { Reason } from './reason.ts'
import { Decimal, Instant, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { PURCHASE_STATUS } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'

const PurchaseShape = Type.Object(
  {
    reference: Text('The reference that we ordered with there'),
    status: oneOf('The status of the purchase', PURCHASE_STATUS),
    released: YesOrNo('True if the order that it was bought for no longer needs it'),
    partnerId: fields.partnerId,
    orderId: fields.orderId,
    fulfillmentId: fields.fulfillmentId,
    productId: fields.productId,
    upstreamProductId: Whole('The id of the product there'),
    currency: Text('The currency of the product, as ISO 4217 code'),
    faceValue: fields.faceValue,
    quantity: fields.quantity,
    upstreamOrderId: Type.Optional(fields.upstreamOrderId),
    upstreamStatus: Type.Optional(Text('The status of the order there, when it was last polled')),
    costCurrency: Type.Optional(Text('The currency of `cost`, as ISO 4217 code')),
    cost: Type.Optional(Decimal('What the purchase cost, in major units of `costCurrency`')),
    sends: Whole('How many requests to buy were sent'),
    begunAt: Instant('When the purchase was recorded, before its first request'),
    unsureUntil: Type.Optional(Instant('Until when the outcome of a request may still be unknown')),
    lookAgainAt: Type.Optional(Instant('When it is polled again')),
    faults: Whole('Polls in a row that found a fault'),
    lastFault: Type.Optional(fields.lastFault),
    lastFaultAt: Type.Optional(fields.lastFaultAt),
  },
  { title: 'Purchase' },
)

const listPurchasesRoute = operatorRoute('GET /admin/v1/upstreams/{upstreamName}/purchases', {
  permission: 'upstreams:read',
  operationId: 'listPurchases',
  summary: 'Lists purchases at the supplier, newest first, including those with an unknown outcome',
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
    const filter = { status, order, page, pageSize }
    const { rows, total } = await listPurchases(db, upstreamName, filter)
    return ok(paged(rows.map(purchaseOf), { page, pageSize, totalRecords: total }))
  },
})

const closePurchaseRoute = operatorRoute(
  'POST /admin/v1/upstreams/{upstreamName}/purchases/{reference}/close',
  {
    permission: 'upstreams:write',
    operationId: 'closePurchase',
    refuses: ['state_conflict'],
    summary: 'Closes a purchase whose outcome the supplier does not report',
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
  const { status, isReleased, partnerId, orderName, batchNo, currency, cost } = purchase
  const orderId = formatOrderId(orderName)
  return {
    reference: referenceOf(purchase),
    status,
    released: isReleased,
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
