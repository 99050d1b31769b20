import { Readable } from 'node:stream'
import type { SealedBlocks, Sealing } from '../inventory/mod.ts'
import { partsOf } from './file-parts.ts'
import type { StockedProduct } from './import-line.ts'
import type { ImportSource } from './import-source.ts'
import { type ImportReading, readHere, readInThread } from './import-threads.ts'
import type { FilePart, FilePlace, ReadChunk } from './import-work.ts'

/** A file that ends with its first part, and that within so many bytes, is not worth a thread. */
const SMALL_FILE_BYTES = 65_536

/** The file of one import as it arrives, read in the thread, or right here where it is small. */
export class ImportFile {
  readonly #product: StockedProduct
  readonly #parts: AsyncGenerator<FilePart, void>
  /** Where it is read is known with its first part. */
  #reading: ImportReading | undefined
  #hasEnded = false
  #bytesBehind = 0

  constructor({ product, csv }: ImportSource) {
    this.#product = product
    this.#parts = partsOf(keptOpen(csv))
  }

  /** The next part; at the end of the file an empty one. */
  async next(): Promise<FilePart> {
    const part = (await this.#parts.next()).value ?? endOfFile()
    const isSmall = part.isLast && part.bytes.length <= SMALL_FILE_BYTES
    this.#reading ??= isSmall ? readHere(this.#product) : readInThread(this.#product)
    this.#hasEnded = part.isLast
    return part
  }

  /**
   * Passes over what an earlier run has read, up to `place`, where the file begins with that;
   * answers whether it does. It may be passed over further then.
   */
  async pass(place: FilePlace): Promise<boolean> {
    const nothing: FilePart = { bytes: new Uint8Array(), isLast: this.#hasEnded }
    for (let part = this.#reading ? nothing : await this.next(); ; part = await this.next()) {
      const { isSame, bytesBehind } = await this.#opened().pass(part, place)
      this.#bytesBehind = bytesBehind
      if (isSame !== undefined) return isSame
    }
  }

  /** Whether anything follows behind what was passed, which then is not read any more. */
  async goesOn(): Promise<boolean> {
    return this.#bytesBehind > 0 || (await this.next()).bytes.length > 0
  }

  /** Comes before the first part is read. */
  begin(sealing: Sealing): Promise<void> {
    return this.#opened().begin(sealing)
  }

  /** Reads a part, and with the first one what was left over of those that were passed. */
  read(part: FilePart, now: number): Promise<ReadChunk> {
    return this.#opened().read(part, now)
  }

  sealAgain(chunkNo: number, isWanted: Uint8Array, now: number): Promise<SealedBlocks> {
    return this.#opened().sealAgain(chunkNo, isWanted, now)
  }

  async end(): Promise<void> {
    this.#reading?.end()
    await this.#parts.return()
  }

  #opened(): ImportReading {
    if (!this.#reading) throw new Error('no part of the file was read')
    return this.#reading
  }
}

function endOfFile(): FilePart {
  return { bytes: new Uint8Array(), isLast: true }
}

/** A stream is not destroyed: the answer may have to go out on its connection. */
function keptOpen(csv: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (!(csv instanceof Readable)) return csv
  return { [Symbol.asyncIterator]: () => csv.iterator({ destroyOnReturn: false }) }
}
