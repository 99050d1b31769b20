import type { ProductType } from '../catalog/mod.ts'

/** Texts by name. A missing one is undefined. */
export type Fields = Readonly<Record<string, string | undefined>>

/** One product that a supplier sells, at fixed face values or in a range. */
export interface Listing {
  readonly listing: string
  readonly name: string
  readonly brand: string
  readonly productType: ProductType
  readonly currency: string
  /** ISO 3166 codes of two letters. */
  readonly countries: readonly string[]
  readonly faceValues: readonly string[] | ListedRange
  /** The discount on the face value, in percent, as decimal text, if the supplier names it. */
  readonly discountPercent?: string | undefined
  readonly isOnSale: boolean
  /** The settings of a product that is mapped to it. */
  readonly settings: Fields
  readonly imageUrl?: string | undefined
  readonly redemption?: string | undefined
  readonly terms?: string | undefined
}

/** Any face value of a range; with `step`, only `min` and multiples of `step` above it. */
export interface ListedRange {
  readonly min: string
  readonly max: string
  readonly step?: string | undefined
}

export interface CatalogPage {
  readonly listings: readonly Listing[]
  /** The cursor of the next page; undefined on the last one. */
  readonly cursor?: string | undefined
}
