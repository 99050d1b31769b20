import type { Accounts } from './accounts.ts'
import type { BookRow } from './book.ts'

/** A book as the last group of this process left it, to be decided on without reading it again. */
export interface KeptBook {
  readonly row: BookRow
  readonly accounts: Accounts
  /** What each kind of write remembers of its own rows, by the kind's name. */
  readonly memories: Map<string, unknown>
}

/** A book with more accounts in memory is read anew; all books together keep at most so many. */
const ACCOUNTS_PER_BOOK_MAX = 10_000
const ACCOUNTS_MAX = 100_000
/** Where another process writes to a book as well, so many groups read it before one does not. */
export const MOVED_WARY_GROUPS = 64
/** And where a key was used again: whoever repeats one request may repeat others. */
export const REPEATED_WARY_GROUPS = 8
const WARY_PARTNERS_MAX = 10_000

/** Those that were used last, within bounds. A book is taken out while a group works on it. */
export class KeptBooks {
  readonly #kept = new Map<number, KeptBook>()
  readonly #wary = new Map<number, number>()
  #accounts = 0

  /** The book as it was kept, if it was; it is kept no longer. */
  take(partnerId: number): KeptBook | undefined {
    const kept = this.#kept.get(partnerId)
    if (!kept) return undefined
    this.#kept.delete(partnerId)
    this.#accounts -= kept.accounts.size
    return kept
  }

  keep(kept: KeptBook): void {
    if (kept.accounts.size > ACCOUNTS_PER_BOOK_MAX) return
    this.take(kept.row.partnerId)
    this.#kept.set(kept.row.partnerId, kept)
    this.#accounts += kept.accounts.size
    // A Map keeps the order of insertion, so the first is the one that was used longest ago.
    for (const partnerId of this.#kept.keys()) {
      if (this.#accounts <= ACCOUNTS_MAX) return
      this.take(partnerId)
    }
  }

  /** The next groups of this book, so many, had better read it. */
  beWary(partnerId: number, groups: number): void {
    if (this.#wary.size >= WARY_PARTNERS_MAX) this.#wary.clear()
    this.#wary.set(partnerId, groups)
  }

  /** Whether this group had better read the book; counts the groups that do. */
  isWary(partnerId: number): boolean {
    const groups = this.#wary.get(partnerId)
    if (groups === undefined) return false
    if (groups > 1) this.#wary.set(partnerId, groups - 1)
    else this.#wary.delete(partnerId)
    return true
  }
}
