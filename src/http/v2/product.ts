import { Type } from 'typebox'
import type { Denomination, Product } from '../../catalog/mod.ts'
import { wireAmount, wireRate, type Currency, type ScaledRate } from '../../core/mod.ts'

export const RecipientFieldShape = Type.Object({
  name: Type.String(),
  label: Type.String(),
  pattern: Type.String(),
  required: Type.Boolean(),
})

/** A product as partners see it. A gift card has only the fields of the interface. */
export const ProductShape = Type.Object({
  productId: Type.Integer(),
  brand: Type.String(),
  currency: Type.String(),
  denominationType: Type.String(),
  fixedAmounts: Type.Optional(Type.Array(Type.Number())),
  minAmount: Type.Optional(Type.Number()),
  maxAmount: Type.Optional(Type.Number()),
  inStock: Type.Boolean(),
  fxRate: Type.Number(),
  productType: Type.Optional(Type.String()),
  recipientFields: Type.Optional(Type.Array(RecipientFieldShape)),
})

export function productOf(product: Product, rate: ScaledRate, inStock: boolean): object {
  const { productId, brand, currency, denomination, productType, recipientFields } = product
  return {
    productId,
    brand,
    currency: currency.code,
    ...denominationOf(denomination, currency),
    inStock,
    fxRate: wireRate(rate),
    ...(productType !== 'GIFT_CARD' && { productType, recipientFields }),
  }
}

export function denominationOf(denomination: Denomination, currency: Currency): object {
  const { type: denominationType } = denomination
  if (denomination.type === 'FIXED') {
    const fixedAmounts = denomination.fixedMinor.map((amount) => wireAmount(amount, currency))
    return { denominationType, fixedAmounts }
  }
  return {
    denominationType,
    minAmount: wireAmount(denomination.minMinor, currency),
    maxAmount: wireAmount(denomination.maxMinor, currency),
  }
}
