import { isListed, RATE_ONE, type Currency, type ScaledRate } from '../core/mod.ts'
import type { Product } from './product.ts'

/** A rate as lines are priced at it; undefined numbers are those of a currency to itself. */
export interface PricingRate {
  readonly rateNo: bigint | undefined
  readonly rate: ScaledRate
}

/** All products, and the rates in force, as of one version and moment; never changes once made. */
export interface CatalogSnapshot {
  readonly version: bigint
  /** When it was read, and when another rate comes into force: by the database's clock. */
  readonly readAt: number
  readonly ratesUntil: number
  /** By productId, inactive ones included. */
  readonly products: ReadonlyMap<number, Product>
  /** Units of `to` per unit of `from`, by `rateKey`. */
  readonly rates: ReadonlyMap<string, PricingRate>
}

const SAME_CURRENCY: PricingRate = { rateNo: undefined, rate: RATE_ONE }

export function rateKey(from: string, to: string): string {
  return `${from} ${to}`
}

/** The rate from one currency to another: 1 where they are equal, undefined where there is none. */
function rateBetween(
  snapshot: CatalogSnapshot,
  from: Currency,
  to: Currency,
): PricingRate | undefined {
  if (from.code === to.code) return SAME_CURRENCY
  return snapshot.rates.get(rateKey(from.code, to.code))
}

/** One whose currency is no longer listed is in no catalog: nobody could price it any more. */
export function isSold({ active, currency }: Product): boolean {
  return active && isListed(currency.code)
}

/** A product as one currency's catalog shows it. */
export interface PricedProduct extends PricingRate {
  readonly product: Product
}

/** The active products that can be priced in `currency`, ordered by productId. */
export function productsIn(snapshot: CatalogSnapshot, currency: Currency): PricedProduct[] {
  const priced: PricedProduct[] = []
  for (const product of snapshot.products.values()) {
    const rate = isSold(product) ? rateBetween(snapshot, product.currency, currency) : undefined
    if (rate) priced.push({ product, rate: rate.rate, rateNo: rate.rateNo })
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
  const rate =
    product && isSold(product) ? rateBetween(snapshot, product.currency, currency) : undefined
  return product && rate && { product, rate: rate.rate, rateNo: rate.rateNo }
}
