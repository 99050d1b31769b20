import { isListed, RATE_ONE, type Currency, type ScaledRate } from '../core/mod.ts'
import type { Assortments } from './assortment.ts'
import type { PriceTerms } from './price-rule.ts'
import type { Product } from './product.ts'
import type { Rules } from './rule.ts'

/** A rate that prices lines. Undefined numbers mean that both currencies are the same. */
export interface PricingRate {
  readonly rateNo: bigint | undefined
  /** The rate that prices lines: the market rate with the spread of the pair. */
  readonly rate: ScaledRate
  readonly marketRate: ScaledRate
}

/** All products, and the rates and price rules in force, at one version and moment. Immutable. */
export interface CatalogSnapshot {
  readonly version: bigint
  /** The moment that it was read for, by the database's clock. */
  readonly readAt: number
  /**
   * When the latest of its rates, spreads and rules came into force, and when the next one will.
   */
  readonly validFrom: number
  readonly validUntil: number
  /** By productId, inactive ones included. */
  readonly products: ReadonlyMap<number, Product>
  /** Units of `to` per unit of `from`, by `rateKey`. */
  readonly rates: ReadonlyMap<string, PricingRate>
  readonly priceRules: Rules<PriceTerms>
  readonly assortments: Assortments
}

const SAME_CURRENCY: PricingRate = { rateNo: undefined, rate: RATE_ONE, marketRate: RATE_ONE }

export function rateKey(from: string, to: string): string {
  return `${from} ${to}`
}

/** Returns the rate between two currencies: 1 if they are equal, undefined if there is none. */
function rateBetween(
  snapshot: CatalogSnapshot,
  from: Currency,
  to: Currency,
): PricingRate | undefined {
  if (from.code === to.code) return SAME_CURRENCY
  return snapshot.rates.get(rateKey(from.code, to.code))
}

/** True if the product is active and its currency is listed, so that it can be priced. */
export function isSold({ active, currency }: Product): boolean {
  return active && isListed(currency.code)
}

/** A product in one currency's catalog. */
export interface PricedProduct extends PricingRate {
  readonly product: Product
}

/** The audience of a catalog: a partner, a currency, and whether it is a test partner. */
export interface Audience {
  readonly partnerId: number
  readonly currency: Currency
  /** Test partners can buy test products only, and nobody else can. */
  readonly isTest?: boolean | undefined
}

/** Returns the active products with a price in the currency, ordered by productId. */
export function productsIn(snapshot: CatalogSnapshot, audience: Audience): PricedProduct[] {
  const priced: PricedProduct[] = []
  for (const product of snapshot.products.values()) {
    const rate = rateFor(snapshot, product, audience)
    if (rate) priced.push(pricedAt(product, rate))
  }
  return priced
}

function rateFor(
  snapshot: CatalogSnapshot,
  product: Product,
  audience: Audience,
): PricingRate | undefined {
  if (!isShownTo(snapshot, product, audience)) return undefined
  return rateBetween(snapshot, product.currency, audience.currency)
}

/** True if the partner is sold the product in some currency. */
export function isShownTo(
  { assortments }: CatalogSnapshot,
  product: Product,
  { partnerId, isTest = false }: Omit<Audience, 'currency'>,
): boolean {
  return isSold(product) && product.isTest === isTest && assortments.shows(partnerId, product)
}

/**
 * Returns a number that partners with the same products and prices share: 0 without rules of their
 * own.
 */
export function groupOf({ priceRules, assortments }: CatalogSnapshot, partnerId: number): number {
  return priceRules.hasOwn(partnerId) || assortments.hasOwn(partnerId) ? partnerId : 0
}

/** Returns one product of a catalog, or undefined if it is not in it. */
export function productIn(
  snapshot: CatalogSnapshot,
  productId: number,
  audience: Audience,
): PricedProduct | undefined {
  const product = snapshot.products.get(productId)
  const rate = product && rateFor(snapshot, product, audience)
  return product && rate && pricedAt(product, rate)
}

function pricedAt(product: Product, { rate, rateNo, marketRate }: PricingRate): PricedProduct {
  return { product, rate, rateNo, marketRate }
}
