import { writeAtOnce } from '../db/mod.ts'
import { bookMoved, keyUsed } from './book-rows.ts'
import { decideRecalled, saveDecided, settleDecided, type DecidedKept } from './decide-kept.ts'
import type { GroupContext, Waiting, Write } from './group.ts'
import { recallLearning } from './learn-accounts.ts'

/**
 * Commits, in one flight, what of a group can be decided on the book as this process left it.
 * Accounts that it does not know are read before that, without a lock. The database takes the
 * writes only while the book still has that version, and where no key was used before. Answers the
 * writes that must be decided over what the database holds, in their order: all, where it did not
 * take them, and those that memory would refuse.
 */
export async function runKept(context: GroupContext, waiting: Waiting): Promise<readonly Write[]> {
  const startedAt = context.clock.monotonic()
  const group = waiting.take(waiting.half())
  const kept = context.books.take(waiting.partnerId)
  if (!kept) return group
  const recalled = await recallLearning(context, kept, group)
  const decided = recalled && decideRecalled(recalled)
  if (!decided) {
    if (!recalled || recalled.book.isAsItWas()) context.books.keep(kept)
    return group
  }
  if (!(await commit(context, decided))) return group
  return settleDecided(context, decided, startedAt)
}

/**
 * Whether the database took it. Where nobody knows, the group is decided once more, under the lock
 * that this one had: it then finds its own transfers by their keys, or that there are none.
 */
async function commit({ db, books }: GroupContext, decided: DecidedKept): Promise<boolean> {
  const { partnerId } = decided.book
  try {
    await writeAtOnce(db, (tx) => saveDecided(tx, decided))
    return true
  } catch (error) {
    if (bookMoved(error)) books.moved(partnerId)
    if (keyUsed(error)) books.repeated(partnerId)
    return false
  }
}
