import { Type } from 'typebox'
import { recordAudit, type Actor } from '../../audit/mod.ts'
import type { Product } from '../../catalog/mod.ts'
import { formatOrderId, notFound } from '../../core/mod.ts'
import { transact } from '../../db/mod.ts'
import { listLotItems, type LotItems, serveWaiting } from '../../fulfillment/mod.ts'
import { LOT_LENGTH_MAX } from '../../imports/mod.ts'
import {
  changeLot,
  findLot,
  listLots,
  LOT_STATES,
  type Lot,
  type LotAct,
  type LotName,
  LOT_SORTS,
} from '../../inventory/mod.ts'
import { ok, paged } from '../response.ts'
import type { Context } from '../context.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { optionalOneOf, pages, optionalSort } from '../queries/query.ts'
import { operatorRoute } from '../route.ts'
import { Reason } from '../shapes/reason.ts'
import { existingProduct } from './stock.ts'
import { Instant, Whole } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { ORDER_STATUS } from '../shapes/meanings.ts'
import { LOT_STATE } from './meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { view } from '../shapes/view.ts'

const LotView = view<Lot>()(
  {
    lot: fields.lot,
    state: oneOf('The state of the lot', LOT_STATE),
    createdAt: fields.createdAt,
    expiresAt: Type.Optional(Instant('When the first of its codes expires; never if absent')),
    imported: fields.imported,
    free: fields.free,
    outdated: Whole('Unsold codes that have expired, or do so within the margin'),
    held: Whole('Unsold codes that are off sale because of the state of the lot'),
    taken: [Whole('Codes reserved for orders, or sold'), (lot) => Number(lot.reservedOrSold)],
  },
  { title: 'Lot' },
)

const listLotsRoute = operatorRoute('GET /admin/v1/products/{productId}/lots', {
  permission: 'stock:read',
  operationId: 'listLots',
  summary: 'Lists the lots of a product, newest first, with the state of their codes',
  query: { state: optionalOneOf(LOT_STATES), sort: optionalSort(LOT_SORTS), ...pages },
  response: PagedOf(LotView.schema),
  async handle({ params, query }, context) {
    const { db, clock } = context
    const { productId } = await existingProduct(context, params.productId)
    const { rows, total } = await listLots(db, productId, { ...query, now: clock.now() })
    return ok(paged(rows.map(LotView.body), { ...query, totalRecords: total }))
  },
})

const LotItemsShape = Type.Object(
  {
    orderId: fields.orderId,
    partnerId: fields.partnerId,
    clientReference: fields.clientReference,
    status: oneOf('The status of the order', ORDER_STATUS),
    firstItemNo: Whole('The number of its first item'),
    lastItemNo: Whole('The number of its last item'),
    codes: Whole('Number of codes of the lot in this run'),
  },
  { title: 'LotItems' },
)

const listLotOrdersRoute = operatorRoute('GET /admin/v1/products/{productId}/lots/{lot}/orders', {
  permission: 'orders:read',
  operationId: 'listLotOrders',
  summary: 'Lists the orders that hold codes of a lot, one row per run of consecutive items',
  query: pages,
  response: PagedOf(LotItemsShape),
  async handle({ params, query }, context) {
    const { name } = await existingLot(context, params)
    const { rows, total } = await listLotItems(context.db, name, query)
    return ok(paged(rows.map(itemsOf), { ...query, totalRecords: total }))
  },
})

function itemsOf({ clientReference, status, firstItemNo, quantity, ...name }: LotItems) {
  return {
    orderId: formatOrderId(name),
    partnerId: name.partnerId,
    clientReference,
    status,
    firstItemNo,
    lastItemNo: firstItemNo + quantity - 1,
    codes: quantity,
  }
}

/** Returns the lot that a path names. Refuses not_found, also for a name that no lot can have. */
export async function existingLot(
  context: Context,
  params: { readonly productId: string; readonly lot: string },
): Promise<{ name: LotName; found: Lot; product: Product }> {
  const product = await existingProduct(context, params.productId)
  const { productId } = product
  const { lot } = params
  const name = { productId, lot }
  const canBe = lot.length <= LOT_LENGTH_MAX && !/[\0\p{Cs}]/u.test(lot)
  const found = canBe ? await findLot(context.db, name, context.clock.now()) : undefined
  if (!found) throw notFound('lot')
  return { name, found, product }
}

const options = {
  body: Type.Object({ reason: Reason }),
  response: Type.Object({ data: LotView.schema }),
}

const quarantineLotRoute = operatorRoute(
  'POST /admin/v1/products/{productId}/lots/{lot}/quarantine',
  {
    permission: 'stock:write',
    operationId: 'quarantineLot',
    refuses: ['state_conflict'],
    summary: "Stops the sale of a lot's unsold codes until it is released",
    ...options,
    handle: (call, context) => change(call, context, 'quarantine'),
  },
)

const releaseLotRoute = operatorRoute('POST /admin/v1/products/{productId}/lots/{lot}/release', {
  permission: 'stock:write',
  approval: 'lots',
  operationId: 'releaseLot',
  refuses: ['state_conflict'],
  summary: 'Returns a quarantined lot to sale',
  description: 'Orders that wait for stock are served first.',
  ...options,
  handle: (call, context) => change(call, context, 'release'),
})

const recallLotRoute = operatorRoute('POST /admin/v1/products/{productId}/lots/{lot}/recall', {
  permission: 'stock:write',
  operationId: 'recallLot',
  refuses: ['state_conflict'],
  summary: "Stops the sale of a lot's unsold codes for good",
  ...options,
  handle: (call, context) => change(call, context, 'recall'),
})

interface LotCall {
  readonly params: { readonly productId: string; readonly lot: string }
  readonly body: { readonly reason: string }
  readonly actor: Actor
}

/** Changes the state of a lot. Records nothing if the lot has that state already. */
async function change({ params, body: { reason }, actor }: LotCall, context: Context, act: LotAct) {
  const { name } = await existingLot(context, params)
  const at = context.clock.now()
  const woken = await transact(context.db, async (tx) => {
    const { before, after, moved } = await changeLot(tx, name, act)
    if (before !== after) {
      recordAudit(tx, {
        actor,
        action: `lot.${act}`,
        target: `lot:${name.productId}:${name.lot}`,
        valueOut: act === 'release' ? { kind: 'lots' } : 'none',
        reason,
        before: { state: before },
        after: { state: after, moved },
        at,
      })
    }
    return serveWaiting(tx, name.productId, { now: at, onEmptied: context.soldOut.note })
  })
  context.catalogPages.stockChanged()
  for (const partnerId of woken) context.wake(partnerId)
  return ok({ data: LotView.body((await existingLot(context, params)).found) })
}

export const lotRoutes = [
  listLotsRoute,
  listLotOrdersRoute,
  quarantineLotRoute,
  releaseLotRoute,
  recallLotRoute,
]
