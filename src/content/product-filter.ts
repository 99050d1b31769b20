import type { Product } from '../catalog/mod.ts'
import type { Category } from './category.ts'
import { NO_CONTENT, type ProductContent } from './content.ts'
import type { ContentSnapshot } from './contents.ts'

/** The filters of a list of products. An undefined filter selects all. */
export interface ProductFilter {
  readonly country?: string | undefined
  readonly category?: Category | undefined
  /** The whole brand; letter case is ignored. */
  readonly brand?: string | undefined
  /** A part of the brand, or of the name or description in any language. Ignores letter case. */
  readonly q?: string | undefined
  readonly inStock?: boolean | undefined
}

/** True if the filter needs the content of products, not only the products themselves. */
export function needsContent({ country, category, q }: ProductFilter): boolean {
  return country !== undefined || category !== undefined || q !== undefined
}

/** Returns the content of a product. The snapshot is undefined if no content was requested. */
export function contentIn(
  snapshot: ContentSnapshot | undefined,
  productId: number,
): ProductContent {
  return snapshot?.contents.get(productId) ?? NO_CONTENT
}

/** True if the filter selects the product. `content` is read only if the filter needs it. */
export function isWanted(
  { country, category, brand, q, inStock }: ProductFilter,
  {
    product,
    content,
    isInStock,
  }: { product: Product; content: ProductContent; isInStock: boolean },
): boolean {
  return (
    (inStock === undefined || inStock === isInStock) &&
    (brand === undefined || lower(brand) === lower(product.brand)) &&
    (category === undefined || category === content.category) &&
    (country === undefined || content.countries.includes(country)) &&
    (q === undefined || hasText(lower(q), product, content))
  )
}

function hasText(part: string, { brand }: Product, { locales }: ProductContent): boolean {
  const has = (text: string | undefined): boolean =>
    text !== undefined && lower(text).includes(part)
  return has(brand) || locales.some(({ name, description }) => has(name) || has(description))
}

function lower(text: string): string {
  return text.toLowerCase()
}
