import {
  dateAt,
  formatAmount,
  scaledRate,
  storedCurrency,
  type Currency,
  type ScaledRate,
} from '../core/mod.ts'
import {
  maybeRow,
  oneRow,
  sql,
  type Db,
  type FxRatesRow,
  type ProductsRow,
  type Statement,
  type Tx,
} from '../db/mod.ts'
import type { DenominationType, Product, ProductType, RecipientField } from './product.ts'
import type { NewProduct } from './product-input.ts'
import { rateKey, type CatalogSnapshot } from './snapshot.ts'

/** One rate: a unit of `from` is worth `rate` units of `to`. */
export interface Rate {
  readonly from: Currency
  readonly to: Currency
  readonly rate: ScaledRate
}

/** Decimals of the rate columns, as a currency's exponent for reading and printing them. */
const RATE_TEXT: Currency = { code: 'rate', exponent: 8 }

export async function readVersion(db: Db): Promise<bigint> {
  const row = await oneRow(db, selectVersion())
  return row.version
}

/**
 * Everything, as of the version that is read first: newer rows only make the next read redundant.
 */
export async function readSnapshot(db: Db): Promise<CatalogSnapshot> {
  const version = await readVersion(db)
  const products = (await db.rows(selectProducts())).map(toProduct)
  const rates = (await db.rows(selectRates())).map(toRate)
  return {
    version,
    products: new Map(products.map((product) => [product.productId, product])),
    rates: new Map(rates.map((rate) => [rateKey(rate.from.code, rate.to.code), rate.rate])),
  }
}

export async function readRates(db: Db): Promise<(Rate & { updatedAt: number })[]> {
  const rows = await db.rows(selectRates())
  return rows.map((row) => ({ ...toRate(row), updatedAt: row.updated_at.getTime() }))
}

export async function lockProduct(tx: Tx, productId: number): Promise<Product | undefined> {
  const row = await maybeRow(tx, selectProductForUpdate(productId))
  return row && toProduct(row)
}

export async function insertProduct(tx: Tx, product: NewProduct, at: number): Promise<number> {
  const row = await oneRow(tx, insertProductRow(product, at))
  return row.product_id
}

type ProductRow = Omit<
  ProductsRow,
  'created_at' | 'product_type' | 'denomination_type' | 'recipient_fields' | 'supplier_settings'
> & {
  product_type: ProductType
  denomination_type: DenominationType
  recipient_fields: RecipientField[]
  supplier_settings: Record<string, unknown>
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
    active: row.active,
  }
}

function toRate(row: FxRatesRow): Rate {
  return {
    from: storedCurrency(row.from_currency),
    to: storedCurrency(row.to_currency),
    rate: readRateText(row.rate),
  }
}

/** numeric(24, 8) always prints its eight decimals. */
export function readRateText(text: string): ScaledRate {
  return scaledRate(BigInt(text.replace('.', '')))
}

export function rateText(rate: ScaledRate): string {
  return formatAmount(rate, RATE_TEXT)
}

function selectVersion(): Statement<{ version: bigint }> {
  return sql`select version from catalog_version`
}

export function raiseVersion(): Statement<never> {
  return sql`update catalog_version set version = version + 1`
}

function selectProducts(): Statement<ProductRow> {
  return sql`
    select product_id, brand, currency, product_type, denomination_type, fixed_minor, min_minor,
           max_minor, recipient_fields, supplier, supplier_settings, active
    from products order by product_id`
}

function selectProductForUpdate(productId: number): Statement<ProductRow> {
  return sql`
    select product_id, brand, currency, product_type, denomination_type, fixed_minor, min_minor,
           max_minor, recipient_fields, supplier, supplier_settings, active
    from products where product_id = ${productId} for update`
}

function insertProductRow(product: NewProduct, at: number): Statement<{ product_id: number }> {
  const { fixed, min, max } = bounds(product)
  return sql`
    insert into products (
      brand, currency, product_type, denomination_type, fixed_minor, min_minor, max_minor,
      recipient_fields, supplier, supplier_settings, active, created_at)
    values (
      ${product.brand}, ${product.currency.code}, ${product.productType},
      ${product.denomination.type}, ${fixed}::bigint[], ${min}, ${max},
      ${JSON.stringify(product.recipientFields)}::jsonb, ${product.supplier},
      ${JSON.stringify(product.supplierSettings)}::jsonb, ${product.active}, ${dateAt(at)})
    returning product_id`
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
        active = ${product.active}
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

function selectRates(): Statement<FxRatesRow> {
  return sql`
    select from_currency, to_currency, rate, updated_at
    from fx_rates order by from_currency, to_currency`
}

export function upsertRates(rates: readonly Rate[], at: number): Statement<never> {
  return sql`
    insert into fx_rates (from_currency, to_currency, rate, updated_at)
    select given.from_currency, given.to_currency, given.rate, ${dateAt(at)}::timestamptz
    from unnest(
      ${rates.map((rate) => rate.from.code)}::text[],
      ${rates.map((rate) => rate.to.code)}::text[],
      ${rates.map((rate) => rateText(rate.rate))}::numeric[]
    ) as given (from_currency, to_currency, rate)
    on conflict (from_currency, to_currency)
    do update set rate = excluded.rate, updated_at = excluded.updated_at`
}
