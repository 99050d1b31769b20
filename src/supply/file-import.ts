import { ChunkSealer } from './chunk-sealer.ts'
import { ImportReader } from './import-reader.ts'
import type { ImportWork, PieceInfo, ReadChunk, SealedBlocks } from './import-work.ts'

/** Reads and seals the file of one import, in whatever thread it is made. Knows no database. */
export class FileImport {
  readonly #reader: ImportReader
  readonly #sealer: ChunkSealer

  constructor(work: ImportWork) {
    this.#reader = new ImportReader(work.product, work.readBefore)
    this.#sealer = new ChunkSealer(work)
  }

  read(piece: Uint8Array, info: PieceInfo): ReadChunk {
    const { good, ...read } = this.#reader.read(piece, info)
    return { ...read, ...this.#sealer.seal(good, info.now) }
  }

  /** Seals those codes of a chunk again that are flagged, by the order of their blinds. */
  sealAgain(chunkNo: number, isWanted: Uint8Array, now: number): SealedBlocks {
    return this.#sealer.sealAgain(chunkNo, isWanted, now)
  }
}
