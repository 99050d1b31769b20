/** Codes per block, and so per row of free stock; a read opens whole blocks. */
export const BLOCK_CODES_MAX = 500

/** What the sealed codes of a block are bound to: they open as this block of this product only. */
export function stockBlockContext(productId: number, blockId: string): string {
  return `stock_blocks:${productId}:${blockId}`
}
