import { Type } from 'typebox'
import { isFromStock } from '../../catalog/mod.ts'
import { reservedStock } from '../../fulfillment/mod.ts'
import { defaultPolicy, stockOf } from '../../inventory/mod.ts'
import { ok, pageOf } from '../answer.ts'
import { PagedOf } from '../page-shape.ts'
import { optionalOneOf, pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import {
  existingProduct,
  PolicyShape,
  ProductStockShape,
  productStockOf,
  StockLevelShape,
  stockLevelsOf,
} from './stock.ts'

/** Every face value of the products that are sold from stock; `low=true`: those that are short. */
export const listStockRoute = operatorRoute('GET /admin/v1/stock', {
  query: { low: optionalOneOf(['true', 'false']), ...pages },
  answer: PagedOf(StockLevelShape),
  async handle({ query: { low, ...page } }, { db, catalog, clock }) {
    const { products } = await catalog.asOf(db)
    const stocked = [...products.values()].filter(isFromStock)
    const levels = (await stockOf(db, stocked, clock.now())).flatMap(stockLevelsOf)
    const wanted = levels.filter(({ isLow }) => low === undefined || isLow === (low === 'true'))
    return ok(pageOf(wanted, page, (level) => level))
  },
})

/** Where the codes of one product are, by face value. */
export const getStockRoute = operatorRoute('GET /admin/v1/products/{productId}/stock', {
  answer: Type.Object({ data: ProductStockShape }),
  async handle({ params }, context) {
    const { db, clock } = context
    const product = await existingProduct(context, params.productId)
    const reserved = await reservedStock(db, product.productId)
    const [stock] = await stockOf(db, [product], clock.now())
    if (!stock) throw new Error('the stock of a product is one')
    return ok({ data: productStockOf(stock, reserved) })
  },
})

/** How stock is sold of products that say nothing themselves. */
export const getStockDefaultsRoute = operatorRoute('GET /admin/v1/stock/defaults', {
  answer: Type.Object({ data: PolicyShape }),
  async handle(_call, { db }) {
    return ok({ data: await defaultPolicy(db) })
  },
})
