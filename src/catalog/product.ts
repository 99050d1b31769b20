import type { Currency } from '../core/mod.ts'

export const PRODUCT_TYPES = ['GIFT_CARD', 'TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT'] as const
export type ProductType = (typeof PRODUCT_TYPES)[number]

/** The suppliers that a product may name, and the product types that each can issue. */
export type SupplierTypes = Readonly<Record<string, readonly ProductType[]>>

export const DENOMINATION_TYPES = ['FIXED', 'VARIABLE'] as const
export type DenominationType = (typeof DENOMINATION_TYPES)[number]

/** A field of the recipient of a top-up, a bill payment or a credit. */
export interface RecipientField {
  readonly name: string
  readonly label: string
  /** A regular expression that must match the whole value; see recipient-pattern.ts. */
  readonly pattern: string
  readonly required: boolean
}

/** Face values in minor units of the product's currency. */
export type Denomination =
  | { readonly type: 'FIXED'; readonly fixedMinor: readonly bigint[] }
  | { readonly type: 'VARIABLE'; readonly minMinor: bigint; readonly maxMinor: bigint }

/** A supplier with its settings, as the operator wrote them. */
export interface SupplierRoute {
  readonly supplier: string
  readonly settings: Readonly<Record<string, unknown>>
}

export interface Product {
  readonly productId: number
  readonly brand: string
  readonly currency: Currency
  readonly productType: ProductType
  readonly denomination: Denomination
  readonly recipientFields: readonly RecipientField[]
  readonly supplier: string
  readonly supplierSettings: Readonly<Record<string, unknown>>
  /** Suppliers to try in this order if the first one has no stock or does not sell the product. */
  readonly fallbackSuppliers: readonly SupplierRoute[]
  readonly active: boolean
  /** True if it is sold to test partners, and to nobody else. Fixed. */
  readonly isTest: boolean
  /**
   * Its codes are compared with those of products in the same namespace. Undefined is the default
   * namespace. Fixed once the product has had a code.
   */
  readonly codeNamespace?: string | undefined
}

/** Returns all suppliers of a product, in the order in which they are tried. */
export function routesOf({
  supplier,
  supplierSettings: settings,
  fallbackSuppliers,
}: Pick<Product, 'supplier' | 'supplierSettings' | 'fallbackSuppliers'>): SupplierRoute[] {
  return [{ supplier, settings }, ...fallbackSuppliers]
}

/** True if a delivery cannot be taken back. Only a code that nobody has read can be taken back. */
export function isIrrevocable(productType: ProductType): boolean {
  return productType !== 'GIFT_CARD'
}
