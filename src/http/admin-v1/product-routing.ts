import { Type } from 'typebox'
import { lockProduct, type Product } from '../../catalog/mod.ts'
import { costedRoutes, orderByCost, putRouting, readRouting } from '../../connectors/mod.ts'
import { notFound } from '../../core/mod.ts'
import { transact, type Db } from '../../db/mod.ts'
import { rerouteBatches } from '../../fulfillment/mod.ts'
import { ok } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Text, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { auditCatalog, productTarget } from './audit-catalog.ts'
import { announceProduct } from './products.ts'
import { Reason } from '../shapes/reason.ts'
import { existingProduct } from './stock.ts'

const FLOOR =
  'Least margin, in percent of the face value, as exact decimal text such as `2.5`: a listing ' +
  'with a smaller margin is not bought'

const cheapestFirst = YesOrNo(
  'True: suppliers with a mirrored price are asked by cost. False: in the written order',
)

/** The order in which a product's suppliers are asked, and the cost at each. */
const RoutingShape = Type.Object(
  {
    productId: fields.productId,
    cheapestFirst,
    marginFloorPercent: Type.Optional(Text(FLOOR)),
    suppliers: Type.Array(
      Type.Object({
        supplier: fields.supplier,
        settings: Type.Unknown({ description: 'Settings of the product at this supplier' }),
        discountPercent: Type.Optional(
          Text('Our discount on the face value, in percent, if a catalog states it'),
        ),
        skippedBecause: Type.Optional(Text('Why nothing is bought there now')),
      }),
      { description: 'The suppliers in the order in which they are asked' },
    ),
  },
  { title: 'ProductRouting' },
)

/** Returns how a product is routed, as a response shows it. */
export async function routingOf(db: Db, product: Product) {
  const { productId } = product
  const { isCheapestFirst, marginFloor } = await readRouting(db, productId)
  const routes = await costedRoutes(db, product)
  return {
    productId,
    cheapestFirst: isCheapestFirst,
    marginFloorPercent: marginFloor,
    suppliers: routes.map(({ route, discountPercent, obstacle }) => ({
      ...route,
      discountPercent,
      skippedBecause: obstacle,
    })),
  }
}

const getRoutingRoute = operatorRoute('GET /admin/v1/products/{productId}/routing', {
  permission: 'upstreams:read',
  operationId: 'getProductRouting',
  summary: 'Returns the order in which a product asks its suppliers, and the cost at each',
  response: Type.Object({ data: RoutingShape }),
  async handle({ params }, context) {
    const product = await existingProduct(context, params.productId)
    return ok({ data: await routingOf(context.db, product) })
  },
})

const putRoutingRoute = operatorRoute('PUT /admin/v1/products/{productId}/routing', {
  permission: 'catalog:write',
  approval: 'suppliers',
  operationId: 'putProductRouting',
  summary: 'Has a product ask its cheapest supplier first, and sets the floor of its margin',
  description:
    'Replaces both: without `marginFloorPercent` there is no floor. The list of suppliers is ' +
    'sorted by cost now and whenever a price changes; it stays as it is if `cheapestFirst` ' +
    'becomes false. Purchases that have begun stay at their supplier.',
  body: Type.Object(
    {
      cheapestFirst,
      marginFloorPercent: Type.Optional(Text(FLOOR)),
      reason: Type.Optional(Reason),
    },
    { title: 'NewProductRouting' },
  ),
  response: Type.Object({ data: RoutingShape }),
  async handle({ params, body, actor }, context) {
    const { db, clock } = context
    const productId = Number(params.productId)
    const { reason, cheapestFirst: isCheapestFirst, marginFloorPercent: marginFloor } = body
    const at = clock.now()
    const { product, woken, data } = await transact(db, async (tx) => {
      const before = await lockProduct(tx, productId)
      if (!before) throw notFound('product')
      const routingBefore = await routingOf(tx, before)
      await putRouting(tx, productId, { isCheapestFirst, marginFloor })
      const after = (await orderByCost(tx, productId)) ?? before
      const routingAfter = await routingOf(tx, after)
      auditCatalog(tx, {
        actor,
        action: 'product.route',
        target: productTarget(productId),
        reason,
        at,
        valueOut: { kind: 'suppliers' },
        before: routingBefore,
        after: routingAfter,
      })
      return { product: after, woken: await rerouteBatches(tx, productId), data: routingAfter }
    })
    await announceProduct(context, { product, woken, unsellable: 0 })
    return ok({ data })
  },
})

export const productRoutingRoutes = [getRoutingRoute, putRoutingRoute]
