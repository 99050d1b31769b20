import type { Clock } from '../core/mod.ts'
import type { Database, Tx } from '../db/mod.ts'
import type { Vault } from '../vault/mod.ts'
import type { StockedProduct } from './import-line.ts'

export interface ImportContext {
  readonly db: Database
  readonly vault: Vault
  readonly clock: Clock
}

/** The counts of a chunk, with the names of its import and lot. */
export interface ImportedChunk {
  readonly importId: string
  readonly lot: string
  readonly imported: number
}

export interface ImportSource {
  readonly product: StockedProduct
  readonly csv: AsyncIterable<Uint8Array>
  /** Runs in the transaction of each chunk that brings codes, once they are in stock. */
  onChunk?(tx: Tx, chunk: ImportedChunk): Promise<void>
}
