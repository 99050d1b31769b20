import { Type } from 'typebox'
import { formatOrderId, invalidParameter, type OrderName, wireAmount } from '../../core/mod.ts'
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
import { amountOf, codeOf } from '../shapes/read-member.ts'
import { view } from '../shapes/view.ts'

const AdminPurchase = view<PurchaseView>()(
  {
    reference: [Text('The reference that we ordered with there'), referenceOf],
    status: oneOf('The status of the purchase', PURCHASE_STATUS),
    released: [
      YesOrNo('True if the order that it was bought for no longer needs it'),
      (one) => one.isReleased,
    ],
    partnerId: fields.partnerId,
    orderId: [fields.orderId, (one) => formatOrderId(one.orderName)],
    fulfillmentId: [
      fields.fulfillmentId,
      (one) => fulfillmentIdOf(formatOrderId(one.orderName), one.batchNo),
    ],
    productId: fields.productId,
    upstreamProductId: [Whole('The id of the product there'), (one) => one.theirProductId],
    currency: [Text('The currency of the product, as ISO 4217 code'), codeOf],
    faceValue: [fields.faceValue, amountOf('faceValueMinor')],
    quantity: fields.quantity,
    upstreamOrderId: Type.Optional(fields.upstreamOrderId),
    upstreamStatus: Type.Optional(Text('The status of the order there, when it was last polled')),
    costCurrency: [
      Type.Optional(Text('The currency of `cost`, as ISO 4217 code')),
      (one) => one.cost?.currency.code,
    ],
    cost: [
      Type.Optional(Decimal('What the purchase cost, in major units of `costCurrency`')),
      ({ cost }) => cost && wireAmount(cost.minor, cost.currency),
    ],
    sends: [Whole('How many requests to buy were sent'), (one) => one.sendNo],
    begunAt: Instant('When the purchase was recorded, before its first request'),
    unsureUntil: Type.Optional(Instant('Until when the outcome of a request may still be unknown')),
    lookAgainAt: Type.Optional(Instant('When it is polled again')),
    faults: Whole('Polls in a row that found a fault'),
    lastFault: [Type.Optional(fields.lastFault), (one) => one.fault],
    lastFaultAt: [Type.Optional(fields.lastFaultAt), (one) => optionalTime(one.faultedAt)],
  },
  { title: 'Purchase' },
)

const listPurchasesRoute = operatorRoute('GET /admin/v1/upstreams/{upstreamName}/purchases', {
  permission: 'upstreams:read',
  operationId: 'listPurchases',
  summary: 'Lists purchases at the supplier, newest first, including those with an unknown outcome',
  description: 'Without an `orderId`, the list ends at PURCHASES_DEPTH_MAX.',
  query: { status: optionalOneOf(PURCHASE_STATUSES), orderId: optionalOrderName(), ...pages },
  response: PagedOf(AdminPurchase.schema),
  async handle({ params: { upstreamName }, query }, { db }) {
    const { status, orderId: order, page, pageSize } = query
    if (order) await requireOrder(db, order)
    if (!order && page * pageSize > PURCHASES_DEPTH_MAX) {
      const reach = `reaches ${PURCHASES_DEPTH_MAX} purchases back at most without an orderId`
      throw invalidParameter('page', reach)
    }
    const filter = { status, order, page, pageSize }
    const { rows, total } = await listPurchases(db, upstreamName, filter)
    return ok(paged(rows.map(AdminPurchase.body), { page, pageSize, totalRecords: total }))
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
    response: Type.Object({ data: AdminPurchase.schema }),
    async handle({ params, body: { reason }, actor }, { db, clock }) {
      const name = { name: params.upstreamName, reference: params.reference }
      const act = { actor, reason, at: clock.now() }
      return ok({
        data: AdminPurchase.body(await transact(db, (tx) => closePurchase(tx, name, act))),
      })
    },
  },
)

async function requireOrder(db: Db, name: OrderName): Promise<void> {
  if (!(await findOrder(db, name))) throw invalidParameter('orderId', 'must be the id of an order')
}

export const purchaseRoutes = [listPurchasesRoute, closePurchaseRoute]
