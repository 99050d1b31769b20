import { writeAtOnce } from '../db/mod.ts'
import { bookMoved, keyUsed, type Written } from './book-rows.ts'
import { decideRecalled, settleDecided, takeBackDecided, type DecidedKept } from './decide-kept.ts'
import {
  changesBalancesAlone,
  saveAll,
  type GroupContext,
  type Waiting,
  type Write,
} from './group.ts'
import { JOINT_TRANSFERS_MAX } from './joint-writes.ts'
import { recallLearning } from './learn-accounts.ts'

/**
 * Commits, in one flight, what of a group can be decided on the book as this process left it.
 * Accounts that it does not know are read before that, without a lock. The database takes the
 * writes only while the book still has that version, and where no key was used before. Where
 * another process has moved it, they are put back: the next group brings it up to date. Answers the
 * writes that must be decided over what the database holds, in their order: all, where it did not
 * take them, and those that memory would refuse.
 */
export async function runKept(context: GroupContext, waiting: Waiting): Promise<readonly Write[]> {
  const { books } = context
  const { partnerId } = waiting
  const startedAt = context.clock.monotonic()
  const kept = books.take(partnerId)
  const group = waiting.take(waiting.half())
  if (!kept) return group
  const recalled = await recallLearning(context, kept, group)
  const decided = recalled && decideRecalled(recalled)
  if (!decided) {
    if (!recalled || recalled.book.isAsItWas()) books.keep(kept)
    return group
  }
  const written = await write(context, waiting, decided)
  if (written === 'written') return settleDecided(context, decided, startedAt)
  takeBackDecided(context, decided)
  if (written === 'used') books.noteRepeated(partnerId)
  if (written !== 'moved') return group
  books.noteMoved(partnerId)
  waiting.putBack(group)
  return []
}

async function write(
  { db, jointWrites }: GroupContext,
  waiting: Waiting,
  { book, states }: DecidedKept,
): Promise<Written> {
  try {
    const isSmall = book.transfers.length <= JOINT_TRANSFERS_MAX
    if (isSmall && !waiting.isAlone() && changesBalancesAlone(book, states)) {
      return await jointWrites.ask(book)
    }
    await writeAtOnce(db, (tx) => saveAll(tx, book, states))
    return 'written'
  } catch (error) {
    if (bookMoved(error)) return 'moved'
    return keyUsed(error) ? 'used' : 'unknown'
  }
}
