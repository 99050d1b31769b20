import { createHash } from 'node:crypto'
import { Refusal } from '../core/mod.ts'
import { CsvBroken, CsvReader, type CsvRecord } from './csv-records.ts'
import { readHeader, type Header } from './import-header.ts'
import { LineFault, readLine, type ImportedLine, type StockedProduct } from './import-line.ts'
import type { FilePlace, ImportFault, PieceInfo, RejectedLine } from './import-work.ts'
import { ReadBefore } from './read-before.ts'

export const IMPORT_LINES_MAX = 1_000_000

/** A line that can be imported, and which of the file it is. */
export interface GoodLine extends ImportedLine {
  readonly line: number
}

/** What one piece of the file completed. */
export interface ReadLines {
  readonly good: readonly GoodLine[]
  readonly rejected: readonly RejectedLine[]
  /** How far the file was read. */
  readonly place: FilePlace
  readonly fault: ImportFault | undefined
}

/**
 * Reads the file of one import piece by piece and checks every line of it. What an earlier run has
 * read is passed over, once it is known to be the same.
 */
export class ImportReader {
  readonly #product: StockedProduct
  readonly #csv: CsvReader
  readonly #hash = createHash('sha256')
  #before: ReadBefore | undefined
  #header: Header | undefined
  /** Bytes that stand behind the last record. */
  #unhashed = Buffer.alloc(0)
  #bytes: number
  #lines: number

  constructor(product: StockedProduct, readBefore: FilePlace | undefined) {
    this.#product = product
    this.#before = readBefore && new ReadBefore(readBefore, this.#hash)
    this.#csv = new CsvReader(readBefore)
    this.#bytes = readBefore?.bytes ?? 0
    this.#lines = readBefore?.lines ?? 0
  }

  /** Reads the next piece. Where it has a fault, that is the end, after all lines before it. */
  read(piece: Uint8Array, info: PieceInfo): ReadLines {
    const good: GoodLine[] = []
    const rejected: RejectedLine[] = []
    let fault: ImportFault | undefined
    try {
      const rest = this.#pass(piece, info.isLast)
      if (rest) this.#readRest(rest, { ...info, good, rejected })
    } catch (error) {
      fault = faultOf(error)
    }
    return { good, rejected, place: this.#place(), fault }
  }

  /** What follows what was read before; undefined where that has not arrived yet. */
  #pass(piece: Uint8Array, isLast: boolean): Uint8Array | undefined {
    const before = this.#before
    if (!before) return piece
    const rest = before.pass(piece)
    if (!isLast && (!before.isPassed || rest.length === 0)) return undefined
    if (!before.isPassed || !before.isSame({ isEnd: rest.length === 0 })) throw new OtherFile()
    if (before.header) this.#header = readHeader(before.header)
    this.#before = undefined
    return rest
  }

  #readRest(
    piece: Uint8Array,
    { isLast, ...lines }: PieceInfo & { good: GoodLine[]; rejected: RejectedLine[] },
  ): void {
    const from = this.#bytes
    this.#unhashed = Buffer.concat([this.#unhashed, piece])
    this.#csv.push(piece, isLast)
    try {
      for (let record = this.#csv.next(); record; record = this.#csv.next()) {
        this.#take(record, lines)
        this.#reached()
      }
      if (isLast) this.#header ??= readHeader([])
      this.#reached()
    } finally {
      this.#hash.update(this.#unhashed.subarray(0, this.#bytes - from))
      this.#unhashed = this.#unhashed.subarray(this.#bytes - from)
    }
  }

  /** All that was handed out so far is dealt with. */
  #reached(): void {
    this.#bytes = this.#csv.bytes
    this.#lines = this.#csv.lines
  }

  #take(
    { line, fields }: CsvRecord,
    { good, rejected, now }: { good: GoodLine[]; rejected: RejectedLine[]; now: number },
  ): void {
    if (!this.#header) {
      this.#header = readHeader(fields)
      return
    }
    if (line > IMPORT_LINES_MAX + 1) {
      throw new CsvBroken(line, `is beyond the ${IMPORT_LINES_MAX} lines of one import`)
    }
    try {
      const read = readLine({ product: this.#product, header: this.#header, now }, fields)
      good.push({ line, ...read })
    } catch (error) {
      if (!(error instanceof LineFault)) throw error
      rejected.push({ line, reason: error.message })
    }
  }

  #place(): FilePlace {
    return { bytes: this.#bytes, lines: this.#lines, hash: this.#hash.copy().digest() }
  }
}

class OtherFile extends Error {}

function faultOf(error: unknown): ImportFault {
  if (error instanceof OtherFile) return { kind: 'other_file' }
  if (error instanceof CsvBroken) {
    return { kind: 'line', line: error.line, message: error.message }
  }
  if (!(error instanceof Refusal)) throw error
  return { kind: 'header', message: error.message, details: error.extras.details ?? [] }
}
