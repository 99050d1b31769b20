import { Type } from 'typebox'
import { listTheirProducts } from '../../supply/mod.ts'
import { ok, paged } from '../answer.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'

const TheirProductShape = Type.Object({
  productId: Type.Integer(),
  brand: Type.String(),
  productType: Type.Optional(Type.String()),
  currency: Type.String(),
  denominationType: Type.String(),
  fixedAmounts: Type.Optional(Type.Array(Type.Number())),
  minAmount: Type.Optional(Type.Number()),
  maxAmount: Type.Optional(Type.Number()),
  inStock: Type.Boolean(),
  fxRate: Type.Number(),
})

/** What an upstream sells, as it says itself now, in the currency of our account there. */
export const listUpstreamProductsRoute = operatorRoute(
  'GET /admin/v1/upstreams/{upstreamName}/products',
  {
    query: pages,
    answer: PagedOf(TheirProductShape),
    async handle({ params: { upstreamName }, query }, context) {
      const { rows, total } = await listTheirProducts(context, upstreamName, query)
      return ok(paged(rows, { ...query, totalRecords: total }))
    },
  },
)
