import type { DataKey } from './key-wraps.ts'

/**
 * The data keys that a process has read; there may be one per lot. The cache has two generations.
 * When the young generation is full, it replaces the old one. This drops the keys of the old one
 * that were not used meanwhile. So a key stays in the cache until at least `generationMax` other
 * keys were read after its last use.
 */
export class KeyCache {
  readonly #generationMax: number
  #young = new Map<number, DataKey>()
  #old = new Map<number, DataKey>()

  constructor(generationMax: number) {
    this.#generationMax = generationMax
  }

  clear(): void {
    this.#young = new Map()
    this.#old = new Map()
  }

  get(keyId: number): DataKey | undefined {
    const young = this.#young.get(keyId)
    if (young) return young
    const old = this.#old.get(keyId)
    if (old) this.put(old)
    return old
  }

  delete(keyId: number): void {
    this.#young.delete(keyId)
    this.#old.delete(keyId)
  }

  put(key: DataKey): void {
    if (this.#young.size >= this.#generationMax) {
      this.#old = this.#young
      this.#young = new Map()
    }
    this.#young.set(key.keyId, key)
  }
}
