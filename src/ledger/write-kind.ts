import type { Db, Tx, Writer } from '../db/mod.ts'
import type { Book } from './book.ts'

/**
 * One kind of write, such as writes on orders. The ledger does not know the rows of a kind. For
 * each group, the kind loads what all its writes need, decides the writes one by one, and saves the
 * changes.
 */
export interface WriteKind<Input, State, Result, Entry = unknown> {
  readonly name: string
  /**
   * Returns the weight of an input: the number of plain writes that cost as much, in rows and
   * memory. 1 by default.
   */
  weigh?(input: Input): number
  /**
   * Reads, set-based, what these inputs need, under the book's lock. Statements that do not depend
   * on the book are sent before awaiting `book`, so that they share its round trip.
   */
  load(tx: Tx, group: GroupInputs<Input>): Promise<State>
  /**
   * Accepts (changes book and state, and returns the result), replays (returns the earlier result)
   * or throws a Refusal. Changes nothing else, because it may be called again for the same write.
   * All or nothing: a refusal leaves book and state as they were. An input of several writes calls
   * `follow` after each of them; for a single write, the caller does.
   */
  decide(book: Book, state: State, input: Input, follow: () => void): Result
  /**
   * Writes, set-based, the changes that the decisions made to the state. May also be called only to
   * find out whether it writes anything, so it must have no other effect.
   */
  save(tx: Writer, book: Book, state: State): void
  /** True if the saved rows leave work that a worker should start at once. */
  leavesWork?(state: State): boolean
  /** True if this kind, as a follower, joins a group that has no writes of its kind. */
  joins?(book: Book): boolean
  /**
   * Returns the accounts that these inputs need and the cache does not have; undefined if they need
   * more than the cache can hold.
   */
  uncached?(cache: Cache<Entry>, inputs: readonly Input[]): readonly number[] | undefined
  /** Reads the cache entries of these accounts; leaves out those that have none. */
  readEntries?(
    db: Db,
    partnerId: number,
    accountIds: readonly number[],
  ): Promise<CacheEntries<Entry>>
  /**
   * Returns the state for these inputs from the cache alone; undefined if it lacks rows that they
   * need. It need not know whether a key was used before: the unique index rejects such a write,
   * and the group is then decided on what `load` reads. The same applies after an unknown COMMIT,
   * so only idempotent writes may use the cache.
   */
  fromCache?(cache: Cache<Entry>, inputs: readonly Input[]): State | undefined
  /** Returns the cache entries of the accounts that a committed state has read. */
  entriesOf?(state: State): CacheEntries<Entry>
  /** True if the state invalidates cache entries. A kind without this method always does. */
  invalidates?(state: State): boolean
  /**
   * Called after each accepted write of any kind: makes the changes that follow from it. Pure. If
   * the write took funds below what may be spent, `load` has read the orders of the currencies in
   * `book.short.followed`, which can give money back.
   */
  follow?(book: Book, state: State): void
}

/** The cached rows of a kind, by the account that they belong to. */
export type Cache<Entry> = ReadonlyMap<number, Entry>

export type CacheEntries<Entry> = Iterable<readonly [accountId: number, entry: Entry]>

/** The writes that a kind loads its rows for. */
export interface GroupInputs<Input> {
  readonly partnerId: number
  readonly inputs: readonly Input[]
  /** The partner's book, once it is locked and loaded. */
  readonly book: Promise<Book>
}

/** Any kind of write; method parameters are checked where a kind is declared. */
export type AnyWriteKind = WriteKind<unknown, unknown, unknown>

/** The state of each kind that takes part in a group. */
export type States = ReadonlyMap<AnyWriteKind, unknown>
