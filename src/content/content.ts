import type { Barcode } from './barcode.ts'
import type { Category } from './category.ts'

/** The texts about a product in one language. */
export interface ProductTexts {
  /** A canonical language tag, such as `de` or `pt-BR`. */
  readonly locale: string
  readonly name: string
  readonly description?: string | undefined
  readonly terms?: string | undefined
  readonly redemptionSteps: readonly string[]
  readonly validity?: string | undefined
  readonly balanceCheckUrl?: string | undefined
}

/** An image of a product. Its bytes are served at an address that contains its id. */
export interface ImageInfo {
  /** The SHA-256 of its bytes in hexadecimal, with the file extension of its format. */
  readonly imageId: string
  readonly width: number
  readonly height: number
}

/** The content that a shop shows for a product. */
export interface ProductContent {
  readonly category?: Category | undefined
  /** The barcode symbology of its codes. Undefined: one that fits the text of the code. */
  readonly barcode?: Barcode | undefined
  /** ISO 3166 codes of the countries where it can be redeemed; empty if they are unknown. */
  readonly countries: readonly string[]
  readonly images: readonly ImageInfo[]
  /** Ordered by locale. */
  readonly locales: readonly ProductTexts[]
}

/** The content of a product that has none. */
export const NO_CONTENT: ProductContent = { countries: [], images: [], locales: [] }
