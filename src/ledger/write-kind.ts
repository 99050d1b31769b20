import type { Db, Tx, Writer } from '../db/mod.ts'
import type { Book } from './book.ts'

/**
 * One kind of write that a group can carry. The ledger knows nothing about orders or consumers: it
 * asks each kind to load what all its writes of the group need, to decide them one by one, and to
 * save what they made.
 */
export interface WriteKind<Input, State, Answer, Note = unknown> {
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
   * The accounts of which memory lacks what these inputs need; undefined where they need more than
   * is remembered of accounts.
   */
  lacks?(memory: Memory<Note>, inputs: readonly Input[]): readonly number[] | undefined
  /** Reads what is remembered of these accounts; those of which there is nothing are left out. */
  learn?(db: Db, partnerId: number, accountIds: readonly number[]): Promise<Noted<Note>>
  /**
   * The state for these inputs from memory alone, where it holds all that they need of rows that
   * exist; undefined otherwise. Whether a key was used before it need not know: unique indexes
   * refuse what was, and the group is then decided over what `load` reads. So it is where nobody
   * knows whether a group was committed: only writes may be recalled whose repetition changes
   * nothing and answers the same.
   */
  recall?(memory: Memory<Note>, inputs: readonly Input[]): State | undefined
  /** What later groups may recall of the accounts that a committed state has read. */
  remember?(state: State): Noted<Note>
  /** Whether the state changes what was remembered before it; it does where the kind is silent. */
  outdates?(state: State): boolean
  /** After each accepted write of any kind: what follows from it. Pure. */
  follow?(book: Book, state: State): void
}

/** What a kind remembers of its rows, by the account that they are of. */
export type Memory<Note> = ReadonlyMap<number, Note>

export type Noted<Note> = Iterable<readonly [accountId: number, note: Note]>

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
