import { Type } from 'typebox'
import type { Actor } from '../../audit/mod.ts'
import {
  createProduct,
  type Product,
  PRODUCT_TYPES,
  type ProductInput,
  routesOf,
  updateProduct,
} from '../../catalog/mod.ts'
import { orderByCost } from '../../connectors/mod.ts'
import { transact, type Tx } from '../../db/mod.ts'
import { clearMarksOfProduct, rerouteBatches } from '../../fulfillment/mod.ts'
import { checkCodeNamespace, countUnsellable } from '../../inventory/mod.ts'
import { denominationOf, RecipientFieldShape } from '../catalog/product.ts'
import type { Context } from '../context.ts'
import { hasWords } from '../has-words.ts'
import {
  optionalFlag,
  optionalOneOf,
  optionalSort,
  optionalStoredCurrency,
  optionalWords,
  pages,
  type QueryOf,
} from '../queries/query.ts'
import { created, ok, pageOf } from '../response.ts'
import { operatorRoute } from '../route.ts'
import { Text, Whole, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { DENOMINATION_TYPE, PRODUCT_TYPE, PRODUCT_TYPE_VALUES } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'
import { PagedOf } from '../shapes/page-shape.ts'
import { Reason } from '../shapes/reason.ts'
import { sorted } from '../queries/sorted.ts'
import { auditCatalog, changeCatalog, productTarget } from './audit-catalog.ts'
import { existingProduct } from './stock.ts'

/** A product as operators see it. */
export const AdminProductShape = Type.Object(
  {
    productId: fields.productId,
    brand: Text('The brand of the product: 1 to 200 characters'),
    currency: fields.currency,
    denominationType: oneOf('Kind of face values that can be ordered', DENOMINATION_TYPE),
    fixedAmounts: Type.Optional(fields.fixedAmounts),
    minAmount: Type.Optional(fields.minAmount),
    maxAmount: Type.Optional(fields.maxAmount),
    productType: oneOf('Type of the product', PRODUCT_TYPE),
    recipientFields: Type.Array(RecipientFieldShape, {
      description: 'Fields of the recipient that an order must have',
    }),
    supplier: fields.supplier,
    supplierSettings: Type.Unknown({ description: 'Settings of the first supplier' }),
    suppliers: Type.Optional(
      Type.Array(Type.Unknown(), {
        description: 'The suppliers in the order in which they are asked, if there are several',
      }),
    ),
    active: fields.active,
    test: Type.Optional(YesOrNo('True for a product of test partners')),
    codeNamespace: Type.Optional(fields.codeNamespace),
  },
  { title: 'Product' },
)

/** Returns the product. If it has several suppliers, the first one is also in `supplier`. */
export function adminProductOf(whole: Product) {
  const { currency, denomination, ...product } = whole
  const { productId, brand, productType, recipientFields } = product
  const { supplier, supplierSettings, active, isTest, codeNamespace } = product
  const amounts = denominationOf(denomination, currency)
  const sold = { productId, brand, currency: currency.code, ...amounts, productType }
  const suppliers = product.fallbackSuppliers.length > 0 ? routesOf(whole) : undefined
  const supplied = { supplier, supplierSettings, suppliers, active, test: isTest || undefined }
  return { ...sold, recipientFields, ...supplied, ...(codeNamespace && { codeNamespace }) }
}

const Settings = Type.Record(Type.String(), Type.Unknown(), {
  description: 'Settings, which depend on the supplier',
})

const required = {
  brand: Text('The brand of the product: 1 to 200 characters'),
  currency: fields.currency,
  denominationType: Text(
    '`FIXED`: only `fixedAmounts`; `VARIABLE`: any amount from `minAmount` to `maxAmount`',
  ),
}
const optional = {
  fixedAmounts: Type.Optional(
    Type.Array(Type.Number(), {
      description: 'Face values that can be ordered, in major units of `currency`, if it is FIXED',
    }),
  ),
  minAmount: Type.Optional(fields.minAmount),
  maxAmount: Type.Optional(fields.maxAmount),
  productType: Type.Optional(Text(`${PRODUCT_TYPE_VALUES}; a gift card unless given`)),
  recipientFields: Type.Optional(
    Type.Array(RecipientFieldShape, {
      description: 'Fields of the recipient that an order must have',
    }),
  ),
  supplier: Type.Optional(fields.supplier),
  supplierSettings: Type.Optional(Settings),
  suppliers: Type.Optional(
    Type.Array(Type.Object({ supplier: fields.supplier, settings: Type.Optional(Settings) }), {
      description: 'The suppliers in the order in which they are asked, if there are several',
    }),
  ),
  active: Type.Optional(fields.active),
  test: Type.Optional(Type.Boolean({ description: 'True for a product of test partners' })),
  codeNamespace: Type.Optional(fields.codeNamespace),
  reason: Type.Optional(Reason),
}

const NewProduct = Type.Object({ ...required, ...optional }, { title: 'NewProduct' })
const ProductChange = Type.Partial(Type.Object({ ...required, ...optional }))

const createProductRoute = operatorRoute('POST /admin/v1/products', {
  permission: 'catalog:write',
  approval: 'suppliers',
  operationId: 'createProduct',
  success: [201],
  refuses: ['numbers_exhausted'],
  summary: 'Creates a product',
  body: NewProduct,
  response: Type.Object({ data: AdminProductShape }),
  async handle({ body, actor }, context) {
    const { reason, ...input } = body
    const { suppliers } = context
    const data = await changeCatalog(context, { actor, reason }, async (tx, now) => {
      const product = await createProduct(tx, input, { suppliers: suppliers.types, now })
      await suppliers.validateSettings(tx, routesOf(product), {
        isList: input.suppliers !== undefined,
      })
      const target = productTarget(product.productId)
      const valueOut = { kind: 'suppliers' } as const
      return { action: 'product.create', target, valueOut, after: adminProductOf(product) }
    })
    return created({ data })
  },
})

/** A changed product. `unsellableCodes` is present if the change took codes off sale. */
export const ChangedProductShape = Type.Object(
  {
    ...AdminProductShape.properties,
    unsellableCodes: Type.Optional(Whole('Codes that the change took off sale')),
  },
  { title: 'ChangedProduct' },
)

const updateProductRoute = operatorRoute('PATCH /admin/v1/products/{productId}', {
  permission: 'catalog:write',
  approval: 'suppliers',
  operationId: 'updateProduct',
  refuses: ['state_conflict'],
  summary: 'Changes the given fields of a product',
  description:
    'Accepted orders keep their price. In the same transaction, batches that wait for ' +
    'stock, or are ON_HOLD for a supplier, move to the new suppliers. `unsellableCodes` are ' +
    'unsold codes that the product can no longer sell.',
  body: ProductChange,
  response: Type.Object({ data: ChangedProductShape }),
  async handle({ params, body, actor }, context) {
    const { db, clock } = context
    const productId = Number(params.productId)
    const { reason, ...change } = body
    const act = { actor, reason, at: clock.now() }
    const changed = await transact(db, (tx) =>
      changeProduct(tx, context, { productId, change, act }),
    )
    await announceProduct(context, changed)
    return ok({ data: changedProductOf(changed) })
  },
})

export interface ProductEdit {
  readonly productId: number
  readonly change: Partial<ProductInput>
  readonly act: { readonly actor: Actor; readonly reason: string | undefined; readonly at: number }
}

/** A changed product, and the partners to wake once the transaction has ended. */
export interface ChangedProduct {
  readonly product: Product
  readonly woken: Iterable<number>
  readonly unsellable: number
}

/**
 * Changes a product. Batches that wait for stock, or are ON_HOLD for a supplier, move to its new
 * suppliers. Refuses not_found, invalid_request and state_conflict.
 */
export async function changeProduct(
  tx: Tx,
  { suppliers }: Pick<Context, 'suppliers'>,
  { productId, change, act: { at, ...act } }: ProductEdit,
): Promise<ChangedProduct> {
  const edit = { suppliers: suppliers.types, now: at }
  const changed = await updateProduct(tx, { productId, change }, edit)
  const isList = change.suppliers !== undefined
  await suppliers.validateSettings(tx, routesOf(changed.after), { isList })
  await checkCodeNamespace(tx, changed)
  const hasMoved = routesTextOf(changed.before) !== routesTextOf(changed.after)
  const product = (hasMoved ? await orderByCost(tx, productId) : undefined) ?? changed.after
  auditCatalog(tx, {
    ...act,
    at,
    action: 'product.update',
    target: productTarget(productId),
    before: adminProductOf(changed.before),
    after: adminProductOf(product),
    valueOut: hasMoved ? { kind: 'suppliers' } : 'none',
  })
  const woken = await rerouteBatches(tx, productId)
  if (hasMoved) tx.write(clearMarksOfProduct(productId))
  const { before, after } = changed
  const unsellable = (await countUnsellable(tx, after)) - (await countUnsellable(tx, before))
  return { product, woken, unsellable }
}

/** Announces a change to readers of the catalog, and wakes work that waits for the product. */
export async function announceProduct(
  context: Pick<Context, 'catalog' | 'wake' | 'restocked'>,
  { product, woken }: ChangedProduct,
): Promise<void> {
  context.catalog.changed()
  for (const partnerId of woken) context.wake(partnerId)
  await context.restocked(product.productId)
}

export function changedProductOf({ product, unsellable }: ChangedProduct) {
  return { ...adminProductOf(product), ...(unsellable > 0 && { unsellableCodes: unsellable }) }
}

function routesTextOf(product: Product): string {
  return JSON.stringify(routesOf(product))
}

const PRODUCT_SORTS = ['brand', 'currency', 'productId', 'supplier'] as const

/** Returns the value by which products are sorted. */
function valueOf(product: Product, by: (typeof PRODUCT_SORTS)[number]): string | number {
  return by === 'currency' ? product.currency.code : product[by]
}

const productFilters = {
  brand: optionalWords(),
  productType: optionalOneOf(PRODUCT_TYPES),
  currency: optionalStoredCurrency(),
  active: optionalFlag(),
} as const

const listProductsRoute = operatorRoute('GET /admin/v1/products', {
  permission: 'catalog:read',
  operationId: 'listProducts',
  summary: 'Lists every product by productId, inactive ones too, as the database has them now',
  query: { ...productFilters, sort: optionalSort(PRODUCT_SORTS), ...pages },
  response: PagedOf(AdminProductShape),
  async handle({ query: { page, pageSize, sort, ...filter } }, { db, catalog }) {
    const { products } = await catalog.asOf(db)
    const selected = [...products.values()].filter((product) => isSelected(product, filter))
    return ok(pageOf(sorted(selected, sort, valueOf), { page, pageSize }, adminProductOf))
  },
})

const getProductRoute = operatorRoute('GET /admin/v1/products/{productId}', {
  permission: 'catalog:read',
  operationId: 'getProduct',
  summary: 'Returns a product, an inactive one too, as the database has it now',
  response: Type.Object({ data: AdminProductShape }),
  async handle({ params }, context) {
    return ok({ data: adminProductOf(await existingProduct(context, params.productId)) })
  },
})

/** The filters of the list. An undefined filter selects all. */
function isSelected(product: Product, filter: QueryOf<typeof productFilters>): boolean {
  const { brand, productType, currency, active } = filter
  return (
    (brand === undefined || hasWords(product.brand, brand)) &&
    (productType === undefined || product.productType === productType) &&
    (currency === undefined || product.currency.code === currency.code) &&
    (active === undefined || product.active === active)
  )
}

export const productRoutes = [
  createProductRoute,
  updateProductRoute,
  listProductsRoute,
  getProductRoute,
]
