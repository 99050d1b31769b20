import { Outage, transact, type CommitOutcome, type Tx } from '../db/mod.ts'
import { Accounts, type Account } from './accounts.ts'
import { bookMoved } from './book-rows.ts'
import type { Book } from './book.ts'
import { addEntries } from './cached-books.ts'
import {
  decideAll,
  inputsByKind,
  isAccepted,
  leavesWork,
  openPlainBook,
  originsOf,
  saveAll,
  type GroupContext,
  type WriteOutcome,
  type Write,
} from './group.ts'
import { findGroup } from './group-outcome.ts'
import { loadBook } from './load-book.ts'
import type { PartnerQueue } from './partner-queue.ts'
import { FundsShort } from './short-funds.ts'
import { SpendLimits } from './spend-limits.ts'
import type { AnyWriteKind, States } from './write-kind.ts'

interface LockedGroup {
  readonly outcomes: readonly WriteOutcome[]
  readonly states: States
  readonly book: Book
  /** The accounts that have changed since the book was cached, if nothing else has. */
  readonly changed: readonly Account[] | undefined
}

/** Loads the book under its lock, decides the group, writes it and settles all its writes. */
export async function commitLocked(context: GroupContext, queue: PartnerQueue): Promise<void> {
  await commitAll(context, queue, queue.group)
}

/** The most times that a write is decided if its book changes in spite of the lock. */
const DECISIONS_MAX = 3

/** The data of a group that is decided again. */
interface Again {
  readonly decisions: number
  /** The currencies in which the group takes funds too low. */
  readonly short: readonly string[]
}

async function commitAll(
  context: GroupContext,
  queue: PartnerQueue,
  group: readonly Write[],
  again: Again = { decisions: 1, short: [] },
): Promise<void> {
  const { clock, db, onGroup } = context
  const { partnerId } = queue
  const { short } = again
  const startedAt = clock.monotonic()
  let locked: LockedGroup
  try {
    locked = await transact(
      db,
      (tx) => decideLocked(tx, context, { partnerId, group, short }),
      (tx, lost) => findLocked(tx, context, lost),
    )
  } catch (error) {
    return recover(context, queue, { group, again, error })
  }
  const { outcomes, states } = locked
  const accepted = outcomes.filter(isAccepted).length
  if (accepted > 0) cacheBook(context, locked)
  onGroup?.({
    partnerId,
    writes: group.length,
    refused: group.length - accepted,
    hasLeftWork: leavesWork(states),
    durationMs: clock.monotonic() - startedAt,
    origins: () => originsOf(group),
  })
  for (const outcome of outcomes) queue.settle(outcome)
}

interface FailedGroup {
  readonly group: readonly Write[]
  readonly again: Again
  readonly error: unknown
}

/**
 * After an error, commits each half by itself, so that a write with a bug fails alone. A lock may
 * be lost if a distributed database moves the book to another node: then nothing was written, and
 * the write is decided again. A group that takes funds too low is also decided again, after loading
 * the orders that can give money back: their rows must be locked before those of the group.
 */
async function recover(
  context: GroupContext,
  queue: PartnerQueue,
  { group, again: { decisions, short }, error }: FailedGroup,
): Promise<void> {
  if (error instanceof FundsShort) {
    return commitAll(context, queue, group, { decisions, short: error.currencies })
  }
  if (bookMoved(error) && decisions < DECISIONS_MAX) {
    return commitAll(context, queue, group, { decisions: decisions + 1, short })
  }
  if (group.length === 1 || error instanceof Outage) {
    context.sentinel?.report(queue.partnerId, error)
    for (const write of group) queue.settle({ write, error })
    return undefined
  }
  const middle = group.length >> 1
  await commitAll(context, queue, group.slice(0, middle))
  return commitAll(context, queue, group.slice(middle))
}

/**
 * Adds the group's accounts to the cached book, or replaces it if other rows changed, too. A book
 * with spend limits is not cached, because other processes count there as well.
 */
function cacheBook({ books }: GroupContext, { book, states, changed }: LockedGroup): void {
  const before = books.take(book.partnerId)
  if (!book.spendLimits.isEmpty) return
  const cached = changed && before
  const accounts = cached ? cached.accounts : book.accounts
  if (cached) {
    accounts.absorb(changed)
    accounts.absorb(book.accounts.all())
  }
  const caches = cached ? cached.caches : new Map<string, Map<number, unknown>>()
  for (const [kind, state] of states) {
    if (kind.entriesOf) addEntries(caches, kind, kind.entriesOf(state))
  }
  books.put({ row: book.nextRow(), accounts, caches })
}

async function decideLocked(
  tx: Tx,
  context: GroupContext,
  {
    partnerId,
    group,
    short,
  }: { partnerId: number; group: readonly Write[] } & Pick<Again, 'short'>,
): Promise<LockedGroup> {
  const { books, clock, followers, loadChoice, sentinel } = context
  const cachedBook = books.find(partnerId)
  const openBook = sentinel?.openBook ?? openPlainBook
  const cached = cachedBook && {
    row: cachedBook.row,
    chart: cachedBook.accounts.chart(),
    isShared: loadChoice.isShared(partnerId),
  }
  const loading = loadBook(tx, partnerId, cached)
  const loadingBook = loading.then(({ row, chart, spendLimits }) => {
    const loaded = openBook(row, clock.now(), new Accounts(chart), new SpendLimits(spendLimits))
    loaded.short.follow(short)
    return loaded
  })
  const states = await loadStates(tx, loadingBook, { partnerId, group, followers })
  const [{ row, changed }, book] = await Promise.all([loading, loadingBook])
  if (cachedBook) loadChoice.versionFound(cachedBook.row, row)
  const outcomes = decideAll(book, states, group)
  if (outcomes.some(isAccepted)) saveAll(tx, { book, states }, context)
  return { outcomes, states, book, changed }
}

/**
 * Finds the outcome of a group whose COMMIT got no response. A group that has written nothing is
 * `not committed`, so it is decided again.
 */
async function findLocked(
  tx: Tx,
  { writer }: GroupContext,
  { book, outcomes }: LockedGroup,
): Promise<CommitOutcome> {
  return outcomes.some(isAccepted) ? findGroup(tx, writer, book) : 'not committed'
}

interface Loading {
  readonly partnerId: number
  readonly group: readonly Write[]
  readonly followers: readonly AnyWriteKind[]
}

/**
 * Returns the states of all kinds. The kinds of the group load at the same time. Followers load
 * later, because the loaded book decides whether they join.
 */
async function loadStates(
  tx: Tx,
  book: Promise<Book>,
  { partnerId, group, followers }: Loading,
): Promise<States> {
  const inputs = inputsByKind(group)
  const load = async (kind: AnyWriteKind, kindInputs: readonly unknown[]) =>
    [kind, await kind.load(tx, { partnerId, inputs: kindInputs, book })] as const
  const [loaded, kindStates] = await Promise.all([
    book,
    Promise.all([...inputs].map(([kind, its]) => load(kind, its))),
  ])
  const joining = followers.filter((kind) => !inputs.has(kind) && kind.joins?.(loaded))
  return new Map([...kindStates, ...(await Promise.all(joining.map((kind) => load(kind, []))))])
}
