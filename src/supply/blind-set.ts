const WORDS = 4
const SLOTS_MIN = 4_096
/** Slots per blind: the fuller a table, the longer the way to a free slot. */
const SLOTS_PER_BLIND = 2

/**
 * The blinds of a whole file: 16 bytes each, in a table of at most four times that. A million of
 * them as texts would take three times as much memory.
 */
export class BlindSet {
  #words = new Uint32Array(SLOTS_MIN * WORDS)
  #isTaken = new Uint8Array(SLOTS_MIN)
  #size = 0
  readonly #scratch = Buffer.alloc(WORDS * Uint32Array.BYTES_PER_ELEMENT)
  readonly #given = new Uint32Array(this.#scratch.buffer, this.#scratch.byteOffset, WORDS)

  /** Whether it is new: 16 bytes as Latin-1 text. */
  add(blind: string): boolean {
    this.#scratch.write(blind, 'latin1')
    if (!this.#put(this.#given)) return false
    this.#size += 1
    if (this.#size * SLOTS_PER_BLIND > this.#isTaken.length) this.#grow()
    return true
  }

  #put(given: Uint32Array): boolean {
    const slots = this.#isTaken.length
    let slot = (given[0] ?? 0) % slots
    for (; this.#isTaken[slot] === 1; slot = (slot + 1) % slots) {
      if (this.#stands(given, slot)) return false
    }
    this.#isTaken[slot] = 1
    this.#words.set(given, slot * WORDS)
    return true
  }

  #stands(given: Uint32Array, slot: number): boolean {
    return given.every((word, at) => this.#words[slot * WORDS + at] === word)
  }

  #grow(): void {
    const words = this.#words
    const isTaken = this.#isTaken
    this.#words = new Uint32Array(words.length * 2)
    this.#isTaken = new Uint8Array(isTaken.length * 2)
    for (const [slot, taken] of isTaken.entries()) {
      if (taken === 1) this.#put(words.subarray(slot * WORDS, (slot + 1) * WORDS))
    }
  }
}
