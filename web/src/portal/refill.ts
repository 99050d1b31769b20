import type { Product } from '../api/portal-operations.ts'
import type { CartLine, RepeatedLine } from './cart-line.ts'

export interface Refill {
  readonly lines: readonly CartLine[]
  /** The brands that are no longer in the catalog, each once. */
  readonly gone: readonly string[]
  /** The brands whose lines need a recipient, each once. */
  readonly needsRecipient: readonly string[]
}

type CatalogProduct = Pick<Product, 'productId' | 'brand' | 'currency' | 'recipientFields'>

/** Returns the lines that can be ordered again from a catalog, and what is left out. */
export function refill(
  repeated: readonly RepeatedLine[],
  catalog: readonly CatalogProduct[],
): Refill {
  const products = new Map(catalog.map((product) => [product.productId, product]))
  const lines: CartLine[] = []
  const gone = new Set<string>()
  const needsRecipient = new Set<string>()
  for (const { productId, brand, amount, quantity } of repeated) {
    const product = products.get(productId)
    if (!product) gone.add(brand)
    else if (product.recipientFields?.some(({ required }) => required))
      needsRecipient.add(product.brand)
    else {
      lines.push({
        productId,
        brand: product.brand,
        currency: product.currency,
        amount,
        quantity,
      })
    }
  }
  return { lines, gone: [...gone], needsRecipient: [...needsRecipient] }
}
