import { dateAt, drawNumber, isIntegerId, storedCurrency } from '../core/mod.ts'
import {
  maybeRow,
  oneRow,
  insertRow,
  sql,
  type Db,
  type ProductsRow,
  type Statement,
  type Tx,
} from '../db/mod.ts'
import type {
  DenominationType,
  Product,
  ProductType,
  RecipientField,
  SupplierRoute,
} from './product.ts'
import type { NewProduct } from './product-input.ts'

export async function readProducts(db: Db): Promise<Product[]> {
  return (await db.rows(selectProducts())).map(toProduct)
}

export async function lockProduct(tx: Tx, productId: number): Promise<Product | undefined> {
  if (!isIntegerId(productId)) return undefined
  const row = await maybeRow(tx, selectProductForUpdate(productId))
  return row && toProduct(row)
}

export async function insertProduct(tx: Tx, product: NewProduct, at: number): Promise<number> {
  const row = await oneRow(tx, insertProductRow(product, at))
  return row.product_id
}

type ProductRow = Omit<
  ProductsRow,
  | 'created_at'
  | 'product_type'
  | 'denomination_type'
  | 'recipient_fields'
  | 'supplier_settings'
  | 'fallback_suppliers'
> & {
  product_type: ProductType
  denomination_type: DenominationType
  recipient_fields: RecipientField[]
  supplier_settings: Record<string, unknown>
  fallback_suppliers: SupplierRoute[]
}

function toProduct(row: ProductRow): Product {
  return {
    productId: row.product_id,
    brand: row.brand,
    currency: storedCurrency(row.currency),
    productType: row.product_type,
    denomination:
      row.denomination_type === 'FIXED'
        ? { type: 'FIXED', fixedMinor: row.fixed_minor ?? [] }
        : { type: 'VARIABLE', minMinor: row.min_minor ?? 0n, maxMinor: row.max_minor ?? 0n },
    recipientFields: row.recipient_fields,
    supplier: row.supplier,
    supplierSettings: row.supplier_settings,
    fallbackSuppliers: row.fallback_suppliers,
    active: row.active,
    isTest: row.is_test,
    codeNamespace: row.code_namespace ?? undefined,
  }
}

/**
 * Raises the version of the catalog, after waiting for other changes of it. Returns the time at
 * which a change without an effective time comes into force. A reader that has not seen the change
 * has an earlier moment. A reader that sees it has this moment or a later one
 * (`CatalogMoments.read`).
 */
export async function raiseVersion(tx: Tx): Promise<number> {
  const [, { now }] = await Promise.all([
    lockCatalog(tx),
    oneRow(tx, drawVersion()),
    tx.rows(passMillisecond()),
  ])
  return now.getTime()
}

/** Waits for other changes of the catalog, and lets none begin until the transaction ends. */
export async function lockCatalog(tx: Tx): Promise<void> {
  await tx.rows(sql`select pg_advisory_xact_lock(${CATALOG_LOCK})`)
}

/** Waits until changes of the catalog that had begun have ended. */
export async function awaitChanges(db: Db): Promise<void> {
  await db.rows(sql`select pg_advisory_xact_lock_shared(${CATALOG_LOCK})`)
}

/** The key of the lock that a change of the catalog holds: `catalog` as bytes. */
const CATALOG_LOCK = 0x636174616c6f67n

function drawVersion(): Statement<{ now: Date }> {
  return sql`
    update catalog_version set version = ${drawNumber()}
    returning date_trunc('milliseconds', clock_timestamp()) + interval '1 millisecond' as now`
}

function passMillisecond(): Statement<unknown> {
  return sql`select pg_sleep(0.001)`
}

function selectProducts(): Statement<ProductRow> {
  return sql`
    select product_id, brand, currency, product_type, denomination_type, fixed_minor, min_minor,
           max_minor, recipient_fields, supplier, supplier_settings, fallback_suppliers, active,
           code_namespace, is_test
    from products order by product_id`
}

function selectProductForUpdate(productId: number): Statement<ProductRow> {
  return sql`
    select product_id, brand, currency, product_type, denomination_type, fixed_minor, min_minor,
           max_minor, recipient_fields, supplier, supplier_settings, fallback_suppliers, active,
           code_namespace, is_test
    from products where product_id = ${productId} for update`
}

function insertProductRow(product: NewProduct, at: number): Statement<{ product_id: number }> {
  const { fixed, min, max } = bounds(product)
  const inserted = insertRow<ProductsRow>('products', {
    brand: product.brand,
    currency: product.currency.code,
    product_type: product.productType,
    denomination_type: product.denomination.type,
    fixed_minor: fixed,
    min_minor: min,
    max_minor: max,
    recipient_fields: JSON.stringify(product.recipientFields),
    supplier: product.supplier,
    supplier_settings: JSON.stringify(product.supplierSettings),
    fallback_suppliers: JSON.stringify(product.fallbackSuppliers),
    active: product.active,
    created_at: dateAt(at),
    code_namespace: product.codeNamespace,
    is_test: product.isTest,
  })
  return sql`
    ${inserted}
    returning product_id`
}

/** Writes the suppliers of a product in another order. Partners do not see the change. */
export async function reorderSuppliers(
  tx: Tx,
  product: Product,
  routes: readonly SupplierRoute[],
): Promise<Product> {
  const [first, ...fallbackSuppliers] = routes
  if (!first) return product
  const { supplier, settings: supplierSettings } = first
  const after = { ...product, supplier, supplierSettings, fallbackSuppliers }
  await tx.rows(updateProductRow(after))
  await raiseVersion(tx)
  return after
}

export function updateProductRow({ productId, ...product }: Product): Statement<never> {
  const { fixed, min, max } = bounds(product)
  return sql`
    update products
    set brand = ${product.brand}, currency = ${product.currency.code},
        product_type = ${product.productType}, denomination_type = ${product.denomination.type},
        fixed_minor = ${fixed}::bigint[], min_minor = ${min}, max_minor = ${max},
        recipient_fields = ${JSON.stringify(product.recipientFields)}::jsonb,
        supplier = ${product.supplier},
        supplier_settings = ${JSON.stringify(product.supplierSettings)}::jsonb,
        fallback_suppliers = ${JSON.stringify(product.fallbackSuppliers)}::jsonb,
        active = ${product.active}, code_namespace = ${product.codeNamespace ?? null}
    where product_id = ${productId}`
}

function bounds({ denomination }: NewProduct): {
  fixed: bigint[] | null
  min: bigint | null
  max: bigint | null
} {
  return denomination.type === 'FIXED'
    ? { fixed: [...denomination.fixedMinor], min: null, max: null }
    : { fixed: null, min: denomination.minMinor, max: denomination.maxMinor }
}
