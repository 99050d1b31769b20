import { Type } from 'typebox'
import { createProduct, routesOf } from '../../catalog/mod.ts'
import { transact } from '../../db/mod.ts'
import { checkUpstreams } from '../../upstream/mod.ts'
import { created } from '../answer.ts'
import { operatorRoute } from '../route.ts'
import { auditCatalog, productTarget } from './audit-catalog.ts'
import { adminProductOf, AdminProductShape, NewProduct } from './product.ts'

export const createProductRoute = operatorRoute('POST /admin/v1/products', {
  body: NewProduct,
  answer: Type.Object({ data: AdminProductShape }),
  async handle({ body, actor }, { db, clock, catalog, suppliers }) {
    const { reason, ...input } = body
    const now = clock.now()
    const product = await transact(db, async (tx) => {
      const made = await createProduct(tx, input, { suppliers, now })
      await checkUpstreams(tx, routesOf(made), { isList: input.suppliers !== undefined })
      const after = adminProductOf(made)
      const target = productTarget(made.productId)
      auditCatalog(tx, { actor, action: 'product.create', target, reason, after, at: now })
      return after
    })
    catalog.changed()
    return created({ data: product })
  },
})
