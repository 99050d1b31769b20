import { Type } from 'typebox'
import type { Product } from '../../catalog/mod.ts'
import { daysLeft, Refusal, unitsPerDay, wireAmount } from '../../core/mod.ts'
import { transact, type Tx } from '../../db/mod.ts'
import { reservedStock, serveWaiting } from '../../fulfillment/mod.ts'
import {
  changePolicy,
  isFromStock,
  defaultPolicy,
  EXPIRY_MARGIN_SECONDS_MAX,
  LOW_STOCK_THRESHOLD_MAX,
  type ProductStock,
  type BucketStock,
  stockOf,
  type StockPolicy,
} from '../../inventory/mod.ts'
import { recordAudit } from '../../partners/mod.ts'
import { ok, pageOf } from '../response.ts'
import type { Context } from '../context.ts'
import { PagedOf } from '../page-shape.ts'
import { optionalOneOf, pages } from '../query.ts'
import { operatorRoute } from '../route.ts'
import { readProductId } from '../wire-fields.ts'
import { productTarget } from './audit-catalog.ts'
import { Reason } from './reason.ts'

/** Null means that no value is set. */
const PolicyShape = Type.Object(
  {
    expiryMarginSeconds: Type.Union([Type.Integer(), Type.Null()]),
    lowStockThreshold: Type.Union([Type.Integer(), Type.Null()]),
  },
  { title: 'StockPolicy' },
)

const PolicyChange = Type.Object(
  {
    expiryMarginSeconds: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: EXPIRY_MARGIN_SECONDS_MAX }), Type.Null()]),
    ),
    lowStockThreshold: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: LOW_STOCK_THRESHOLD_MAX }), Type.Null()]),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'StockPolicyChange' },
)

const levelFields = {
  faceValue: Type.Number(),
  free: Type.Integer(),
  expiringSoon: Type.Integer(),
  dailySales: Type.Number(),
  daysLeft: Type.Union([Type.Number(), Type.Null()]),
  isLow: Type.Boolean(),
}

/** The stock of one face value, in the list over all products. */
const StockLevelShape = Type.Object(
  {
    productId: Type.Integer(),
    brand: Type.String(),
    currency: Type.String(),
    lowStockThreshold: PolicyShape.properties.lowStockThreshold,
    ...levelFields,
  },
  { title: 'StockLevel' },
)

function stockLevelsOf({ product, effective, buckets }: ProductStock) {
  const { productId, brand, currency } = product
  const { lowStockThreshold } = effective
  const named = { productId, brand, currency: currency.code, lowStockThreshold }
  return buckets.map((bucket) => ({ ...named, ...levelOf(product, bucket) }))
}

function levelOf({ currency }: Product, { faceMinor, sales, ...bucket }: BucketStock) {
  return {
    faceValue: wireAmount(faceMinor, currency),
    free: Number(bucket.free),
    expiringSoon: Number(bucket.expiringSoon),
    dailySales: unitsPerDay(sales),
    daysLeft: daysLeft(bucket.free, sales),
    isLow: bucket.isLow,
  }
}

/** The stock of one product: the policy in force, its own policy, and the codes by state. */
const ProductStockShape = Type.Object(
  {
    productId: Type.Integer(),
    brand: Type.String(),
    currency: Type.String(),
    ...PolicyShape.properties,
    own: PolicyShape,
    faceValues: Type.Array(
      Type.Object({
        ...levelFields,
        withheld: Type.Integer(),
        expired: Type.Integer(),
        quarantined: Type.Integer(),
        recalled: Type.Integer(),
        reserved: Type.Integer(),
        sold: Type.Integer(),
      }),
    ),
  },
  { title: 'ProductStock' },
)

function productStockOf(
  { product, own, effective, buckets }: ProductStock,
  reserved: ReadonlyMap<bigint, bigint>,
) {
  const { productId, brand, currency } = product
  const faceValues = buckets.map((bucket) => {
    const waiting = reserved.get(bucket.faceMinor) ?? 0n
    return {
      ...levelOf(product, bucket),
      withheld: Number(bucket.withheld),
      expired: Number(bucket.expired),
      quarantined: Number(bucket.quarantined),
      recalled: Number(bucket.recalled),
      reserved: Number(waiting),
      sold: Number(bucket.taken - waiting),
    }
  })
  return { productId, brand, currency: currency.code, ...effective, own, faceValues }
}

function auditedPolicy(policy: StockPolicy): Record<string, number | null> {
  return { ...policy }
}

