import type { FilePart } from '../csv/mod.ts'
import { ChunkSealer, type SealedBlocks, type Sealing } from '../inventory/mod.ts'
import type { StockedProduct } from './import-line.ts'
import { ImportReader } from './import-reader.ts'
import type { FilePlace, SkippedPart, ReadChunk } from './import-work.ts'

/**
 * Reads and seals the file of one import, chunk by chunk. Runs in any thread and uses no database.
 */
export class ChunkReader {
  readonly #reader: ImportReader
  #sealer: ChunkSealer | undefined

  constructor(product: StockedProduct) {
    this.#reader = new ImportReader(product)
  }

  skip(part: FilePart, place: FilePlace): SkippedPart {
    return this.#reader.skip(part, place)
  }

  /** Sets the keys and options of sealing. Called once, before the first part is read. */
  begin(sealing: Sealing): void {
    this.#sealer = new ChunkSealer(sealing)
  }

  /** Reads and seals a part. Rejects codes that have expired by `now` (milliseconds). */
  read(part: FilePart, now: number): ReadChunk {
    const { good, ...read } = this.#reader.read(part, now)
    return { ...read, ...this.#requireSealer().seal(good, now) }
  }

  sealAgain(chunkNo: number, isWanted: Uint8Array, now: number): SealedBlocks {
    return this.#requireSealer().sealAgain(chunkNo, isWanted, now)
  }

  #requireSealer(): ChunkSealer {
    if (!this.#sealer) throw new Error('begin comes before the first part is read')
    return this.#sealer
  }
}
