import type { Hash } from 'node:crypto'
import { CsvReader } from './csv-records.ts'
import type { FilePlace } from './import-work.ts'

const LINE_ENDS = new Set(['\n'.charCodeAt(0), '\r'.charCodeAt(0)])

/**
 * What an earlier run has read of a file: passes over it as it arrives again, and tells whether it
 * is the same.
 */
export class ReadBefore {
  readonly #hash: Hash
  readonly #csv = new CsvReader()
  #header: readonly string[] | undefined
  #passed = 0
  #endsLine = true
  #rest: Uint8Array = new Uint8Array()
  #isLast = false

  /** `hash` is left as that of all that was passed. */
  constructor(hash: Hash) {
    this.#hash = hash
  }

  /** Its first record, which names the columns of what follows. */
  get header(): readonly string[] | undefined {
    return this.#header
  }

  /** What has arrived behind it. */
  get rest(): Uint8Array {
    return this.#rest
  }

  push(part: Uint8Array, isLast: boolean): void {
    this.#rest = this.#rest.length === 0 ? part : Buffer.concat([this.#rest, part])
    this.#isLast = isLast
  }

  /**
   * Whether the file begins with what was read up to `place`; undefined where more of it has to
   * arrive. Asked again, the place may be a later one.
   */
  isSame(place: FilePlace): boolean | undefined {
    this.#pass(place)
    if (this.#passed < place.bytes) return this.#isLast ? false : undefined
    // What does not end with a line was all of the file, and nothing may follow.
    if (!this.#endsLine && this.#rest.length > 0) return false
    if (!this.#endsLine && !this.#isLast) return undefined
    return this.#hash.copy().digest().equals(place.hash)
  }

  #pass({ bytes }: FilePlace): void {
    const part = this.#rest.subarray(0, bytes - this.#passed)
    const lastByte = part.at(-1)
    if (lastByte === undefined) return
    this.#endsLine = LINE_ENDS.has(lastByte)
    this.#passed += part.length
    this.#rest = this.#rest.subarray(part.length)
    this.#hash.update(part)
    if (this.#header) return
    this.#csv.push(part, this.#passed === bytes)
    this.#header = this.#csv.next()?.fields
  }
}
