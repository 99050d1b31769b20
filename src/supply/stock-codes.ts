import { transact, type Tx } from '../db/mod.ts'
import { ChunkSealer } from './chunk-sealer.ts'
import { enterNew, writeStock } from './import-chunk.ts'
import type { ImportedLine } from './import-line.ts'
import type { ImportContext } from './import-source.ts'

export interface CodesToStock {
  readonly productId: number
  readonly lot: string
  readonly lines: readonly ImportedLine[]
  /** Runs in their transaction where some were new; again where that is repeated. */
  onStored(tx: Tx, stored: number): Promise<void>
}

/**
 * Stores those of the codes that the product has never had, in one transaction; answers how many
 * they were. For codes that come one by one, and not in a file.
 */
export async function stockCodes(
  { db, vault, clock }: ImportContext,
  { productId, lot, lines, onStored }: CodesToStock,
): Promise<number> {
  const now = clock.now()
  const sealer = new ChunkSealer({ productId, keys: vault.codeKeys(), isDryRun: false })
  const chunk = sealer.seal(
    lines.map((line, at) => ({ ...line, line: at + 1 })),
    now,
  )
  return transact(db, async (tx) => {
    const { isNew, known } = await enterNew(tx, { productId, blinds: chunk.blinds })
    const stored = chunk.lines.length - known.size
    if (stored === 0) return 0
    const isAllNew = known.size === 0
    const stock = isAllNew ? chunk.stock : sealer.sealAgain(chunk.chunkNo, isNew, now)
    writeStock(tx, { productId, lot, now }, stock)
    await onStored(tx, stored)
    return stored
  })
}
