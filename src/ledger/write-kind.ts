import type { Db, Tx, Writer } from '../db/mod.ts'
import type { Book } from './book.ts'

/**
 * One kind of write that a group can carry. The ledger knows nothing about orders or consumers: it
 * asks each kind to load what all its writes of the group need, to decide them one by one, and to
 * save what they made.
 */
export interface WriteKind<Input, State, Answer, Entry = unknown> {
  readonly name: string
  /** How many plain writes it is worth, in rows and memory; one, where the kind does not say. */
  weigh?(input: Input): number
  /**
   * Reads, set-based, what these inputs need; every statement runs under the book's lock. What
   * does not depend on the book is asked for before waiting for it, so that it travels with it.
   */
  load(tx: Tx, asked: Asked<Input>): Promise<State>
  /**
   * Accepts (changes book and state, answers), replays (answers) or throws a Refusal. Changes
   * nothing else, so that it can be decided anew; it may make what the state then holds, such as
   * codes, afresh each time. All or nothing: a refusal must leave book and state as they were.
   */
  decide(book: Book, state: State, input: Input): Answer
  /**
   * Writes, set-based, what the decisions put into the state. It may be asked for nothing but to
   * see whether it writes at all, and must do no harm then.
   */
  save(tx: Writer, book: Book, state: State): void
  /** Whether what was saved leaves work to be done, of which somebody should hear at once. */
  leavesWork?(state: State): boolean
  /** Whether this kind takes part in a group that carries none of its writes. */
  joins?(book: Book, kinds: ReadonlySet<string>): boolean
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
   * Returns the state for these inputs from the cache alone, if it has all rows that they need;
   * undefined otherwise. It need not know whether a key was used before: a unique index refuses
   * such a write, and the group is then decided over what `load` reads. The same applies after an
   * unknown COMMIT, so only idempotent writes may use the cache.
   */
  fromCache?(cache: Cache<Entry>, inputs: readonly Input[]): State | undefined
  /** Returns the cache entries of the accounts that a committed state has read. */
  entriesOf?(state: State): CacheEntries<Entry>
  /** Whether the state invalidates cache entries; a kind without this method always does. */
  invalidates?(state: State): boolean
  /** After each accepted write of any kind: what follows from it. Pure. */
  follow?(book: Book, state: State): void
}

/** The cached rows of a kind, by the account that they belong to. */
export type Cache<Entry> = ReadonlyMap<number, Entry>

export type CacheEntries<Entry> = Iterable<readonly [accountId: number, entry: Entry]>

/** What a group asks of one of its kinds. */
export interface Asked<Input> {
  readonly partnerId: number
  readonly inputs: readonly Input[]
  /** Names of all kinds whose writes the group carries. */
  readonly kinds: ReadonlySet<string>
  /** The partner's book, once it is locked and loaded. */
  readonly book: Promise<Book>
}

/** Any kind of write; method parameters are checked where a kind is declared. */
export type AnyWriteKind = WriteKind<unknown, unknown, unknown>
