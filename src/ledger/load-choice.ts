import type { BookRow } from './book.ts'

/**
 * How a group loads its book:
 *
 * - `cache` loads it from the cache, without a lock.
 * - `catch up` locks it, and reads only the accounts that other processes have changed.
 * - `lock` locks it, and reads it from the database.
 */
export type Load = 'cache' | 'catch up' | 'lock'

/** After this many groups in a row that met no other process, a book counts as not shared. */
const SHARED_GROUPS = 16
/**
 * After a repeated key, this many groups read the book first, because the client may repeat more
 * requests.
 */
const REPEATED_GROUPS = 8

/** Chooses how the next group of a partner loads its book, from the outcomes of the last groups. */
export class LoadChoice {
  readonly #shared = new GroupCounts()
  readonly #repeating = new GroupCounts()

  next(partnerId: number): Load {
    if (this.#repeating.countDown(partnerId)) return 'lock'
    return this.isShared(partnerId) ? 'catch up' : 'cache'
  }

  /** True if other processes are likely to have changed the book. */
  isShared(partnerId: number): boolean {
    return this.#shared.has(partnerId)
  }

  /** Records whether a group that locked its book found the cached version or another one. */
  versionFound(cached: BookRow, { partnerId, version }: BookRow): void {
    if (version === cached.version) this.#shared.countDown(partnerId)
    else this.#shared.set(partnerId, SHARED_GROUPS)
  }

  /** Records that a request repeated an idempotency key. */
  keyRepeated(partnerId: number): void {
    this.#repeating.set(partnerId, REPEATED_GROUPS)
  }
}

const PARTNERS_MAX = 10_000

/** Counts down groups by partner, for a bounded number of partners. */
class GroupCounts {
  readonly #left = new Map<number, number>()

  set(partnerId: number, groups: number): void {
    if (this.#left.size >= PARTNERS_MAX && !this.#left.has(partnerId)) this.#left.clear()
    this.#left.set(partnerId, groups)
  }

  has(partnerId: number): boolean {
    return this.#left.has(partnerId)
  }

  /** Returns true if a group was left. */
  countDown(partnerId: number): boolean {
    const groups = this.#left.get(partnerId)
    if (groups === undefined) return false
    if (groups > 1) this.#left.set(partnerId, groups - 1)
    else this.#left.delete(partnerId)
    return true
  }
}
