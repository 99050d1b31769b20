/**
 * The most codes of a block, and so of a row of free stock. Reading one code opens its whole block.
 */
export const BLOCK_CODES_MAX = 500

/** Returns the context that a block is sealed with: it opens as this block of this product only. */
export function stockBlockContext(productId: number, blockId: string): string {
  return `stock_blocks:${productId}:${blockId}`
}
