import { listTheirProducts } from '../../upstream/mod.ts'
import { ok, paged } from '../answer.ts'
import { PagedOf } from '../page-shape.ts'
import { pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { ProductShape } from '../v2/product.ts'

/** What an upstream sells, as it says itself now, in the currency of our account there. */
export const listUpstreamProductsRoute = operatorRoute(
  'GET /admin/v1/upstreams/{upstreamName}/products',
  {
    query: pages,
    answer: PagedOf(ProductShape),
    async handle({ params: { upstreamName }, query }, context) {
      const { rows, total } = await listTheirProducts(context, upstreamName, query)
      return ok(paged(rows, { ...query, totalRecords: total }))
    },
  },
)
