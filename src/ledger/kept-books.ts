import type { Accounts } from './accounts.ts'
import type { BookRow } from './book.ts'
import type { BookSince } from './load-book.ts'
import type { AnyWriteKind, Noted } from './write-kind.ts'

/** A book as the last group of this process left it, to be decided on without reading it again. */
export interface KeptBook {
  readonly row: BookRow
  readonly accounts: Accounts
  readonly memories: Memories
}

/** What each kind of write remembers of its own rows, by its name and the account they are of. */
export type Memories = Map<string, Map<number, unknown>>

/** How many accounts are kept, with what is remembered of them. */
export interface KeptLimits {
  readonly perBookMax: number
  readonly inAllMax: number
}

/** 36 MB of accounts and their wallets. */
const LIMITS: KeptLimits = { perBookMax: 50_000, inAllMax: 100_000 }
/** What is left of a book that has more, so that not every group has to push accounts out. */
const SHARE_LEFT = 15 / 16
/** Where another process writes to a book as well, until so many groups in a row met no other. */
const SHARED_GROUPS = 16
/**
 * And where somebody wrote to it, or held it, while it was its turn. With more, those would be in
 * the way of the turns of other processes, and make more of them.
 */
const CONTENDED_GROUPS = 1
/** And where a key was used again: whoever repeats one request may repeat others. */
const REPEATED_GROUPS = 8
const COUNTED_PARTNERS_MAX = 10_000

/**
 * Those that were used last, within bounds: of a large book its accounts, of many books whole ones.
 * A book is taken out while a group works on it.
 */
export class KeptBooks {
  readonly #kept = new Map<number, KeptBook>()
  readonly #shared = new GroupCounts()
  readonly #contended = new GroupCounts()
  readonly #repeating = new GroupCounts()
  readonly #limits: KeptLimits
  #accounts = 0

  constructor(limits: KeptLimits = LIMITS) {
    this.#limits = limits
  }

  /** The book as it was kept, if it was. */
  find(partnerId: number): KeptBook | undefined {
    return this.#kept.get(partnerId)
  }

  /** As `find`; it is kept no longer. */
  take(partnerId: number): KeptBook | undefined {
    const kept = this.#kept.get(partnerId)
    if (!kept) return undefined
    this.#kept.delete(partnerId)
    this.#accounts -= kept.accounts.size
    return kept
  }

  clear(): void {
    this.#kept.clear()
    this.#accounts = 0
  }

  keep(kept: KeptBook): void {
    this.take(kept.row.partnerId)
    const { perBookMax, inAllMax } = this.#limits
    if (kept.accounts.size > perBookMax) pushOut(kept, Math.floor(perBookMax * SHARE_LEFT))
    this.#kept.set(kept.row.partnerId, kept)
    this.#accounts += kept.accounts.size
    // A Map keeps the order of insertion, so the first is the one that was used longest ago.
    for (const partnerId of this.#kept.keys()) {
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

  /** What is kept as of now; nothing where more than accounts changed. */
  upToDate({ row: known, accounts, memories }: KeptBook, since?: BookSince): KeptBook | undefined {
    if (!since) return undefined
    const { row, changed } = since
    this.noteFound(known, row)
    if (!changed) return undefined
    accounts.absorb(changed)
    return { row, accounts, memories }
  }

  /** Somebody wrote to this book without a turn: its next group had better wait for its lock. */
  noteContended(partnerId: number): void {
    this.#contended.set(partnerId, CONTENDED_GROUPS)
  }

  /** Whether this group had better do so. */
  takeContended(partnerId: number): boolean {
    return this.#contended.take(partnerId)
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

/** Remembers it; also that there was nothing to be noted. */
export function note(memories: Memories, { name }: AnyWriteKind, noted: Noted<unknown>): void {
  const memory = memories.get(name) ?? new Map<number, unknown>()
  for (const [accountId, one] of noted) memory.set(accountId, one)
  memories.set(name, memory)
}

/** What is remembered of an account goes with it. */
function pushOut({ accounts, memories }: KeptBook, left: number): void {
  const gone = accounts.pushOutDownTo(left)
  for (const memory of memories.values()) for (const id of gone) memory.delete(id)
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
