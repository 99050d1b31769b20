import { Outage, transact, type Tx } from '../db/mod.ts'
import { keyUsed } from './book-rows.ts'
import {
  decideRecalled,
  recallGroup,
  saveDecided,
  settleDecided,
  type DecidedKept,
} from './decide-kept.ts'
import type { GroupContext, Waiting, Write } from './group.ts'
import type { KeptBook, KeptBooks } from './kept-books.ts'
import { recallLearning } from './learn-accounts.ts'
import { lockBookSince } from './load-book.ts'

/**
 * Commits a group of a book that other processes write to as well. It waits for the lock before it
 * takes the group, which is all that has gathered by then, and decides it on what this process
 * keeps of the book, brought up to date by the accounts that others changed. So processes take
 * turns at the lock, a whole queue each time. Answers the writes that must be decided over what the
 * database holds, as `runKept` does.
 */
export async function runShared(
  context: GroupContext,
  waiting: Waiting,
): Promise<readonly Write[]> {
  const { books, clock } = context
  const startedAt = clock.monotonic()
  const kept = books.take(waiting.partnerId)
  const first = waiting.next()
  if (!kept || !(await recallLearning(context, kept, first))) {
    if (kept) books.keep(kept)
    return waiting.take()
  }
  let group: readonly Write[] | undefined
  const work = async (tx: Tx): Promise<DecidedKept | undefined> => {
    // The attempt before has changed in memory what then was not committed.
    if (group) return undefined
    const current = await catchUp(tx, books, kept)
    // A write that came late and needs more to be read does not hold up those before it.
    const recalled =
      current &&
      (recallGroup(context, current, waiting.next()) ?? recallGroup(context, current, first))
    group = waiting.take((recalled?.group ?? first).length)
    const decided = recalled && decideRecalled(recalled)
    if (decided) saveDecided(tx, decided)
    else if (current && (!recalled || recalled.book.isAsItWas())) books.keep(current)
    return decided
  }
  try {
    const decided = await transact(context.db, work)
    if (decided) return settleDecided(context, decided, startedAt)
  } catch (error) {
    if (keyUsed(error)) books.noteRepeated(waiting.partnerId)
    // Nothing was sent: who waited in vain for the lock, or the database, does not wait once more.
    if (!group && error instanceof Outage) {
      for (const write of waiting.take(first.length)) write.reject(error)
      return []
    }
  }
  return group ?? waiting.take(first.length)
}

/** Locks the book. Answers what is kept as of now; nothing where more than accounts changed. */
async function catchUp(tx: Tx, books: KeptBooks, kept: KeptBook): Promise<KeptBook | undefined> {
  return books.upToDate(kept, await lockBookSince(tx, kept.row.partnerId, kept.row))
}
