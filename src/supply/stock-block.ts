import type { Vault } from '../vault/mod.ts'

/** Sealed bytes of stock, and the block that they belong to. */
export interface StockBlock {
  readonly productId: number
  readonly blockId: string
  readonly sealed: Buffer
}

/** What the sealed codes of a block are bound to: they open as this block of this product only. */
export function stockBlockContext(productId: number, blockId: string): string {
  return `stock_blocks:${productId}:${blockId}`
}

/** The block's codes in clear, for `codeLines` and `decodeCodes`; throws SealBroken. */
export function openStockBlock(vault: Vault, { productId, blockId, sealed }: StockBlock): Buffer {
  return vault.open('codes', stockBlockContext(productId, blockId), sealed)
}
