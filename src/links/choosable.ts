import type { PricedProduct } from '../catalog/mod.ts'
import { convertHalfUp, minorUnits, type Currency } from '../core/mod.ts'

/** Returns the products that a person can choose: gift cards, which need no recipient. */
export function choosable(offers: readonly PricedProduct[]): PricedProduct[] {
  return offers.filter(({ product }) => product.productType === 'GIFT_CARD')
}

/** Returns the lowest and the highest cost of a unit of a product in a currency. */
export function costsOf(
  { product, rate }: PricedProduct,
  currency: Currency,
): { readonly least: bigint; readonly most: bigint } {
  const { denomination } = product
  const costs = (
    denomination.type === 'FIXED'
      ? denomination.fixedMinor
      : [denomination.minMinor, denomination.maxMinor]
  ).map((minor) => convertHalfUp(minorUnits(minor), rate, { from: product.currency, to: currency }))
  const sorted = costs.toSorted((one, other) => (one < other ? -1 : one > other ? 1 : 0))
  return { least: sorted[0] ?? 0n, most: sorted.at(-1) ?? 0n }
}
