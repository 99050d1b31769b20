import { setImmediate } from 'node:timers/promises'
import { Outage, transact, writeAtOnce, type CommitOutcome, type Tx } from '../db/mod.ts'
import { bookMoved, keyUsed, type Written } from './book-rows.ts'
import type { CachedBook } from './cached-books.ts'
import {
  catchUp,
  decideCached,
  loadCached,
  loadCachedReading,
  settleDecided,
  undoDecided,
  type DecidedGroup,
} from './cached-group.ts'
import { findGroup } from './group-outcome.ts'
import { changesBalancesAlone, saveAll, type GroupContext } from './group.ts'
import { JOINT_TRANSFERS_MAX } from './joint-writes.ts'
import type { Load } from './load-choice.ts'
import { commitLocked } from './locked-group.ts'
import type { PartnerQueue } from './partner-queue.ts'

/**
 * Commits the next group of a partner and settles its writes. A group is committed in one of
 * four ways, the product of two choices:
 *
 *   book loaded   written alone                            written together
 *   cache         one statement, if the version holds      one statement for several partners
 *   catch up      in the transaction that holds the lock   -
 *   lock          in the transaction that holds the lock   -
 *
 * Writes that one way cannot commit stay in the group, and the book is loaded again: by catching up
 * if the cached book was outdated, otherwise under the lock, which settles all writes. Never
 * rejects.
 */
export async function commitGroup(context: GroupContext, queue: PartnerQueue): Promise<void> {
  await endOfTick()
  let load = context.loadChoice.next(queue.partnerId)
  if (load === 'cache' && context.isAlone()) queue.beginHalf()
  else queue.growTo(queue.grown().length)
  while (!queue.isSettled) {
    if (load === 'cache') load = await commitCached(context, queue)
    else if (load === 'catch up') load = await commitCaughtUp(context, queue)
    else await commitLocked(context, queue)
  }
}

let ending: Promise<void> | undefined

/**
 * Resolves when all requests that have arrived are read, because a group costs as much for one
 * write as for many. Measured: 5 to 7 % more credits; without it, every fourth group of 64
 * connections has only one write.
 */
function endOfTick(): Promise<void> {
  return (ending ??= setImmediate().then(() => (ending = undefined)))
}

/**
 * Decides the group on the cached book, after reading the accounts that are not cached, and writes
 * it without a lock if the book still has the cached version (optimistic concurrency). Returns how
 * to load the book for writes that it leaves, if any.
 */
async function commitCached(context: GroupContext, queue: PartnerQueue): Promise<Load> {
  const { books, clock, loadChoice } = context
  const startedAt = clock.monotonic()
  const cachedBook = books.take(queue.partnerId)
  if (!cachedBook) return 'lock'
  const cached = await loadCachedReading(context, cachedBook, queue.group)
  if (!cached) books.put(cachedBook)
  const decided = cached && decideCached(context, cached)
  if (!decided) return 'lock'
  const written = await writeDecided(context, decided)
  if (written === 'written') {
    settleDecided(context, queue, decided, startedAt)
    return 'lock'
  }
  undoDecided(context, decided)
  if (written === 'used') loadChoice.keyRepeated(queue.partnerId)
  return written === 'moved' ? 'catch up' : 'lock'
}

async function writeDecided(context: GroupContext, decided: DecidedGroup): Promise<Written> {
  const { book } = decided
  try {
    if (isWrittenTogether(context, decided)) {
      context.sentinel?.checkBook(book)
      return await context.jointWrites.call(book)
    }
    await writeAtOnce(context.db, (tx) => saveAll(tx, decided, { sentinel: context.sentinel }))
    return 'written'
  } catch (error) {
    if (bookMoved(error)) return 'moved'
    return keyUsed(error) ? 'used' : 'unknown'
  }
}

/**
 * True for small groups that change only balances: they are written together with other partners'
 * groups.
 */
function isWrittenTogether(context: GroupContext, { book, states }: DecidedGroup): boolean {
  const isSmall = book.transfers.length <= JOINT_TRANSFERS_MAX
  // On a distributed database, books of several partners are on several nodes.
  const canBe = isSmall && !context.isAlone() && !context.db.isDistributed
  return canBe && changesBalancesAlone(book, states)
}

/**
 * Catches up with the book under its lock, adds the writes that have queued meanwhile, decides the
 * group and writes it. So processes that share a book alternate, each time with all their waiting
 * writes. Returns how to load the book for writes that it leaves, if any.
 */
async function commitCaughtUp(context: GroupContext, queue: PartnerQueue): Promise<Load> {
  const { books, clock, db, loadChoice, writer } = context
  const startedAt = clock.monotonic()
  const cachedBook = books.take(queue.partnerId)
  if (!cachedBook) return 'lock'
  if (!(await loadCachedReading(context, cachedBook, queue.group))) {
    books.put(cachedBook)
    return 'lock'
  }
  let isCaughtUp = false
  const work = async (tx: Tx): Promise<DecidedGroup | undefined> => {
    // This is a repeated attempt: the first one has changed the cached book, but was not committed.
    if (isCaughtUp) return undefined
    const current = await catchUp(tx, context, cachedBook)
    isCaughtUp = true
    const decided = current && decideGrown(context, queue, current)
    if (decided) saveAll(tx, decided, context)
    return decided
  }
  const find = async (tx: Tx, decided: DecidedGroup | undefined): Promise<CommitOutcome> =>
    decided ? findGroup(tx, writer, decided.book) : 'not committed'
  try {
    const decided = await transact(db, work, find)
    if (decided) settleDecided(context, queue, decided, startedAt)
  } catch (error) {
    if (keyUsed(error)) loadChoice.keyRepeated(queue.partnerId)
    // Nothing was written. Writes that failed to get the lock do not wait for it again.
    if (!isCaughtUp && error instanceof Outage) {
      for (const write of queue.group) queue.settle({ write, error })
    }
  }
  return 'lock'
}

function decideGrown(
  context: GroupContext,
  queue: PartnerQueue,
  current: CachedBook,
): DecidedGroup | undefined {
  // If the waiting writes need more than the cache has, the group is decided without them.
  const cached =
    loadCached(context, current, queue.grown()) ?? loadCached(context, current, queue.group)
  if (!cached) {
    context.books.put(current)
    return undefined
  }
  queue.growTo(cached.group.length)
  return decideCached(context, cached)
}
