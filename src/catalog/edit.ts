import { invalidField, requireListed, wireAmount, type Currency, notFound } from '../core/mod.ts'
import type { Tx } from '../db/mod.ts'
import {
  isIrrevocable,
  routesOf,
  type Denomination,
  type Product,
  type SupplierTypes,
} from './product.ts'
import { checkBrand, readProduct, type ProductInput } from './product-input.ts'
import { publishProduct } from './publish-change.ts'
import {
  insertProduct,
  lockCatalog,
  lockProduct,
  raiseVersion,
  readProducts,
  updateProductRow,
} from './product-rows.ts'

/** The known suppliers and the time, which every edit needs. */
export interface EditContext {
  readonly suppliers: SupplierTypes
  readonly now: number
}

/** Creates a product. Refuses invalid_request, naming the field. */
export async function createProduct(
  tx: Tx,
  input: ProductInput,
  { suppliers, now }: EditContext,
): Promise<Product> {
  checkBrand(input.brand)
  const product = readProduct(input, suppliers)
  requireListed('currency', product.currency)
  const productId = await insertProduct(tx, product, now)
  await raiseVersion(tx)
  publishProduct(tx, { productId, ...product }, now)
  return { productId, ...product }
}

/**
 * Creates those test products whose brand is new, and returns them. Concurrent calls create no
 * product twice. Refuses invalid_request.
 */
export async function createMissingTestProducts(
  tx: Tx,
  inputs: readonly ProductInput[],
  edit: EditContext,
): Promise<Product[]> {
  await lockCatalog(tx)
  const existing = (await readProducts(tx)).filter(({ isTest }) => isTest)
  const brands = new Set(existing.map(({ brand }) => brand))
  const created: Product[] = []
  for (const input of inputs) {
    if (brands.has(input.brand)) continue
    created.push(await createProduct(tx, { ...input, test: true }, edit))
  }
  return created
}

/**
 * Changes the given fields of a product. Accepted orders keep their price. The currency stays,
 * because stock and orders are counted in it. A product with recipients cannot become a gift card,
 * because orders of top-ups that wait would then get codes. Refuses not_found, then
 * invalid_request.
 */
export async function updateProduct(
  tx: Tx,
  { productId, change }: { productId: number; change: Partial<ProductInput> },
  { suppliers, now }: EditContext,
): Promise<{ before: Product; after: Product }> {
  const before = await lockProduct(tx, productId)
  if (!before) throw notFound('product')
  if (change.currency !== undefined && change.currency !== before.currency.code) {
    throw invalidField('currency', 'cannot be changed')
  }
  if (change.test !== undefined && change.test !== before.isTest) {
    throw invalidField('test', 'cannot be changed')
  }
  // A brand that was stored before this check existed blocks no other change.
  if (change.brand !== undefined) checkBrand(change.brand)
  const after = { productId, ...readProduct(merge(before, change), suppliers) }
  if (isIrrevocable(before.productType) && !isIrrevocable(after.productType)) {
    throw invalidField('productType', 'cannot lose its recipients: orders that wait may name one')
  }
  await tx.rows(updateProductRow(after))
  await raiseVersion(tx)
  publishProduct(tx, after, now)
  return { before, after }
}

/** Returns the merged input. A new denomination type drops the amounts of the old one. */
function merge(before: Product, change: Partial<ProductInput>): ProductInput {
  const { denomination, currency, brand, productType, recipientFields, active } = before
  const { codeNamespace, isTest: test } = before
  const { type } = denomination
  const changed = Object.entries(change).filter(([, value]) => value !== undefined)
  const isOfSameType = (change.denominationType ?? type) === type
  return {
    brand,
    productType,
    recipientFields,
    active,
    codeNamespace,
    test,
    ...suppliersAfter(before, change),
    ...(isOfSameType && amountsOf(denomination, currency)),
    currency: currency.code,
    denominationType: type,
    ...(Object.fromEntries(changed) as Partial<ProductInput>),
  }
}

/**
 * Returns the suppliers after a change: the present ones if the change names none. A single
 * supplier replaces the whole list. Settings without a supplier are those of a single supplier.
 */
function suppliersAfter(before: Product, change: Partial<ProductInput>): Partial<ProductInput> {
  if (change.suppliers !== undefined) return {}
  const { supplier, supplierSettings, fallbackSuppliers } = before
  if (change.supplier !== undefined) return { supplierSettings }
  if (fallbackSuppliers.length === 0) return { supplier, supplierSettings }
  return { suppliers: routesOf(before) }
}

function amountsOf(denomination: Denomination, currency: Currency): Partial<ProductInput> {
  if (denomination.type === 'FIXED') {
    return { fixedAmounts: denomination.fixedMinor.map((amount) => wireAmount(amount, currency)) }
  }
  return {
    minAmount: wireAmount(denomination.minMinor, currency),
    maxAmount: wireAmount(denomination.maxMinor, currency),
  }
}
