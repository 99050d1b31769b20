import { Type } from 'typebox'
import { type Actor, recordAudit } from '../../audit/mod.ts'
import type { Product } from '../../catalog/mod.ts'
import { daysLeft, unitsPerDay, wireAmount, notFound } from '../../core/mod.ts'
import { transact, type Tx } from '../../db/mod.ts'
import { reservedStock, serveWaiting } from '../../fulfillment/mod.ts'
import {
  type BucketStock,
  changePolicy,
  defaultPolicy,
  EXPIRY_MARGIN_SECONDS_MAX,
  isFromStock,
  LOW_STOCK_THRESHOLD_MAX,
  type ProductStock,
  stockOf,
  type StockPolicy,
} from '../../inventory/mod.ts'
import type { Context } from '../context.ts'
import { hasWords } from '../has-words.ts'
import { optionalFlag, optionalSort, optionalWords, pages } from '../queries/query.ts'
import { ok, pageOf } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Decimal, Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { Reason } from '../shapes/reason.ts'
import { view } from '../shapes/view.ts'
import { sorted } from '../queries/sorted.ts'
import { productTarget } from './audit-catalog.ts'

/** Null means that no value is set. */
const PolicyShape = Type.Object(
  {
    expiryMarginSeconds: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Codes that expire within this many seconds are not sold; null for the default',
    }),
    lowStockThreshold: Type.Union([Type.Integer(), Type.Null()], {
      description: 'Fewer codes for sale than this raise an alert; null for the default or none',
    }),
  },
  { title: 'StockPolicy' },
)

const PolicyChange = Type.Object(
  {
    expiryMarginSeconds: Type.Optional(
      Type.Union([Type.Integer({ minimum: 0, maximum: EXPIRY_MARGIN_SECONDS_MAX }), Type.Null()], {
        description:
          'Codes that expire within this many seconds are not sold; null for the default',
      }),
    ),
    lowStockThreshold: Type.Optional(
      Type.Union([Type.Integer({ minimum: 1, maximum: LOW_STOCK_THRESHOLD_MAX }), Type.Null()], {
        description: 'Fewer codes for sale than this raise an alert; null for the default or none',
      }),
    ),
    reason: Type.Optional(Reason),
  },
  { title: 'StockPolicyChange' },
)

/** The stock of one face value of a product. */
interface Level extends BucketStock {
  readonly product: Product
}

const LevelView = view<Level>()({
  faceValue: [fields.faceValue, (one) => wireAmount(one.faceMinor, one.product.currency)],
  free: fields.free,
  expiringSoon: Whole('Codes for sale that expire within 30 days'),
  dailySales: [Decimal('Codes sold per day, over the last week'), (one) => unitsPerDay(one.sales)],
  daysLeft: [
    Type.Union([Type.Number(), Type.Null()], {
      description: 'Number of days for which the stock lasts at that pace; null if none is sold',
    }),
    (one) => daysLeft(one.free, one.sales),
  ],
  isLow: YesOrNo('True if fewer codes than the threshold are for sale'),
})

/** The stock of one face value, in the list over all products. */
const StockLevelShape = Type.Object(
  {
    productId: fields.productId,
    brand: fields.brand,
    currency: Text('The currency of the product, as ISO 4217 code'),
    lowStockThreshold: PolicyShape.properties.lowStockThreshold,
    ...LevelView.schema.properties,
  },
  { title: 'StockLevel' },
)

function stockLevelsOf({ product, effective, buckets }: ProductStock) {
  const { productId, brand, currency } = product
  const { lowStockThreshold } = effective
  const named = { productId, brand, currency: currency.code, lowStockThreshold }
  return buckets.map((bucket) => ({ ...named, ...LevelView.body({ ...bucket, product }) }))
}

const FaceValueView = view<Level & { readonly waiting: bigint }>()({
  ...LevelView.fields,
  withheld: Whole('Codes that are not sold because they expire within the margin'),
  expired: Whole('Codes that have expired'),
  quarantined: Whole('Unsold codes of quarantined lots'),
  recalled: Whole('Unsold codes of recalled lots'),
  reserved: [
    Whole('Codes reserved for orders that are not COMPLETED'),
    ({ waiting }) => Number(waiting),
  ],
  sold: [Whole('Codes of COMPLETED orders'), (one) => Number(one.reservedOrSold - one.waiting)],
})

/** The stock of one product: the policy in force, its own policy, and the codes by state. */
const ProductStockShape = Type.Object(
  {
    productId: fields.productId,
    brand: fields.brand,
    currency: Text('The currency of the product, as ISO 4217 code'),
    ...PolicyShape.properties,
    own: PolicyShape,
    faceValues: Type.Array(FaceValueView.schema, { description: 'The stock by face value' }),
  },
  { title: 'ProductStock' },
)

function productStockOf(
  { product, productPolicy, effective, buckets }: ProductStock,
  reserved: ReadonlyMap<bigint, bigint>,
) {
  const { productId, brand, currency } = product
  const faceValues = buckets.map((bucket) => {
    const waiting = reserved.get(bucket.faceMinor) ?? 0n
    return FaceValueView.body({ ...bucket, product, waiting })
  })
  return { productId, brand, currency: currency.code, ...effective, own: productPolicy, faceValues }
}

function auditedPolicy(policy: StockPolicy): Record<string, number | null> {
  return { ...policy }
}

/** Returns the product that a path names. Refuses not_found. */
export async function existingProduct({ db, catalog }: Context, text: string): Promise<Product> {
  const product = (await catalog.asOf(db)).products.get(Number(text))
  if (!product) throw notFound('product')
  return product
}

const STOCK_SORTS = ['brand', 'free', 'expiringSoon', 'dailySales', 'daysLeft'] as const

const listStockRoute = operatorRoute('GET /admin/v1/stock', {
  permission: 'stock:read',
  operationId: 'listStock',
  summary: 'Lists the stock of every product by face value',
  description: 'With `low=true`, only stock below its threshold.',
  query: {
    brand: optionalWords(),
    low: optionalFlag(),
    sort: optionalSort(STOCK_SORTS),
    ...pages,
  },
  response: PagedOf(StockLevelShape),
  async handle({ query: { brand, low, sort, ...page } }, { db, catalog, clock }) {
    const { products } = await catalog.asOf(db)
    const stocked = [...products.values()].filter(
      (product) => isFromStock(product) && (brand === undefined || hasWords(product.brand, brand)),
    )
    const levels = (await stockOf(db, stocked, clock.now())).flatMap(stockLevelsOf)
    const selected = levels.filter(({ isLow }) => low === undefined || isLow === low)
    // Stock that nobody buys lasts for ever.
    const ordered = sorted(selected, sort, (level, by) => level[by] ?? Infinity)
    return ok(pageOf(ordered, page, (level) => level))
  },
})

const getStockRoute = operatorRoute('GET /admin/v1/products/{productId}/stock', {
  permission: 'stock:read',
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
  permission: 'stock:read',
  operationId: 'getStockDefaults',
  summary: 'Returns the policy of products that have none of their own',
  response: Type.Object({ data: PolicyShape }),
  async handle(_call, { db }) {
    return ok({ data: await defaultPolicy(db) })
  },
})

interface Act {
  readonly actor: Actor
  readonly reason: string | undefined
  readonly at: number
}

const changeStockRoute = operatorRoute('PATCH /admin/v1/products/{productId}/stock', {
  permission: 'stock:write',
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
  permission: 'stock:write',
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
      valueOut: 'none',
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
