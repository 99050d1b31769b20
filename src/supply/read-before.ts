import type { Hash } from 'node:crypto'
import { CsvReader } from './csv-records.ts'
import type { FilePlace } from './import-work.ts'

const LINE_ENDS = new Set(['\n'.charCodeAt(0), '\r'.charCodeAt(0)])

/**
 * What an earlier run has read of a file: passes over it as it arrives again, and tells whether it
 * is the same.
 */
export class ReadBefore {
  readonly #place: FilePlace
  readonly #hash: Hash
  readonly #csv = new CsvReader()
  #header: readonly string[] | undefined
  #left: number
  #lastByte: number | undefined

  /** `hash` is left as that of all that was passed. */
  constructor(place: FilePlace, hash: Hash) {
    this.#place = place
    this.#hash = hash
    this.#left = place.bytes
  }

  /** Its first record, which names the columns of what follows. */
  get header(): readonly string[] | undefined {
    return this.#header
  }

  get isPassed(): boolean {
    return this.#left === 0
  }

  /** Takes its part of a piece; answers the rest. */
  pass(piece: Uint8Array): Uint8Array {
    const part = piece.subarray(0, this.#left)
    this.#left -= part.length
    this.#lastByte = part.at(-1) ?? this.#lastByte
    this.#hash.update(part)
    if (!this.#header) {
      this.#csv.push(part, this.isPassed)
      this.#header = this.#csv.next()?.fields
    }
    return piece.subarray(part.length)
  }

  /**
   * Whether the file begins with it. Where it does not end with a line, it was all of the file, and
   * nothing may follow.
   */
  isSame({ isEnd }: { isEnd: boolean }): boolean {
    const endsLine = this.#lastByte === undefined || LINE_ENDS.has(this.#lastByte)
    return (endsLine || isEnd) && this.#hash.copy().digest().equals(this.#place.hash)
  }
}
