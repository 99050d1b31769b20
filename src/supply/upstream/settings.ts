/** What a product says of its supplier `upstream`. */
export interface UpstreamSettings {
  /** The name of the account. */
  readonly upstream: string
  /** Theirs. */
  readonly productId: number
}

const PRODUCT_ID_MAX = 2 ** 53 - 1

/** The settings, or the field of them that does not hold and why. */
export function readSettings(
  settings: Readonly<Record<string, unknown>>,
): UpstreamSettings | { readonly field: string; readonly fault: string } {
  const { upstream, productId } = settings
  if (typeof upstream !== 'string') {
    return { field: 'upstream', fault: 'must be the name of an upstream' }
  }
  if (typeof productId !== 'number' || !Number.isInteger(productId) || productId < 1) {
    return { field: 'productId', fault: 'must be the number of their product' }
  }
  if (productId > PRODUCT_ID_MAX) return { field: 'productId', fault: 'is too large' }
  return { upstream, productId }
}
