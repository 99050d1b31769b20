import { Refusal, type Clock } from '../core/mod.ts'
import type { Database, Writer } from '../db/mod.ts'
import type { TraceOrigin } from '../telemetry/mod.ts'
import { Book } from './book.ts'
import { writeBook } from './book-rows.ts'
import type { CachedBooks } from './cached-books.ts'
import type { JointWrites } from './joint-writes.ts'
import type { LoadChoice } from './load-choice.ts'
import type { Sentinel } from './sentinel.ts'
import { saveSpendLimits } from './spend-limit-rows.ts'
import type { AnyWriteKind, States } from './write-kind.ts'

/** The report about a committed group. */
export interface GroupStats {
  readonly partnerId: number
  readonly writes: number
  readonly refused: number
  /** True if a worker should start at once. */
  readonly hasLeftWork: boolean
  readonly durationMs: number
  /** Returns the spans that queued the writes, if the process records any. */
  origins(): readonly TraceOrigin[]
}

/** The parts that all groups of a process share. */
export interface GroupContext {
  readonly db: Database
  readonly clock: Clock
  readonly followers: readonly AnyWriteKind[]
  readonly books: CachedBooks
  readonly loadChoice: LoadChoice
  readonly jointWrites: JointWrites
  /** The number of this process's ledger among the writers of each book. */
  readonly writer: number
  /** True if at most one partner has writes that wait or are under way. */
  isAlone(): boolean
  /** Checks each group, if the check is switched on. */
  readonly sentinel?: Sentinel | undefined
  onGroup?(stats: GroupStats): void
}

/** A write, and the promise that its caller waits for. */
export interface Write {
  readonly kind: AnyWriteKind
  readonly input: unknown
  readonly weight: number
  /** The span that queued it. */
  readonly origin: TraceOrigin | undefined
  resolve(result: unknown): void
  reject(error: unknown): void
}

export function originsOf(group: readonly Pick<Write, 'origin'>[]): TraceOrigin[] {
  return group.flatMap(({ origin }) => origin ?? [])
}

export type WriteOutcome = AcceptedWrite | { readonly write: Write; readonly error: unknown }

export interface AcceptedWrite {
  readonly write: Write
  readonly result: unknown
}

export function isAccepted(outcome: WriteOutcome): outcome is AcceptedWrite {
  return 'result' in outcome
}

/** Returns the inputs of each kind, in arrival order. */
export function inputsByKind(group: readonly Write[]): Map<AnyWriteKind, unknown[]> {
  const inputs = new Map<AnyWriteKind, unknown[]>()
  for (const { kind, input } of group) {
    const same = inputs.get(kind)
    if (same) same.push(input)
    else inputs.set(kind, [input])
  }
  return inputs
}

export function leavesWork(states: States): boolean {
  return [...states].some(([kind, state]) => kind.leavesWork?.(state) === true)
}

/** Decides the writes in arrival order. Throws what a kind throws, except refusals. */
export function decideAll(book: Book, states: States, group: readonly Write[]): WriteOutcome[] {
  const followers = new Followers(book, states)
  return group.map((write) => decideOne({ book, states, followers }, write))
}

/** Makes the further changes that a write causes, once the write itself has changed the book. */
class Followers {
  readonly #book: Book
  readonly #states: States
  /**
   * Another kind failed when it followed the write. The write is not refused, but the group must be
   * undone.
   */
  fault: unknown

  constructor(book: Book, states: States) {
    this.#book = book
    this.#states = states
  }

  readonly follow = (): void => {
    try {
      for (const [follower, state] of this.#states) follower.follow?.(this.#book, state)
    } catch (error) {
      this.fault = error
      throw error
    }
    this.#book.short.requireFollowed()
  }
}

interface Deciding {
  readonly book: Book
  readonly states: States
  readonly followers: Followers
}

function decideOne({ book, states, followers }: Deciding, write: Write): WriteOutcome {
  const { kind, input } = write
  let outcome: WriteOutcome
  try {
    outcome = { write, result: kind.decide(book, states.get(kind), input, followers.follow) }
  } catch (error) {
    if (error instanceof Refusal && error !== followers.fault) return { write, error }
    throw error
  }
  followers.follow()
  return outcome
}

export const openPlainBook: Sentinel['openBook'] = (...args) => new Book(...args)

/** Writes the book and the rows of each kind. With `writer`, `findGroup` finds the group later. */
export function saveAll(
  tx: Writer,
  { book, states }: { readonly book: Book; readonly states: States },
  { sentinel, writer }: Pick<GroupContext, 'sentinel'> & { readonly writer?: number },
): void {
  tx.write(writeBook(book, { isInvalidating: invalidatesEntries(states), writer }))
  saveSpendLimits(tx, book)
  saveStates(tx, book, states)
  sentinel?.check(tx, { book, states })
}

/** Returns true if only balances change, so other processes' caches stay valid. */
export function changesBalancesAlone(book: Book, states: States): boolean {
  let others = 0
  saveStates({ write: () => void (others += 1) }, book, states)
  return others === 0 && !invalidatesEntries(states)
}

function saveStates(tx: Writer, book: Book, states: States): void {
  for (const [kind, state] of states) kind.save(tx, book, state)
}

/** A kind that has a cache but no `invalidates` is assumed to change all of its entries. */
function invalidatesEntries(states: States): boolean {
  return [...states].some(
    ([kind, state]) => kind.entriesOf !== undefined && (kind.invalidates?.(state) ?? true),
  )
}
