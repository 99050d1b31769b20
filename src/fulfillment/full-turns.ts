/** Over all partners: each writes on a connection, and requests of partners need some as well. */
const WRITING_MAX = 4

/**
 * Lets a partner's next turn begin while its full turns are written: such a turn gathers no more by
 * waiting, and the next one makes its codes meanwhile.
 */
export class FullTurns {
  readonly #writing = new Map<number, Set<Promise<void>>>()

  /**
   * Counts a turn until it is written, which never fails. Answers when the partner may begin
   * another: fewer than `ownMax` of its own are under way, and none at all while enough of all
   * partners' are.
   */
  async roomForMore(partnerId: number, written: Promise<void>, ownMax: number): Promise<void> {
    const own = this.#writing.get(partnerId) ?? new Set()
    this.#writing.set(partnerId, own.add(written))
    void written.finally(() => {
      own.delete(written)
      if (own.size === 0) this.#writing.delete(partnerId)
    })
    while (own.size >= ownMax || (own.size > 0 && this.#count() >= WRITING_MAX)) {
      await Promise.race(own)
    }
  }

  #count(): number {
    let count = 0
    for (const own of this.#writing.values()) count += own.size
    return count
  }
}
