import { Outage, transact, type Tx } from '../db/mod.ts'
import { keyUsed } from './book-rows.ts'
import { saveDecided, settleDecided, type DecidedFromCache } from './decide-cached.ts'
import type { GroupContext, Waiting, Write } from './group.ts'
import type { CachedBook, CachedBooks } from './cached-books.ts'
import { lockBookSince } from './load-book.ts'
import { SharedGroup } from './shared-group.ts'

/**
 * Commits a group of a book that other processes write to as well. Locks the book before it takes
 * the group, so that processes alternate at the lock with a whole queue each time. Decides the
 * group from the cached book, after catching up with the accounts that others changed. Returns the
 * writes that must be decided over what the database holds, as `runCached` does.
 */
export async function runShared(
  context: GroupContext,
  waiting: Waiting,
): Promise<readonly Write[]> {
  const { books, clock } = context
  const startedAt = clock.monotonic()
  const shared = await SharedGroup.of(context, waiting)
  if (!shared) return waiting.take()
  const work = async (tx: Tx): Promise<DecidedFromCache | undefined> => {
    // An earlier attempt has changed the cached book and was not committed.
    if (shared.isTaken) return undefined
    const decided = shared.takeAndDecide(await catchUp(tx, books, shared.cachedBook))
    if (decided) saveDecided(tx, decided)
    return decided
  }
  try {
    const decided = await transact(context.db, work)
    if (decided) return settleDecided(context, decided, startedAt)
  } catch (error) {
    if (keyUsed(error)) books.noteRepeated(waiting.partnerId)
    // Nothing was sent: writes that waited in vain for the lock or the database do not wait again.
    if (!shared.isTaken && error instanceof Outage) {
      for (const write of shared.take()) write.reject(error)
      return []
    }
  }
  return shared.take()
}

/** Locks the book. Returns the cached book as of now; undefined if more than accounts changed. */
async function catchUp(
  tx: Tx,
  books: CachedBooks,
  cachedBook: CachedBook,
): Promise<CachedBook | undefined> {
  return books.upToDate(cachedBook, await lockBookSince(tx, cachedBook.row))
}
