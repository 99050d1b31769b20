import type { Clock } from '../core/mod.ts'
import { transact, type Database, type Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import { ensureLot } from './change-lot.ts'
import { ChunkSealer } from './chunk-sealer.ts'
import { findCodes, insertStocked } from './code-index-rows.ts'
import { shareCodeNamespace } from './code-namespace.ts'
import { placesOf } from './compare-codes.ts'
import type { StockedCode } from './sealed-chunk.ts'
import { writeStock } from './write-stock.ts'

export interface StockContext {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

/** Codes of a purchase that go into stock of its product. */
export interface CodesToStock {
  readonly productId: number
  /** The reference of the purchase. */
  readonly purchase: string
  readonly lot: string
  readonly lines: readonly StockedCode[]
  /** Runs if some codes were new, in the same transaction, and again if that is retried. */
  onStored(tx: Tx, stored: number): Promise<void>
}

/**
 * Stores the codes that are new, or known from this purchase only, in one transaction. Returns
 * their number. Idempotent.
 */
export function stockCodes(context: StockContext, codes: CodesToStock): Promise<number> {
  return transact(context.db, (tx) => stockWithin(tx, context, codes))
}

async function stockWithin(
  tx: Tx,
  { vault, clock }: StockContext,
  { productId, purchase, lot, lines, onStored }: CodesToStock,
): Promise<number> {
  const now = clock.now()
  const codeNamespace = await shareCodeNamespace(tx, productId)
  const keys = vault.codeKeys()
  const sealer = new ChunkSealer({ productId, codeNamespace, keys, isDryRun: false })
  const numbered = lines.map((line, at) => ({ ...line, line: at + 1 }))
  const { blinds, chunkNo } = sealer.seal(numbered, now)
  const places = placesOf(blinds)
  const indexed = await tx.rows(findCodes(blinds))
  const storedCodes = indexed.filter((code) => code.lot !== null || code.purchase !== purchase)
  if (storedCodes.length === places.size) return 0
  ensureLot(tx, { productId, lot }, now)
  const inserted = await tx.rows(insertStocked({ productId, purchase, blinds }, lot))
  if (inserted.length === 0) return 0
  const isNew = new Uint8Array(places.size)
  for (const { blind } of inserted) isNew[places.get(blind.toString('latin1')) ?? places.size] = 1
  writeStock(tx, { productId, lot, now }, sealer.sealAgain(chunkNo, isNew, now))
  await onStored(tx, inserted.length)
  return inserted.length
}
