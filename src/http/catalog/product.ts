import { Type } from 'typebox'
import type { Denomination, PriceTerms, Product } from '../../catalog/mod.ts'
import type { ProductContent } from '../../content/mod.ts'
import {
  type Currency,
  type ScaledRate,
  wireAmount,
  wirePercent,
  wireRate,
} from '../../core/mod.ts'
import { ContentShape, wireContent } from '../shapes/content-shape.ts'
import { Decimal, Text, YesOrNo } from '../shapes/field.ts'
import { fields } from '../shapes/fields.ts'
import { DENOMINATION_TYPE, PRODUCT_TYPE } from '../shapes/meanings.ts'
import { oneOf } from '../shapes/one-of.ts'

export const RecipientFieldShape = Type.Object(
  {
    name: Text('The name of the field in `recipient`'),
    label: Text('Label for people'),
    pattern: Text('A regular expression that the value must match as a whole'),
    required: YesOrNo('True if it must be given'),
  },
  { title: 'RecipientField' },
)

/** A product as partners see it. A gift card lacks the fields about its type and recipient. */
export const ProductShape = Type.Object(
  {
    productId: fields.productId,
    brand: fields.brand,
    currency: Text('The currency of the product, as ISO 4217 code'),
    denominationType: oneOf('Kind of face values that can be ordered', DENOMINATION_TYPE),
    fixedAmounts: Type.Optional(fields.fixedAmounts),
    minAmount: Type.Optional(fields.minAmount),
    maxAmount: Type.Optional(fields.maxAmount),
    inStock: fields.inStock,
    fxRate: fields.fxRate,
    discountPercent: Type.Optional(fields.discountPercent),
    feeAmount: Type.Optional(
      Decimal('A fee for each unit that price rules add, in major units of `currency`'),
    ),
    productType: Type.Optional(oneOf('Type of the product', PRODUCT_TYPE)),
    recipientFields: Type.Optional(
      Type.Array(RecipientFieldShape, {
        description: 'Fields of the recipient that an order must have',
      }),
    ),
    content: Type.Optional(ContentShape),
  },
  { title: 'Product' },
)

/** How a product is offered to a partner. */
export interface Offer {
  readonly rate: ScaledRate
  readonly inStock: boolean
  /** Undefined if no price rule applies. */
  readonly terms: PriceTerms | undefined
  /** Undefined if no content was requested. */
  readonly shown?: { readonly content: ProductContent; readonly baseUrl: string } | undefined
}

export function productOf(product: Product, { rate, inStock, terms, shown }: Offer) {
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
    ...(shown && { content: wireContent(shown.content, shown.baseUrl) }),
  }
}

export function denominationOf(denomination: Denomination, currency: Currency) {
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
