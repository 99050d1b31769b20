import { partsOf, type FilePart } from '../csv/mod.ts'
import type { Tx } from '../db/mod.ts'
import type { StockedProduct } from './import-line.ts'
import type { FilePlace } from './import-work.ts'
import { readHere, readInThread, type ChunkReading } from './thread-client.ts'

/** Bytes of a file that are read and stored together: some ten thousand lines. */
export const PART_BYTES = 262_144

/** A file up to this size is read without a thread. */
const SMALL_FILE_BYTES = 65_536

/** A chunk that brings codes, with the names of its import and lot. */
export interface ImportedChunk {
  readonly importId: string
  readonly lot: string
  /** True for the first chunk of a run. */
  readonly isFirst: boolean
}

export interface ImportSource {
  readonly product: StockedProduct
  readonly csv: AsyncIterable<Uint8Array>
  /** Runs in the transaction of each chunk that brings codes, once they are in stock. */
  onChunk?(tx: Tx, chunk: ImportedChunk): Promise<void>
}

/** The file of one import as it arrives in parts, and its reader. */
export class ImportFile {
  readonly #product: StockedProduct
  readonly #parts: AsyncGenerator<FilePart, void>
  #reader: ChunkReading | undefined
  #hasEnded = false
  #bytesBehind = 0

  constructor({ product, csv }: ImportSource) {
    this.#product = product
    this.#parts = partsOf(csv, PART_BYTES)
  }

  /** The reader of the file. The size of the first part decides where it runs. */
  get reader(): ChunkReading {
    if (!this.#reader) throw new Error('no part of the file was read')
    return this.#reader
  }

  /** Returns the next part of the file; an empty one after its end. */
  async next(): Promise<FilePart> {
    const part = (await this.#parts.next()).value ?? endOfFile()
    const isSmall = part.isLast && part.bytes.length <= SMALL_FILE_BYTES
    this.#reader ??= isSmall ? readHere(this.#product) : readInThread(this.#product)
    this.#hasEnded = part.isLast
    return part
  }

  /**
   * Skips the part that an earlier run has read, up to `place`. Returns whether the file begins
   * with that part. May be called again with a later place.
   */
  async skip(place: FilePlace): Promise<boolean> {
    const nothing: FilePart = { bytes: new Uint8Array(), isLast: this.#hasEnded }
    for (let part = this.#reader ? nothing : await this.next(); ; part = await this.next()) {
      const { isSame, bytesBehind } = await this.reader.skip(part, place)
      this.#bytesBehind = bytesBehind
      if (isSame !== undefined) return isSame
    }
  }

  /**
   * Returns whether the file continues after the skipped part. The file cannot be read afterwards.
   */
  async hasMore(): Promise<boolean> {
    return this.#bytesBehind > 0 || (await this.next()).bytes.length > 0
  }

  async end(): Promise<void> {
    this.#reader?.end()
    await this.#parts.return()
  }
}

function endOfFile(): FilePart {
  return { bytes: new Uint8Array(), isLast: true }
}
