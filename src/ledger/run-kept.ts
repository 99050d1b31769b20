import { writeAtOnce } from '../db/mod.ts'
import { bookMoved, keyUsed } from './book-rows.ts'
import { decideRecalled, settleDecided, type DecidedKept } from './decide-kept.ts'
import {
  changesBalancesAlone,
  saveAll,
  type GroupContext,
  type Waiting,
  type Write,
} from './group.ts'
import { JOINT_TRANSFERS_MAX, type Written } from './joint-writes.ts'
import { recallLearning } from './learn-accounts.ts'

/**
 * Commits, in one flight, what of a group can be decided on the book as this process left it, or
 * as it is now, where other processes write to it as well. Accounts that it does not know are read
 * before that, without a lock. The database takes the writes only while the book still has that
 * version, and where no key was used before. Answers the writes that must be decided over what the
 * database holds, in their order: all, where it did not take them, and those that memory would
 * refuse.
 */
export async function runKept(context: GroupContext, waiting: Waiting): Promise<readonly Write[]> {
  const { books, jointReads } = context
  const startedAt = context.clock.monotonic()
  const taken = books.take(waiting.partnerId)
  const kept = taken && books.isShared(waiting.partnerId) ? await jointReads.ask(taken) : taken
  const group = waiting.take(waiting.half())
  if (!kept) return group
  const recalled = await recallLearning(context, kept, group)
  const decided = recalled && decideRecalled(recalled)
  if (!decided) {
    if (!recalled || recalled.book.isAsItWas()) books.keep(kept)
    return group
  }
  if (!(await commit(context, waiting, decided))) return group
  return settleDecided(context, decided, startedAt)
}

/**
 * Whether the database took it. Where it did not, or nobody knows, the group is decided once more,
 * under the lock: it then finds its own transfers by their keys, or that there are none.
 */
async function commit(
  context: GroupContext,
  waiting: Waiting,
  decided: DecidedKept,
): Promise<boolean> {
  const { books } = context
  const { partnerId } = waiting
  const written = await write(context, waiting, decided)
  if (written === 'moved') {
    // It was read just before.
    if (books.isShared(partnerId)) books.noteContended(partnerId)
    books.noteMoved(partnerId)
  }
  if (written === 'used') books.noteRepeated(partnerId)
  return written === 'written'
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
