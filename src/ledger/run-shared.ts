import { Outage, transact, type Tx } from '../db/mod.ts'
import { keyUsed } from './book-rows.ts'
import { saveDecided, settleDecided, type DecidedKept } from './decide-kept.ts'
import type { GroupContext, Waiting, Write } from './group.ts'
import type { KeptBook, KeptBooks } from './kept-books.ts'
import { lockBookSince } from './load-book.ts'
import { SharedGroup } from './shared-group.ts'

/**
 * Commits a group of a book that other processes write to as well. It waits for the lock before it
 * takes the group, and decides it on what this process keeps of the book, brought up to date by the
 * accounts that others changed. So processes take turns at the lock, a whole queue each time.
 * Answers the writes that must be decided over what the database holds, as `runKept` does.
 */
export async function runShared(
  context: GroupContext,
  waiting: Waiting,
): Promise<readonly Write[]> {
  const { books, clock } = context
  const startedAt = clock.monotonic()
  const shared = await SharedGroup.of(context, waiting)
  if (!shared) return waiting.take()
  const work = async (tx: Tx): Promise<DecidedKept | undefined> => {
    // The attempt before has changed in memory what then was not committed.
    if (shared.isTaken) return undefined
    const decided = shared.takeAndDecide(await catchUp(tx, books, shared.kept))
    if (decided) saveDecided(tx, decided)
    return decided
  }
  try {
    const decided = await transact(context.db, work)
    if (decided) return settleDecided(context, decided, startedAt)
  } catch (error) {
    if (keyUsed(error)) books.noteRepeated(waiting.partnerId)
    // Nothing was sent: who waited in vain for the lock, or the database, does not wait once more.
    if (!shared.isTaken && error instanceof Outage) {
      for (const write of shared.take()) write.reject(error)
      return []
    }
  }
  return shared.take()
}

/** Locks the book. Answers what is kept as of now; nothing where more than accounts changed. */
async function catchUp(tx: Tx, books: KeptBooks, kept: KeptBook): Promise<KeptBook | undefined> {
  return books.upToDate(kept, await lockBookSince(tx, kept.row))
}
