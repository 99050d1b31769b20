import type { Hash } from 'node:crypto'
import { CsvReader } from '../csv/mod.ts'
import type { FilePlace } from './import-work.ts'

const LINE_ENDS = new Set(['\n'.charCodeAt(0), '\r'.charCodeAt(0)])

/**
 * Compares the beginning of a file, by hash, with the part that an earlier run read, and skips it.
 */
export class ReadBefore {
  readonly #hash: Hash
  readonly #csv = new CsvReader()
  #header: readonly string[] | undefined
  #skipped = 0
  #isAtLineEnd = true
  #rest: Uint8Array = new Uint8Array()
  #isLast = false

  /** Updates `hash` with everything that is skipped. */
  constructor(hash: Hash) {
    this.#hash = hash
  }

  /** The first record of the file, its header. */
  get header(): readonly string[] | undefined {
    return this.#header
  }

  /** The bytes that have arrived after the skipped part. */
  get rest(): Uint8Array {
    return this.#rest
  }

  push(part: Uint8Array, isLast: boolean): void {
    this.#rest = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part])
    this.#isLast = isLast
  }

  /**
   * Returns whether the file begins with the part that was read up to `place`; undefined if more of
   * it has to arrive. May be called again with a later place.
   */
  isSame(place: FilePlace): boolean | undefined {
    this.#skip(place)
    if (this.#skipped < place.bytes) return this.#isLast ? false : undefined
    // A place within a line is the end of the file, so nothing may follow.
    if (!this.#isAtLineEnd && this.#rest.length > 0) return false
    if (!this.#isAtLineEnd && !this.#isLast) return undefined
    return this.#hash.copy().digest().equals(place.hash)
  }

  #skip({ bytes }: FilePlace): void {
    const part = this.#rest.subarray(0, bytes - this.#skipped)
    const lastByte = part.at(-1)
    if (lastByte === undefined) return
    this.#isAtLineEnd = LINE_ENDS.has(lastByte)
    this.#skipped += part.length
    this.#rest = this.#rest.subarray(part.length)
    this.#hash.update(part)
    if (this.#header) return
    this.#csv.push(part, this.#skipped === bytes)
    this.#header = this.#csv.next()?.fields
  }
}
