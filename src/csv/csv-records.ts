import { isAscii } from 'node:buffer'

/** One record of a CSV file, and the line of the file on which it begins: the first line is 1. */
export interface CsvRecord {
  readonly line: number
  readonly fields: readonly string[]
}

/** The file is not CSV from this line on. The message quotes nothing, because codes are secret. */
export class CsvBroken extends Error {
  readonly line: number

  constructor(line: number, message: string) {
    super(message)
    this.line = line
  }
}

/** The most records of one file, without its header. */
const FILE_RECORDS_MAX = 1_000_000

/** Throws CsvBroken if the file already has the most records that it may have. */
export function requireFewer(recordsBefore: number, { line }: CsvRecord): void {
  if (recordsBefore < FILE_RECORDS_MAX) return
  throw new CsvBroken(line, `is beyond the ${FILE_RECORDS_MAX} records of one import`)
}

/** The most bytes of a record. A longer record is taken for a quote that is never closed. */
const RECORD_BYTES_MAX = 65_536

const BOM = '\u00EF\u00BB\u00BF'
const UTF_16_BOM = /^(?:\u00FF\u00FE|\u00FE\u00FF)/
const NONE = -1

/**
 * Reads CSV (RFC 4180, UTF-8 with or without a byte order mark, lines ending in CRLF, LF or CR)
 * part by part, without blank lines. Keeps only an unfinished record in memory between two parts.
 * Bytes that are not UTF-8 appear as U+FFFD.
 *
 * Bytes are held as one character each (Latin-1). Quotes, commas and line ends are the same in
 * Latin-1, and positions in the text are positions in the file. Only fields with other letters are
 * decoded.
 */
export class CsvReader {
  #text = ''
  #at = 0
  #isLast = false
  #isAscii = true
  #hasBegun: boolean
  /** Bytes of the file that are no longer in the text. */
  #dropped: number
  #line: number
  /** The positions of the next quote, line feed and carriage return; old ones are before `#at`. */
  #quoteAt = NONE
  #feedAt = NONE
  #returnAt = NONE

  /** Reads a file from its beginning, or from the end of a record in it. */
  constructor(from: { readonly bytes: number; readonly lines: number } = { bytes: 0, lines: 0 }) {
    this.#hasBegun = from.bytes > 0
    this.#dropped = from.bytes
    this.#line = from.lines + 1
  }

  /** Bytes up to the end of the last record, including its line end and blank lines after it. */
  get bytes(): number {
    return this.#dropped + this.#at
  }

  /** The number of lines in these bytes. */
  get lines(): number {
    return this.#line - 1
  }

  /** Adds more of the file; `isLast` at its end. */
  push(part: Uint8Array, isLast: boolean): void {
    const buffer = Buffer.from(part.buffer, part.byteOffset, part.byteLength)
    const rest = this.#text.slice(this.#at)
    this.#dropped += this.#at
    this.#text = rest + buffer.toString('latin1')
    this.#isAscii = isAscii(buffer) && (this.#isAscii || rest === '')
    this.#at = 0
    this.#isLast = isLast
    this.#quoteAt = this.#feedAt = this.#returnAt = NONE
  }

