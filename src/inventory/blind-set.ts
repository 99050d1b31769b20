import { BLIND_BYTES } from '../vault/mod.ts'

const WORDS = BLIND_BYTES / Uint32Array.BYTES_PER_ELEMENT
const SLOTS_MIN = 4_096
/** Slots per blind: the fuller a table, the longer the way to a free slot. */
const SLOTS_PER_BLIND = 2

/**
 * The blinds of a whole file, in a table of at most four times their bytes. A million of
 * them as texts would take three times as much memory.
 */
export class BlindSet {
  #words = new Uint32Array(SLOTS_MIN * WORDS)
  #isTaken = new Uint8Array(SLOTS_MIN)
  #size = 0
  readonly #scratch = Buffer.alloc(BLIND_BYTES)
  readonly #given = new Uint32Array(this.#scratch.buffer, this.#scratch.byteOffset, WORDS)

  /** Whether the blind at a place of others is new. */
  add(blinds: Buffer, place: number): boolean {
    blinds.copy(this.#scratch, 0, place * BLIND_BYTES, (place + 1) * BLIND_BYTES)
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
