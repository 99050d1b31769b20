import { RATE_ONE, type Currency, type ScaledRate } from '../core/mod.ts'
import type { Product } from './product.ts'

/** All products and rates as of one version; never changes once made. */
export interface CatalogSnapshot {
  readonly version: bigint
  /** By productId, inactive ones included. */
  readonly products: ReadonlyMap<number, Product>
  /** Units of `to` per unit of `from`, by `rateKey`. */
  readonly rates: ReadonlyMap<string, ScaledRate>
}

export function rateKey(from: string, to: string): string {
  return `${from} ${to}`
}

/** The rate from one currency to another: 1 where they are equal, undefined where there is none. */
export function rateBetween(
  snapshot: CatalogSnapshot,
  from: Currency,
  to: Currency,
): ScaledRate | undefined {
  if (from.code === to.code) return RATE_ONE
  return snapshot.rates.get(rateKey(from.code, to.code))
}

/** A product as one currency's catalog shows it. */
export interface PricedProduct {
  readonly product: Product
  readonly rate: ScaledRate
}

/** The active products that can be priced in `currency`, ordered by productId. */
export function productsIn(snapshot: CatalogSnapshot, currency: Currency): PricedProduct[] {
  const priced: PricedProduct[] = []
  for (const product of snapshot.products.values()) {
    const rate = product.active ? rateBetween(snapshot, product.currency, currency) : undefined
    if (rate !== undefined) priced.push({ product, rate })
  }
  return priced
}

/** One product of a currency's catalog; undefined where it is not in it. */
export function productIn(
  snapshot: CatalogSnapshot,
  productId: number,
  currency: Currency,
): PricedProduct | undefined {
  const product = snapshot.products.get(productId)
  const rate = product?.active ? rateBetween(snapshot, product.currency, currency) : undefined
  return product && rate !== undefined ? { product, rate } : undefined
}