  /**
   * Returns the next record; undefined at the end of the file, or if the rest of the record is not
   * yet pushed. Throws CsvBroken at a misplaced quote.
   */
  next(): CsvRecord | undefined {
    if (!this.#hasBegun && !this.#begin()) return undefined
    for (;;) {
      const end = this.#lineEnd()
      const isQuoted = this.#quote() < end
      if (!isQuoted && end === this.#at && end < this.#text.length) {
        if (!this.#endLine(end)) return undefined
        continue
      }
      return isQuoted ? this.#quotedRecord() : this.#plainRecord(end)
    }
  }

  #begin(): boolean {
    if (this.#text.length < BOM.length && !this.#isLast) return false
    this.#hasBegun = true
    if (UTF_16_BOM.test(this.#text)) throw new CsvBroken(1, 'is not UTF-8')
    if (this.#text.startsWith(BOM)) this.#at = BOM.length
    return true
  }

  /** Returns where the next line end begins, or the end of the text. */
  #lineEnd(): number {
    if (this.#feedAt < this.#at) this.#feedAt = this.#find('\n')
    if (this.#returnAt < this.#at) this.#returnAt = this.#find('\r')
    return Math.min(this.#feedAt, this.#returnAt)
  }

  #quote(): number {
    if (this.#quoteAt < this.#at) this.#quoteAt = this.#find('"')
    return this.#quoteAt
  }

  #find(character: string): number {
    const position = this.#text.indexOf(character, this.#at)
    return position === NONE ? this.#text.length : position
  }

  #plainRecord(end: number): CsvRecord | undefined {
    const fields = this.#decoded(this.#text.slice(this.#at, end)).split(',')
    return this.#record(fields, end)
  }

  /** Returns the record that ends at `end`, unless more of its line may follow. */
  #record(fields: readonly string[], end: number): CsvRecord | undefined {
    if (end - this.#at > RECORD_BYTES_MAX) throw this.#tooLong()
    const isCut = end === this.#text.length && !this.#isLast
    if (isCut || (this.#isLast && this.#at === this.#text.length)) return undefined
    const line = this.#line
    const from = this.#at
    if (!this.#endLine(end)) return undefined
    if (this.#quoteAt < end && this.#quoteAt >= from) this.#line += breaksIn(this.#text, from, end)
    return { line, fields }
  }

  /** Skips the line end at `at`. Returns false if its line feed may come with the next part. */
  #endLine(at: number): boolean {
    const isReturn = this.#text[at] === '\r'
    if (isReturn && at + 1 === this.#text.length && !this.#isLast) return false
    this.#at = Math.min(at + (isReturn && this.#text[at + 1] === '\n' ? 2 : 1), this.#text.length)
    this.#line += 1
    return true
  }

  #quotedRecord(): CsvRecord | undefined {
    const fields: string[] = []
    for (let at = this.#at; ; at += 1) {
      const end = this.#text[at] === '"' ? this.#closingQuote(at) + 1 : this.#plainEnd(at)
      if (end > this.#text.length) return this.#unclosed()
      fields.push(this.#decoded(unquote(this.#text.slice(at, end))))
      const follows = this.#text[end]
      if (follows === ',') at = end
      else if (follows === undefined || follows === '\n' || follows === '\r') {
        // A quote at the end of the part may be the first of two.
        return this.#record(fields, end)
      } else throw new CsvBroken(this.#line, 'has text after a closing quote')
    }
  }

  /** Returns where the quote at `at` is closed, or the end of the text. */
  #closingQuote(at: number): number {
    for (let from = at + 1; ; from += 2) {
      from = this.#text.indexOf('"', from)
      if (from === NONE) return this.#text.length
      if (this.#text[from + 1] !== '"') return from
    }
  }

  #plainEnd(at: number): number {
    let end = at
    for (; end < this.#text.length; end += 1) {
      const character = this.#text[end]
      if (character === ',' || character === '\n' || character === '\r') return end
      if (character === '"') {
        throw new CsvBroken(
          this.#line,
          'has a quote inside of a field that does not begin with one',
        )
      }
    }
    return end
  }

  #unclosed(): undefined {
    if (this.#text.length - this.#at > RECORD_BYTES_MAX) throw this.#tooLong()
    if (this.#isLast) throw new CsvBroken(this.#line, 'opens a quote that is never closed')
    return undefined
  }

  #tooLong(): CsvBroken {
    return new CsvBroken(this.#line, `goes on for more than ${RECORD_BYTES_MAX} bytes`)
  }

  #decoded(text: string): string {
    return this.#isAscii ? text : Buffer.from(text, 'latin1').toString('utf8')
  }
}

function unquote(text: string): string {
  return text.startsWith('"') ? text.slice(1, -1).replaceAll('""', '"') : text
}

function breaksIn(text: string, from: number, to: number): number {
  return text.slice(from, to).match(/\r\n|\r|\n/g)?.length ?? 0
}
