import { Type } from 'typebox'
import { routesOf, updateProduct, type Product } from '../../catalog/mod.ts'
import { transact } from '../../db/mod.ts'
import { releaseHeld, wakeOthers } from '../../fulfillment/mod.ts'
import { checkCodeNamespace } from '../../inventory/mod.ts'
import { checkUpstreams } from '../../upstream/mod.ts'
import { ok } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { readProductId } from '../wire-fields.ts'
import { auditCatalog, productTarget } from './audit-catalog.ts'
import { adminProductOf, AdminProductShape, ProductChange } from './product.ts'

/**
 * Changes the fields that are given; orders that were accepted keep what they were priced at, and
 * go to the new supplier where they wait for stock, in the same step, or ON_HOLD for a supplier.
 */
export const updateProductRoute = operatorRoute('PATCH /admin/v1/products/{productId}', {
  body: ProductChange,
  answer: Type.Object({ data: AdminProductShape }),
  async handle({ params, body, actor }, context) {
    const { db, clock, catalog, suppliers } = context
    const productId = readProductId(params.productId)
    const { reason, ...change } = body
    const now = clock.now()
    const { product, woken, isRerouted } = await transact(db, async (tx) => {
      const changed = await updateProduct(tx, { productId, change }, { suppliers, now })
      await checkUpstreams(tx, routesOf(changed.after), { isList: change.suppliers !== undefined })
      await checkCodeNamespace(tx, changed)
      const before = adminProductOf(changed.before)
      const after = adminProductOf(changed.after)
      const target = productTarget(productId)
      const entry = { actor, action: 'product.update', target, reason, before, after, at: now }
      auditCatalog(tx, entry)
      const hasMoved = routesTextOf(changed.before) !== routesTextOf(changed.after)
      return { product: after, isRerouted: hasMoved, woken: await wakeOthers(tx, productId) }
    })
    catalog.changed()
    for (const partnerId of woken) context.wake(partnerId)
    await context.restocked(productId)
    if (isRerouted) await releaseHeld(context, productId)
    return ok({ data: product })
  },
})

function routesTextOf(product: Product): string {
  return JSON.stringify(routesOf(product))
}
