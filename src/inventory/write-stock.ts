import type { Tx } from '../db/mod.ts'
import { insertBuckets } from './bucket-rows.ts'
import type { SealedBlock, SealedBlocks } from './sealed-chunk.ts'
import { insertBlocks, insertFree } from './stock-rows.ts'

/** Puts codes on sale that were inserted into the index. The caller has locked their lot. */
export function writeStock(
  tx: Tx,
  lotName: { productId: number; lot: string; now: number },
  stock: SealedBlocks,
): void {
  const { productId } = lotName
  const faces = stock.blocks.map((block) => block.faceValueMinor)
  tx.write(insertBuckets(productId, faces))
  tx.write(insertBlocks(lotName, stock))
  tx.write(insertFree(productId, stock.blocks.map(wholeRange)))
}

function wholeRange({ blockId, quantity }: SealedBlock): {
  blockId: string
  first: number
  quantity: number
} {
  return { blockId, first: 0, quantity }
}
