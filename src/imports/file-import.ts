import { ChunkSealer, type SealedBlocks, type Sealing } from '../inventory/mod.ts'
import type { StockedProduct } from './import-line.ts'
import { ImportReader } from './import-reader.ts'
import type { FilePart, FilePlace, PassedPart, ReadChunk } from './import-work.ts'

/** Reads and seals the file of one import, in whatever thread it is made. Knows no database. */
export class FileImport {
  readonly #reader: ImportReader
  #sealer: ChunkSealer | undefined

  constructor(product: StockedProduct) {
    this.#reader = new ImportReader(product)
  }

  /** Passes over what an earlier run has read up to `place`, where the file begins with that. */
  pass(part: FilePart, place: FilePlace): PassedPart {
    return this.#reader.pass(part, place)
  }

  /** Comes before the first part that is read. */
  begin(sealing: Sealing): void {
    this.#sealer = new ChunkSealer(sealing)
  }

  /** Codes that have expired by `now` (milliseconds) are rejected. */
  read(part: FilePart, now: number): ReadChunk {
    const { good, ...read } = this.#reader.read(part, now)
    return { ...read, ...this.#begun().seal(good, now) }
  }

  /** Seals those codes of a chunk again that are flagged, by the order of their blinds. */
  sealAgain(chunkNo: number, isWanted: Uint8Array, now: number): SealedBlocks {
    return this.#begun().sealAgain(chunkNo, isWanted, now)
  }

  #begun(): ChunkSealer {
    if (!this.#sealer) throw new Error('a file is read once its import has begun')
    return this.#sealer
  }
}
