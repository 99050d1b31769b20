import { Type } from 'typebox'
import { formatOrderId, isoTime, Refusal } from '../../core/mod.ts'
import { listLotItems, type LotItems } from '../../fulfillment/mod.ts'
import { LOT_LENGTH_MAX } from '../../imports/mod.ts'
import { findLot, listLots, type Lot, type LotName } from '../../inventory/mod.ts'
import { ok, optionalTime, paged } from '../answer.ts'
import type { Context } from '../context.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { existingProduct } from './stock.ts'

export const LotShape = Type.Object({
  lot: Type.String(),
  state: Type.String(),
  createdAt: Type.String(),
  expiresAt: Type.Optional(Type.String()),
  imported: Type.Integer(),
  free: Type.Integer(),
  outdated: Type.Integer(),
  held: Type.Integer(),
  taken: Type.Integer(),
})

export function lotOf({ createdAt, expiresAt, ...lot }: Lot) {
  return {
    lot: lot.lot,
    state: lot.state,
    createdAt: isoTime(createdAt),
    expiresAt: optionalTime(expiresAt),
    imported: Number(lot.imported),
    free: Number(lot.free),
    outdated: Number(lot.outdated),
    held: Number(lot.held),
    taken: Number(lot.taken),
  }
}

/** The lots of a product's codes, newest first, and where the codes of each are. */
export const listLotsRoute = operatorRoute('GET /admin/v1/products/{productId}/lots', {
  query: pages,
  answer: PagedOf(LotShape),
  async handle({ params, query }, context) {
    const { db, clock } = context
    const { productId } = await existingProduct(context, params.productId)
    const { rows, total } = await listLots(db, productId, { ...query, now: clock.now() })
    return ok(paged(rows.map(lotOf), { ...query, totalRecords: total }))
  },
})

const LotItemsShape = Type.Object({
  orderId: Type.String(),
  partnerId: Type.Integer(),
  clientReference: Type.String(),
  status: Type.String(),
  firstItemNo: Type.Integer(),
  lastItemNo: Type.Integer(),
  codes: Type.Integer(),
})

/** Which orders hold codes of a lot, run by run of their items. */
export const listLotOrdersRoute = operatorRoute(
  'GET /admin/v1/products/{productId}/lots/{lot}/orders',
  {
    query: pages,
    answer: PagedOf(LotItemsShape),
    async handle({ params, query }, context) {
      const { name } = await existingLot(context, params)
      const { rows, total } = await listLotItems(context.db, name, query)
      return ok(paged(rows.map(itemsOf), { ...query, totalRecords: total }))
    },
  },
)

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

/** The lot of a path; refuses not_found for what cannot be one as well. */
export async function existingLot(
  context: Context,
  params: { readonly productId: string; readonly lot: string },
): Promise<{ name: LotName; found: Lot }> {
  const { productId } = await existingProduct(context, params.productId)
  const { lot } = params
  const name = { productId, lot }
  const canBe = lot.length <= LOT_LENGTH_MAX && !/[\0\p{Cs}]/u.test(lot)
  const found = canBe ? await findLot(context.db, name, context.clock.now()) : undefined
  if (!found) throw new Refusal('not_found', 'no such lot')
  return { name, found }
}
