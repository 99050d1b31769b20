import { Readable } from 'node:stream'
import type { SealedBlocks, Sealing } from '../inventory/mod.ts'
import { piecesOf } from './file-parts.ts'
import type { StockedProduct } from './import-line.ts'
import type { ImportSource } from './import-source.ts'
import { type ImportReading, readHere, readInThread } from './import-threads.ts'
import type { FilePiece, FilePlace, ReadChunk } from './import-work.ts'

/** A file that ends with its first piece, and that within so many bytes, is not worth a thread. */
const SMALL_FILE_BYTES = 65_536

/** The file of one import as it arrives, read in the thread, or right here where it is small. */
export class ImportFile {
  readonly #product: StockedProduct
  readonly #pieces: AsyncGenerator<FilePiece, void>
  /** Where it is read is known with its first piece. */
  #reading: ImportReading | undefined
  #hasEnded = false
  #bytesBehind = 0

  constructor({ product, csv }: ImportSource) {
    this.#product = product
    this.#pieces = piecesOf(keptOpen(csv))
  }

  /** The next piece; at the end of the file an empty one. */
  async next(): Promise<FilePiece> {
    const piece = (await this.#pieces.next()).value ?? endOfFile()
    const isSmall = piece.isLast && piece.bytes.length <= SMALL_FILE_BYTES
    this.#reading ??= isSmall ? readHere(this.#product) : readInThread(this.#product)
    this.#hasEnded = piece.isLast
    return piece
  }

  /**
   * Passes over what an earlier run has read, up to `place`, where the file begins with that;
   * answers whether it does. It may be passed over further then.
   */
  async pass(place: FilePlace): Promise<boolean> {
    const nothing: FilePiece = { bytes: new Uint8Array(), isLast: this.#hasEnded }
    for (let piece = this.#reading ? nothing : await this.next(); ; piece = await this.next()) {
      const { isSame, bytesBehind } = await this.#opened().pass(piece, place)
      this.#bytesBehind = bytesBehind
      if (isSame !== undefined) return isSame
    }
  }

  /** Whether anything follows behind what was passed, which then is not read any more. */
  async goesOn(): Promise<boolean> {
    return this.#bytesBehind > 0 || (await this.next()).bytes.length > 0
  }

  /** Comes before the first piece is read. */
  begin(sealing: Sealing): Promise<void> {
    return this.#opened().begin(sealing)
  }

  /** Reads a piece, and with the first one what was left over of those that were passed. */
  read(piece: FilePiece, now: number): Promise<ReadChunk> {
    return this.#opened().read(piece, now)
  }

  sealAgain(chunkNo: number, isWanted: Uint8Array, now: number): Promise<SealedBlocks> {
    return this.#opened().sealAgain(chunkNo, isWanted, now)
  }

  async end(): Promise<void> {
    this.#reading?.end()
    await this.#pieces.return()
  }

  #opened(): ImportReading {
    if (!this.#reading) throw new Error('the first piece comes first')
    return this.#reading
  }
}

function endOfFile(): FilePiece {
  return { bytes: new Uint8Array(), isLast: true }
}

/** A stream is not destroyed: the answer may have to go out on its connection. */
function keptOpen(csv: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  if (!(csv instanceof Readable)) return csv
  return { [Symbol.asyncIterator]: () => csv.iterator({ destroyOnReturn: false }) }
}
