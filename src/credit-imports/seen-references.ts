import { hash } from 'node:crypto'
import { releaseBytes } from '../core/mod.ts'

const CAPACITY_MIN = 4_096
/** How full the table may be: a million references just fit into 2^20 places. */
const FILL_MAX = 0.96
/** 128 bits, as a UUID has: no two references of a file share them by chance. */
const WORDS = 4

/**
 * The references of a file and their lines. A million take 21 MB; in a Map they would take 130 MB
 * or more.
 */
export class SeenReferences {
  #digests = new Uint32Array(CAPACITY_MIN * WORDS)
  /** The line at the place of each digest; 0 if the place is free. */
  #lines = new Uint32Array(CAPACITY_MIN)
  #count = 0
  /** The digest of the current reference. */
  readonly #digest = new Uint32Array(WORDS)
  readonly #bytes = Buffer.from(this.#digest.buffer)

  /** Adds a reference. If it is there already, returns its line instead. */
  add(reference: string, line: number): number | undefined {
    if (this.#count >= this.#lines.length * FILL_MAX) this.#grow()
    this.#bytes.write(hash('sha256', reference, 'binary'), 'latin1')
    const digest = this.#digest
    const at = this.#placeOf(digest)
    const first = this.#lines[at]
    if (first !== undefined && first > 0) return first
    this.#put(at, digest, line)
    this.#count += 1
    return undefined
  }

  /** Returns the index of a digest, or of the free place where it belongs. */
  #placeOf(digest: Uint32Array): number {
    const capacity = this.#lines.length
    for (let at = (digest[0] ?? 0) % capacity; ; at = (at + 1) % capacity) {
      if (this.#lines[at] === 0 || this.#isAt(at, digest)) return at
    }
  }

  #isAt(at: number, digest: Uint32Array): boolean {
    for (let index = 0; index < WORDS; index += 1) {
      if (this.#digests[at * WORDS + index] !== digest[index]) return false
    }
    return true
  }

  #put(at: number, digest: Uint32Array, line: number): void {
    this.#digests.set(digest, at * WORDS)
    this.#lines[at] = line
  }

  #grow(): void {
    const [digests, lines] = [this.#digests, this.#lines]
    this.#digests = new Uint32Array(digests.length * 2)
    this.#lines = new Uint32Array(lines.length * 2)
    for (const [at, line] of lines.entries()) {
      if (line === 0) continue
      const digest = digests.subarray(at * WORDS, (at + 1) * WORDS)
      this.#put(this.#placeOf(digest), digest, line)
    }
    releaseBytes(Buffer.from(digests.buffer))
    releaseBytes(Buffer.from(lines.buffer))
  }
}
