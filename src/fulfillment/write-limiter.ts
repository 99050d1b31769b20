/**
 * The most concurrent writes of all partners: each uses a connection, and requests need some as
 * well.
 */
const WRITES_MAX = 4

/**
 * Lets a partner's next batches be leased while its last ones are written. Used after a full lease,
 * because waiting would not make the next one larger.
 */
export class WriteLimiter {
  readonly #writes = new Map<number, Set<Promise<void>>>()

  /**
   * Counts a write, which must never reject, until it ends. Resolves when the partner may begin
   * another one. It may if it has none under way. Otherwise it must have fewer than `ownMax`, and
   * all partners together fewer than `WRITES_MAX`.
   */
  async waitForRoom(partnerId: number, write: Promise<void>, ownMax: number): Promise<void> {
    const writes = this.#writes.get(partnerId) ?? new Set()
    this.#writes.set(partnerId, writes.add(write))
    void write.finally(() => {
      writes.delete(write)
      if (writes.size === 0) this.#writes.delete(partnerId)
    })
    while (writes.size >= ownMax || (writes.size > 0 && this.#count() >= WRITES_MAX)) {
      await Promise.race(writes)
    }
  }

  #count(): number {
    let count = 0
    for (const writes of this.#writes.values()) count += writes.size
    return count
  }
}
