import { Type } from 'typebox'
import type { Denomination, PriceTerms, Product } from '../../catalog/mod.ts'
import {
  wireAmount,
  wirePercent,
  wireRate,
  type Currency,
  type ScaledRate,
} from '../../core/mod.ts'

export const RecipientFieldShape = Type.Object(
  {
    name: Type.String(),
    label: Type.String(),
    pattern: Type.String(),
    required: Type.Boolean(),
  },
  { title: 'RecipientField' },
)

/** A product as partners see it. A gift card has only the fields of the interface. */
export const ProductShape = Type.Object(
  {
    productId: Type.Integer(),
    brand: Type.String(),
    currency: Type.String(),
    denominationType: Type.String(),
    fixedAmounts: Type.Optional(Type.Array(Type.Number())),
    minAmount: Type.Optional(Type.Number()),
    maxAmount: Type.Optional(Type.Number()),
    inStock: Type.Boolean(),
    fxRate: Type.Number(),
    discountPercent: Type.Optional(Type.Number()),
    feeAmount: Type.Optional(Type.Number()),
    productType: Type.Optional(Type.String()),
    recipientFields: Type.Optional(Type.Array(RecipientFieldShape)),
  },
  { title: 'Product' },
)

/** How a product is offered to a partner. */
export interface Offer {
  readonly rate: ScaledRate
  readonly inStock: boolean
  /** Undefined if no price rule applies. */
  readonly terms: PriceTerms | undefined
}

export function productOf(product: Product, { rate, inStock, terms }: Offer): object {
  const { productId, brand, currency, denomination, productType, recipientFields } = product
  return {
    productId,
    brand,
    currency: currency.code,
    ...denominationOf(denomination, currency),
    inStock,
    fxRate: wireRate(rate),
    ...(terms && {
      discountPercent: wirePercent(terms.discountPercent),
      feeAmount: wireAmount(terms.feeMinor, currency),
    }),
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
