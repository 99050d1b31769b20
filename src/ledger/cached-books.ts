import type { Accounts } from './accounts.ts'
import type { BookRow } from './book.ts'
import type { BookSince } from './load-book.ts'
import type { AnyWriteKind, CacheEntries } from './write-kind.ts'

/** A book as the last group of this process left it, to be decided on without reading it again. */
export interface CachedBook {
  readonly row: BookRow
  readonly accounts: Accounts
  readonly caches: Caches
}

/** The cache of each kind of write, by its name: entries by the account they belong to. */
export type Caches = Map<string, Map<number, unknown>>

/** How many accounts are cached, with their entries. */
export interface CacheLimits {
  readonly perBookMax: number
  readonly inAllMax: number
}

/** 36 MB of accounts and their wallets. */
const LIMITS: CacheLimits = { perBookMax: 50_000, inAllMax: 100_000 }
/** What is left of a book that has more, so that not every group has to push accounts out. */
const SHARE_LEFT = 15 / 16
/** Where another process writes to a book as well, until so many groups in a row met no other. */
const SHARED_GROUPS = 16
/** And where a key was used again: whoever repeats one request may repeat others. */
const REPEATED_GROUPS = 8
const COUNTED_PARTNERS_MAX = 10_000

/**
 * Those that were used last, within bounds: of a large book its accounts, of many books whole ones.
 * A book is taken out while a group works on it.
 */
export class CachedBooks {
  readonly #cachedBook = new Map<number, CachedBook>()
  readonly #shared = new GroupCounts()
  readonly #repeating = new GroupCounts()
  readonly #limits: CacheLimits
  #accounts = 0

  constructor(limits: CacheLimits = LIMITS) {
    this.#limits = limits
  }

  /** Returns the cached book, if there is one. */
  find(partnerId: number): CachedBook | undefined {
    return this.#cachedBook.get(partnerId)
  }

  /** As `find`, and removes it from the cache. */
  take(partnerId: number): CachedBook | undefined {
    const cachedBook = this.#cachedBook.get(partnerId)
    if (!cachedBook) return undefined
    this.#cachedBook.delete(partnerId)
    this.#accounts -= cachedBook.accounts.size
    return cachedBook
  }

  clear(): void {
    this.#cachedBook.clear()
    this.#accounts = 0
  }

  keep(cachedBook: CachedBook): void {
    this.take(cachedBook.row.partnerId)
    const { perBookMax, inAllMax } = this.#limits
    if (cachedBook.accounts.size > perBookMax)
      pushOut(cachedBook, Math.floor(perBookMax * SHARE_LEFT))
    this.#cachedBook.set(cachedBook.row.partnerId, cachedBook)
    this.#accounts += cachedBook.accounts.size
    // A Map keeps the order of insertion, so the first is the one that was used longest ago.
    for (const partnerId of this.#cachedBook.keys()) {
      if (this.#accounts <= inAllMax) return
      this.take(partnerId)
    }
  }

  /** Another process wrote to this book: the next groups bring it up to date first. */
  noteMoved(partnerId: number): void {
    this.#shared.set(partnerId, SHARED_GROUPS)
  }

  /** Whether a group found this book as the last one of this process had left it. */
  noteFound(known: BookRow, { partnerId, version }: BookRow): void {
    if (version === known.version) this.#shared.take(partnerId)
    else this.noteMoved(partnerId)
  }

  isShared(partnerId: number): boolean {
    return this.#shared.has(partnerId)
  }

  /** The cached book as of now; undefined if more than accounts changed. */
  upToDate(
    { row: known, accounts, caches }: CachedBook,
    since?: BookSince,
  ): CachedBook | undefined {
    if (!since) return undefined
    const { row, changed } = since
    this.noteFound(known, row)
    if (!changed) return undefined
    accounts.absorb(changed)
    return { row, accounts, caches }
  }

  /** A key came again: the next groups of this book had better look keys up. */
  noteRepeated(partnerId: number): void {
    this.#repeating.set(partnerId, REPEATED_GROUPS)
  }

  /** Whether this group had better look keys up; counts the groups that do. */
  takeRepeating(partnerId: number): boolean {
    return this.#repeating.take(partnerId)
  }
}

/** Adds entries to the cache of a kind; an empty list makes an empty cache. */
export function addEntries(
  caches: Caches,
  { name }: AnyWriteKind,
  entries: CacheEntries<unknown>,
): void {
  const cache = caches.get(name) ?? new Map<number, unknown>()
  for (const [accountId, one] of entries) cache.set(accountId, one)
  caches.set(name, cache)
}

/** Drops accounts together with their cache entries. */
function pushOut({ accounts, caches }: CachedBook, left: number): void {
  const gone = accounts.pushOutDownTo(left)
  for (const cache of caches.values()) for (const id of gone) cache.delete(id)
}

/** How many groups of a partner are left of something; none of most. */
class GroupCounts {
  readonly #left = new Map<number, number>()

  set(partnerId: number, groups: number): void {
    if (this.#left.size >= COUNTED_PARTNERS_MAX) this.#left.clear()
    this.#left.set(partnerId, groups)
  }

  has(partnerId: number): boolean {
    return this.#left.has(partnerId)
  }

  /** Whether one was left; it is no longer. */
  take(partnerId: number): boolean {
    const groups = this.#left.get(partnerId)
    if (groups === undefined) return false
    if (groups > 1) this.#left.set(partnerId, groups - 1)
    else this.#left.delete(partnerId)
    return true
  }
}
