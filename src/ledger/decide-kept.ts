import type { Writer } from '../db/mod.ts'
import { Book } from './book.ts'
import {
  decideAll,
  inputsByKind,
  leavesWork,
  namesOf,
  saveAll,
  type GroupContext,
  type States,
  type Write,
} from './group.ts'
import type { KeptBook } from './kept-books.ts'
import type { AnyWriteKind } from './write-kind.ts'

/** A group that can be decided on what is kept: nothing has to be read for it. */
export interface Recalled {
  readonly kept: KeptBook
  readonly book: Book
  readonly states: States
  readonly group: readonly Write[]
}

/** Undefined where a kind of these writes, or one that joins them, needs more than it knows. */
export function recallGroup(
  { clock, followers }: GroupContext,
  kept: KeptBook,
  group: readonly Write[],
): Recalled | undefined {
  const states = recallStates(kept, group)
  if (!states) return undefined
  const book = new Book(kept.row, clock.now(), kept.accounts)
  const kinds = namesOf(states.keys())
  const isJoined = followers.some((kind) => !states.has(kind) && kind.joins?.(book, kinds))
  return isJoined ? undefined : { kept, book, states, group }
}

function recallStates({ memories }: KeptBook, group: readonly Write[]): States | undefined {
  const states = new Map<AnyWriteKind, unknown>()
  for (const [kind, inputs] of inputsByKind(group)) {
    const memory = memories.get(kind.name)
    const state = memory === undefined ? undefined : kind.recall?.(memory, inputs)
    if (state === undefined) return undefined
    states.set(kind, state)
  }
  return states
}

/** A group that was decided on what is kept. */
export interface DecidedKept extends Recalled {
  readonly accepted: readonly { readonly write: Write; readonly answer: unknown }[]
  /** Those that memory would refuse: a key that it does not know may have been answered before. */
  readonly others: readonly Write[]
}

/** Undefined where there is nothing to write, or where a bug is better found the other way. */
export function decideRecalled(recalled: Recalled): DecidedKept | undefined {
  const { kept, book, states, group } = recalled
  const accepted: { write: Write; answer: unknown }[] = []
  const others: Write[] = []
  try {
    decideAll(book, states, group).forEach((outcome, index) => {
      const write = group[index]
      if (!write) return
      if ('answer' in outcome) accepted.push({ write, answer: outcome.answer })
      else others.push(write)
    })
  } catch {
    return undefined
  }
  return book.transfers.length > 0 ? { kept, book, states, group, accepted, others } : undefined
}

export function saveDecided(tx: Writer, { book, states }: DecidedKept): void {
  saveAll(tx, book, states)
}

/**
 * Keeps the book as the group left it and answers what was accepted. Answers the others, in their
 * order, which must be decided over what the database holds.
 */
export function settleDecided(
  { books, clock, onGroup }: GroupContext,
  { kept, book, states, accepted, others }: DecidedKept,
  startedAt: number,
): readonly Write[] {
  kept.accounts.absorb(book.touched)
  books.keep({ row: book.nextRow(), accounts: kept.accounts, memories: kept.memories })
  onGroup?.({
    partnerId: book.partnerId,
    writes: accepted.length,
    refused: 0,
    leavesWork: leavesWork(states),
    durationMs: clock.monotonic() - startedAt,
  })
  for (const { write, answer } of accepted) write.resolve(answer)
  return others
}

/** What was decided was not written: the book is kept as it was before, where it can be. */
export function takeBackDecided({ books }: GroupContext, { kept, book }: DecidedKept): void {
  if (book.takeBack()) books.keep(kept)
}
