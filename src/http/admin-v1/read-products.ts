import { ok, pageOf } from '../answer.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { adminProductOf, AdminProductShape } from './product.ts'

/** Every product, inactive ones too, by productId; as the database has them now. */
export const listProductsRoute = operatorRoute('GET /admin/v1/products', {
  query: pages,
  answer: PagedOf(AdminProductShape),
  async handle({ query }, { db, catalog }) {
    const { products } = await catalog.asOf(db)
    return ok(pageOf([...products.values()], query, adminProductOf))
  },
})