/** Returns the product that a path names. Refuses not_found. */
export async function existingProduct({ db, catalog }: Context, text: string): Promise<Product> {
  const product = (await catalog.asOf(db)).products.get(readProductId(text))
  if (!product) throw new Refusal('not_found', 'no such product')
  return product
}

const listStockRoute = operatorRoute('GET /admin/v1/stock', {
  operationId: 'listStock',
  summary: 'Lists the stock of every product by face value',
  description: 'With `low=true`, only stock below its threshold.',
  query: { low: optionalOneOf(['true', 'false']), ...pages },
  response: PagedOf(StockLevelShape),
  async handle({ query: { low, ...page } }, { db, catalog, clock }) {
    const { products } = await catalog.asOf(db)
    const stocked = [...products.values()].filter(isFromStock)
    const levels = (await stockOf(db, stocked, clock.now())).flatMap(stockLevelsOf)
    const wanted = levels.filter(({ isLow }) => low === undefined || isLow === (low === 'true'))
    return ok(pageOf(wanted, page, (level) => level))
  },
})

const getStockRoute = operatorRoute('GET /admin/v1/products/{productId}/stock', {
  operationId: 'getStock',
  summary: 'Returns the stock of one product, by face value',
  response: Type.Object({ data: ProductStockShape }),
  async handle({ params }, context) {
    const { db, clock } = context
    const product = await existingProduct(context, params.productId)
    const reserved = await reservedStock(db, product.productId)
    const [stock] = await stockOf(db, [product], clock.now())
    if (!stock) throw new Error('stockOf returns one entry per product')
    return ok({ data: productStockOf(stock, reserved) })
  },
})

const getStockDefaultsRoute = operatorRoute('GET /admin/v1/stock/defaults', {
  operationId: 'getStockDefaults',
  summary: 'Returns the policy of products that have none of their own',
  response: Type.Object({ data: PolicyShape }),
  async handle(_call, { db }) {
    return ok({ data: await defaultPolicy(db) })
  },
})

interface Act {
  readonly actor: string
  readonly reason: string | undefined
  readonly at: number
}

const changeStockRoute = operatorRoute('PATCH /admin/v1/products/{productId}/stock', {
  operationId: 'changeStock',
  summary: 'Changes the stock policy of a product',
  description:
    'Null restores the default. If a smaller margin puts codes on sale again, waiting ' +
    'orders are served in the same transaction.',
  body: PolicyChange,
  response: Type.Object({ data: PolicyShape }),
  async handle({ params, body, actor }, context) {
    const { db, clock, catalogPages, soldOut } = context
    const { productId } = await existingProduct(context, params.productId)
    const { reason, ...change } = body
    const at = clock.now()
    const { policy, woken } = await transact(db, async (tx) => ({
      policy: await changeAudited(tx, { productId, change }, { actor, reason, at }),
      woken: await serveWaiting(tx, productId, { now: at, onEmptied: soldOut.note }),
    }))
    catalogPages.stockChanged()
    for (const partnerId of woken) context.wake(partnerId)
    return ok({ data: policy })
  },
})

const changeStockDefaultsRoute = operatorRoute('PATCH /admin/v1/stock/defaults', {
  operationId: 'changeStockDefaults',
  summary: 'Changes the default stock policy',
  description: 'Workers serve the orders that wait.',
  body: PolicyChange,
  response: Type.Object({ data: PolicyShape }),
  async handle({ body, actor }, { db, clock, catalogPages }) {
    const { reason, ...change } = body
    const act = { actor, reason, at: clock.now() }
    const policy = await transact(db, (tx) =>
      changeAudited(tx, { productId: undefined, change }, act),
    )
    catalogPages.stockChanged()
    return ok({ data: policy })
  },
})

/** Changes a policy. If nothing changes, nothing is recorded. */
async function changeAudited(
  tx: Tx,
  { productId, change }: { productId: number | undefined; change: Partial<StockPolicy> },
  act: Act,
): Promise<StockPolicy> {
  const { before, after } = await changePolicy(tx, productId, change)
  if (JSON.stringify(before) !== JSON.stringify(after)) {
    recordAudit(tx, {
      ...act,
      action: 'stock.update',
      target: productId === undefined ? 'stock' : productTarget(productId),
      before: auditedPolicy(before),
      after: auditedPolicy(after),
    })
  }
  return after
}

export const stockRoutes = [
  listStockRoute,
  getStockRoute,
  getStockDefaultsRoute,
  changeStockRoute,
  changeStockDefaultsRoute,
]
