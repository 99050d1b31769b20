import { Refusal, type Clock } from '../core/mod.ts'
import type { Database, Writer } from '../db/mod.ts'
import type { Book } from './book.ts'
import { writeBook } from './book-rows.ts'
import type { JointWrites } from './joint-writes.ts'
import type { CachedBooks } from './cached-books.ts'
import type { AnyWriteKind } from './write-kind.ts'

export interface GroupStats {
  readonly partnerId: number
  readonly writes: number
  readonly refused: number
  /** One of the kinds says so. */
  readonly leavesWork: boolean
  readonly durationMs: number
}

/** What groups are run with. */
export interface GroupContext {
  readonly db: Database
  readonly clock: Clock
  readonly followers: readonly AnyWriteKind[]
  readonly books: CachedBooks
  readonly jointWrites: JointWrites
  onGroup?(stats: GroupStats): void
}

/** A write that waits for its answer. */
export interface Write {
  readonly kind: AnyWriteKind
  readonly input: unknown
  readonly weight: number
  resolve(answer: unknown): void
  reject(error: unknown): void
}

/** The writes of one partner that wait; more may come at their end. */
export interface Waiting {
  readonly partnerId: number
  /** No other partner's writes wait, or are under way. */
  isAlone(): boolean
  /** Those of the next group, which go on waiting. */
  next(): readonly Write[]
  /**
   * How many of the next group are half of all who write, as far as one can tell: of those that
   * wait, and of those that the last group answered, who are about to write again. While the
   * database commits the one half, this process serves the other; with all in one group each would
   * wait for the other. All of them, where other partners keep both busy.
   */
  half(): number
  /** The first of them, or all of the next group. */
  take(count?: number): readonly Write[]
  /** They were taken in vain, and are the first once more. */
  putBack(group: readonly Write[]): void
}

export type Outcome = { readonly answer: unknown } | { readonly refusal: Refusal }

/** What each kind of the group knows. */
export type States = ReadonlyMap<AnyWriteKind, unknown>

/** What the group asks of each of its kinds, in arrival order. */
export function inputsByKind(group: readonly Write[]): Map<AnyWriteKind, unknown[]> {
  const inputs = new Map<AnyWriteKind, unknown[]>()
  for (const { kind, input } of group) {
    const same = inputs.get(kind)
    if (same) same.push(input)
    else inputs.set(kind, [input])
  }
  return inputs
}

export function namesOf(kinds: Iterable<AnyWriteKind>): Set<string> {
  return new Set([...kinds].map((kind) => kind.name))
}

export function leavesWork(states: States): boolean {
  return [...states].some(([kind, state]) => kind.leavesWork?.(state) === true)
}

/** Decides the writes in arrival order. */
export function decideAll(book: Book, states: States, group: readonly Write[]): Outcome[] {
  return group.map((write) => decideOne(book, states, write))
}

function decideOne(book: Book, states: States, { kind, input }: Write): Outcome {
  let decided: Outcome
  try {
    decided = { answer: kind.decide(book, states.get(kind), input) }
  } catch (error) {
    if (error instanceof Refusal) return { refusal: error }
    throw error
  }
  // Outside: the write has changed the book by now, so what a follower throws undoes the group.
  for (const [follower, state] of states) follower.follow?.(book, state)
  return decided
}

/** Writes what the decisions made of the book, and of what each kind knows. */
export function saveAll(tx: Writer, book: Book, states: States): void {
  tx.write(writeBook(book, { outdates: outdatesMemory(states) }))
  saveStates(tx, book, states)
}

/** Nothing else is to be written, and others may remember of the book what they did. */
export function changesBalancesAlone(book: Book, states: States): boolean {
  let others = 0
  saveStates({ write: () => void (others += 1) }, book, states)
  return others === 0 && !outdatesMemory(states)
}

function saveStates(tx: Writer, book: Book, states: States): void {
  for (const [kind, state] of states) kind.save(tx, book, state)
}

/** A kind that remembers, and does not say what stays so, is taken to change it all. */
function outdatesMemory(states: States): boolean {
  return [...states].some(
    ([kind, state]) => kind.entriesOf !== undefined && (kind.invalidates?.(state) ?? true),
  )
}
