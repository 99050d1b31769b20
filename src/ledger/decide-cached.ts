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
import type { CachedBook } from './cached-books.ts'
import type { AnyWriteKind } from './write-kind.ts'

/** A group that can be decided from the cache: nothing has to be read for it. */
export interface CachedGroup {
  readonly cachedBook: CachedBook
  readonly book: Book
  readonly states: States
  readonly group: readonly Write[]
}

/** Undefined where a kind of these writes, or one that joins them, needs more than it knows. */
export function loadCached(
  { clock, followers }: GroupContext,
  cachedBook: CachedBook,
  group: readonly Write[],
): CachedGroup | undefined {
  const states = recallStates(cachedBook, group)
  if (!states) return undefined
  const book = new Book(cachedBook.row, clock.now(), cachedBook.accounts)
  const kinds = namesOf(states.keys())
  const isJoined = followers.some((kind) => !states.has(kind) && kind.joins?.(book, kinds))
  return isJoined ? undefined : { cachedBook, book, states, group }
}

function recallStates({ caches }: CachedBook, group: readonly Write[]): States | undefined {
  const states = new Map<AnyWriteKind, unknown>()
  for (const [kind, inputs] of inputsByKind(group)) {
    const cache = caches.get(kind.name)
    const state = cache === undefined ? undefined : kind.fromCache?.(cache, inputs)
    if (state === undefined) return undefined
    states.set(kind, state)
  }
  return states
}

/** A group that was decided from the cache. */
export interface DecidedFromCache extends CachedGroup {
  readonly accepted: readonly { readonly write: Write; readonly answer: unknown }[]
  /** Those that memory would refuse: a key that it does not know may have been answered before. */
  readonly others: readonly Write[]
}

/** Undefined where there is nothing to write, or where a bug is better found the other way. */
export function decideFromCache(cached: CachedGroup): DecidedFromCache | undefined {
  const { cachedBook, book, states, group } = cached
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
  return book.transfers.length > 0
    ? { cachedBook, book, states, group, accepted, others }
    : undefined
}

export function saveDecided(tx: Writer, { book, states }: DecidedFromCache): void {
  saveAll(tx, book, states)
}

/**
 * Keeps the book as the group left it and answers what was accepted. Answers the others, in their
 * order, which must be decided over what the database holds.
 */
export function settleDecided(
  { books, clock, onGroup }: GroupContext,
  { cachedBook, book, states, accepted, others }: DecidedFromCache,
  startedAt: number,
): readonly Write[] {
  cachedBook.accounts.absorb(book.touched)
  books.keep({ row: book.nextRow(), accounts: cachedBook.accounts, caches: cachedBook.caches })
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

/** Undoes decisions that were not written: the book is cached as it was before, if it can be. */
export function takeBackDecided(
  { books }: GroupContext,
  { cachedBook, book }: DecidedFromCache,
): void {
  if (book.takeBack()) books.keep(cachedBook)
}
