import { createHash } from 'node:crypto'
import { Refusal } from '../core/mod.ts'
import {
  CsvBroken,
  CsvReader,
  readHeader,
  requireFewer,
  type CsvRecord,
  type FilePart,
} from '../csv/mod.ts'
import type { GoodLine } from '../inventory/mod.ts'
import { CodeFault } from '../supply/mod.ts'
import { IMPORT_COLUMNS, LineReader, type Header, type StockedProduct } from './import-line.ts'
import type { FilePlace, ImportFault, SkippedPart, RejectedLine } from './import-work.ts'
import { ReadBefore } from './read-before.ts'

/** The records that one part of the file completed. */
export interface ReadLines {
  readonly good: readonly GoodLine[]
  readonly rejected: readonly RejectedLine[]
  /** The end of the last complete record. */
  readonly place: FilePlace
  readonly fault: ImportFault | undefined
}

interface LineResults {
  readonly good: GoodLine[]
  readonly rejected: RejectedLine[]
  /** Milliseconds. Codes that have expired by then are rejected. */
  readonly now: number
}

/**
 * Reads and checks the records of a file, part by part, after the part that an earlier run has
 * read.
 */
export class ImportReader {
  readonly #lineReader: LineReader
  readonly #hash = createHash('sha256')
  #csv = new CsvReader()
  #before: ReadBefore | undefined
  #header: Header | undefined
  /** The bytes after the last complete record. */
  #unhashed = Buffer.alloc(0)
  #bytes = 0
  #lines = 0
  /** Without the header. */
  #records = 0

  constructor(product: StockedProduct) {
    this.#lineReader = new LineReader(product)
  }

  /**
   * Skips the part that an earlier run has read, up to `place`. May be called again with a later
   * place. Bytes after it are read with the next part.
   */
  skip({ bytes, isLast }: FilePart, place: FilePlace): SkippedPart {
    const before = (this.#before ??= new ReadBefore(this.#hash))
    before.push(bytes, isLast)
    const isSame = before.isSame(place)
    if (isSame) this.#continueAt(place)
    return { isSame, bytesBehind: before.rest.length }
  }

  #continueAt(place: FilePlace): void {
    this.#csv = new CsvReader(place)
    this.#bytes = place.bytes
    this.#lines = place.lines
    this.#records = place.records
  }

  /** Reads the next part, up to the first fault of the file if it has one. */
  read({ bytes, isLast }: FilePart, now: number): ReadLines {
    const good: GoodLine[] = []
    const rejected: RejectedLine[] = []
    let fault: ImportFault | undefined
    try {
      this.#readRest(this.#withRest(bytes), { isLast, now, good, rejected })
    } catch (error) {
      fault = faultOf(error)
    }
    return { good, rejected, place: this.#place(), fault }
  }

  #withRest(part: Uint8Array): Uint8Array {
    const before = this.#before
    if (!before) return part
    this.#before = undefined
    if (before.header) this.#header = readHeader(before.header, IMPORT_COLUMNS)
    return Buffer.concat([before.rest, part])
  }

  #readRest(
    part: Uint8Array,
    { isLast, ...results }: LineResults & { readonly isLast: boolean },
  ): void {
    const from = this.#bytes
    this.#unhashed = Buffer.concat([this.#unhashed, part])
    this.#csv.push(part, isLast)
    try {
      for (let record = this.#csv.next(); record; record = this.#csv.next()) {
        this.#readRecord(record, results)
        this.#advance()
      }
      if (isLast) this.#header ??= readHeader([], IMPORT_COLUMNS)
      this.#advance()
    } finally {
      this.#hash.update(this.#unhashed.subarray(0, this.#bytes - from))
      this.#unhashed = this.#unhashed.subarray(this.#bytes - from)
    }
  }

  #advance(): void {
    this.#bytes = this.#csv.bytes
    this.#lines = this.#csv.lines
  }

  #readRecord(record: CsvRecord, { good, rejected, now }: LineResults): void {
    const { line, fields } = record
    if (!this.#header) {
      this.#header = readHeader(fields, IMPORT_COLUMNS)
      return
    }
    requireFewer(this.#records, record)
    this.#records += 1
    try {
      good.push(this.#lineReader.read({ header: this.#header, now }, record))
    } catch (error) {
      if (!(error instanceof CodeFault)) throw error
      rejected.push({ line, reason: error.message })
    }
  }

  #place(): FilePlace {
    const hash = this.#hash.copy().digest()
    return { bytes: this.#bytes, lines: this.#lines, records: this.#records, hash }
  }
}

function faultOf(error: unknown): ImportFault {
  if (error instanceof CsvBroken) {
    return { kind: 'line', line: error.line, message: error.message }
  }
  if (!(error instanceof Refusal)) throw error
  return { kind: 'header', message: error.message, details: error.extras.details ?? [] }
}
