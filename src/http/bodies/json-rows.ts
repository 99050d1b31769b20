import { setImmediate } from 'node:timers/promises'
import { invalidField, invalidPart } from '../../core/mod.ts'
import { closingQuote } from './json-scan.ts'

/** Parsing and checking this many rows, or bytes, takes some milliseconds. */
const ROWS_OF_SLICE = 250
const BYTES_OF_SLICE = 131_072
/** Scanning this many bytes takes some milliseconds. */
const BYTES_OF_STEP = 1_048_576

const QUOTE = 0x22
const COMMA = 0x2c
const COLON = 0x3a
const OPEN_ARRAY = 0x5b
const CLOSE_ARRAY = 0x5d
const OPEN_OBJECT = 0x7b
const CLOSE_OBJECT = 0x7d
const SPACE = 0x20

/** The body is an object, and its rows an array. */
const DEPTH_OF_FIELDS = 1
const DEPTH_OF_ROWS = 2

/** Some of the rows of a body, as the text of an object with only them. */
interface RowSlice {
  readonly text: Buffer
  /** The number of rows that the text must have. */
  readonly count: number
}

interface SplitBody {
  /** The body without its rows. */
  readonly head: Buffer
  /** The number of its rows. */
  readonly count: number
  readonly slices: Iterable<RowSlice>
}

/**
 * Splits a JSON body at the rows of a field without parsing it; undefined if the field has none.
 * Text that is not JSON is split somewhere, so that a part of it is not JSON either. Refuses
 * invalid_request if the field is given twice, or if its rows do not end.
 */
export async function splitRows(body: Buffer, field: string): Promise<SplitBody | undefined> {
  const scan = new RowScan(body, field)
  while (scan.advance(BYTES_OF_STEP)) await setImmediate()
  const { from, to } = scan.rows
  if (from !== undefined && to === undefined) throw invalidPart('body', 'is not valid JSON')
  if (from === undefined || to === undefined || scan.slices.length === 0) return undefined
  const head = Buffer.concat([body.subarray(0, from), body.subarray(to)])
  const count = scan.slices.reduce((sum, one) => sum + one.count, 0)
  return { head, count, slices: textsOf(body, field, scan.slices) }
}

/** Slices are made when they are needed, so that not all of them are in memory. */
function* textsOf(
  body: Buffer,
  field: string,
  places: RowScan['slices'],
): Generator<RowSlice, void> {
  const begin = Buffer.from(`{${JSON.stringify(field)}:[`)
  const end = Buffer.from(']}')
  for (const { from, to, count } of places) {
    yield { text: Buffer.concat([begin, body.subarray(from, to), end]), count }
  }
}

/** Finds the rows of a body in steps. */
class RowScan {
  /** Where the rows begin and end; undefined until that is known. */
  readonly rows: { from?: number; to?: number } = {}
  readonly slices: { readonly from: number; readonly to: number; readonly count: number }[] = []
  readonly #body: Buffer
  readonly #field: string
  readonly #key: Buffer
  #at = 0
  #depth = 0
  #sliceFrom = 0
  #count = 1

  constructor(body: Buffer, field: string) {
    this.#body = body
    this.#field = field
    this.#key = Buffer.from(JSON.stringify(field))
  }

  /** Scans at least `bytes` more. Returns false at the end of the body. */
  advance(bytes: number): boolean {
    const body = this.#body
    const end = Math.min(this.#at + bytes, body.length)
    for (; this.#at < end; this.#at += 1) {
      const byte = body[this.#at]
      if (byte === QUOTE) this.#passText()
      else if (byte === OPEN_ARRAY || byte === OPEN_OBJECT) this.#depth += 1
      else if (byte === CLOSE_ARRAY || byte === CLOSE_OBJECT) this.#close()
      else if (byte === COMMA && this.#isAmongRows()) this.#endRow()
    }
    return this.#at < body.length
  }

  #isAmongRows(): boolean {
    const { from, to } = this.rows
    return this.#depth === DEPTH_OF_ROWS && from !== undefined && to === undefined
  }

  #endRow(): void {
    const isFull = this.#count >= ROWS_OF_SLICE || this.#at - this.#sliceFrom >= BYTES_OF_SLICE
    if (isFull) this.#endSlice()
    else this.#count += 1
  }

  #endSlice(): void {
    this.slices.push({ from: this.#sliceFrom, to: this.#at, count: this.#count })
    this.#sliceFrom = this.#at + 1
    this.#count = 1
  }

  #close(): void {
    if (this.#isAmongRows()) {
      this.rows.to = this.#at
      if (this.slices.length > 0 || !this.#isBlank()) this.#endSlice()
    }
    this.#depth -= 1
  }

  #isBlank(): boolean {
    return this.#nextAfter(this.#sliceFrom - 1) >= this.#at
  }

  /** Passes a text. If it is the name of the field, and rows follow, they begin here. */
  #passText(): void {
    const body = this.#body
    const from = this.#at
    this.#at = closingQuote(body, from)
    if (this.#depth !== DEPTH_OF_FIELDS) return
    if (!body.subarray(from, this.#at + 1).equals(this.#key)) return
    const colonAt = this.#nextAfter(this.#at)
    if (body[colonAt] !== COLON) return
    const openAt = this.#nextAfter(colonAt)
    if (body[openAt] !== OPEN_ARRAY) return
    if (this.rows.from !== undefined) throw invalidField(this.#field, 'is given twice')
    this.rows.from = openAt + 1
    this.#sliceFrom = openAt + 1
    this.#depth = DEPTH_OF_ROWS
    this.#at = openAt
  }

  /** Returns the index of the next byte that is no white space. */
  #nextAfter(at: number): number {
    let next = at + 1
    while ((this.#body[next] ?? QUOTE) <= SPACE) next += 1
    return next
  }
}
