import type { Currency } from '../core/mod.ts'

export const PRODUCT_TYPES = ['GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT'] as const
export type ProductType = (typeof PRODUCT_TYPES)[number]

export const DENOMINATION_TYPES = ['FIXED', 'VARIABLE'] as const
export type DenominationType = (typeof DENOMINATION_TYPES)[number]

/** What a partner must say about the recipient of a top-up, a bill payment or a credit. */
export interface RecipientField {
  readonly name: string
  readonly label: string
  /** A regular expression that the whole value must match; see recipient-pattern.ts. */
  readonly pattern: string
  readonly required: boolean
}

/** Face values in minor units of the product's own currency. */
export type Denomination =
  | { readonly type: 'FIXED'; readonly fixedMinor: readonly bigint[] }
  | { readonly type: 'VARIABLE'; readonly minMinor: bigint; readonly maxMinor: bigint }

export interface Product {
  readonly productId: number
  readonly brand: string
  readonly currency: Currency
  readonly productType: ProductType
  readonly denomination: Denomination
  readonly recipientFields: readonly RecipientField[]
  readonly supplier: string
  readonly supplierSettings: Readonly<Record<string, unknown>>
  readonly active: boolean
}

/** What is delivered and cannot be taken back: everything but a code nobody has seen. */
export function isIrrevocable(productType: ProductType): boolean {
  return productType !== 'GIFT_CARD'
}
