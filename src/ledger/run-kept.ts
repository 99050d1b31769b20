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
import type { KeptBooks } from './kept-books.ts'
import { recallLearning } from './learn-accounts.ts'

/**
 * How often a group of one partner among several is decided on what is kept before it waits for
 * the lock, by itself, which costs as much as several tries.
 */
const TRIES_MAX = 3

/**
 * Commits, in one flight, what of a group can be decided on the book as this process left it, or
 * as it is now, where other processes write to it as well. Accounts that it does not know are read
 * before that, without a lock. The database takes the writes only while the book still has that
 * version, and where no key was used before. Where another process was faster, it is brought up to
 * date and decided again. Answers the writes that must be decided over what the database holds, in
 * their order: all, where it did not take them, and those that memory would refuse.
 */
export async function runKept(context: GroupContext, waiting: Waiting): Promise<readonly Write[]> {
  const { books, jointReads } = context
  const startedAt = context.clock.monotonic()
  const taken = books.take(waiting.partnerId)
  let kept = taken && books.isShared(waiting.partnerId) ? await jointReads.ask(taken) : taken
  const group = waiting.take(waiting.half())
  for (let tries = 1; kept; tries += 1) {
    const recalled = await recallLearning(context, kept, group)
    const decided = recalled && decideRecalled(recalled)
    if (!decided) {
      if (!recalled || recalled.book.isAsItWas()) books.keep(kept)
      return group
    }
    const written = await write(context, waiting, decided)
    if (written === 'written') return settleDecided(context, decided, startedAt)
    const isLast = tries === TRIES_MAX || waiting.isAlone()
    noteFailure(books, waiting.partnerId, { written, isLast })
    if (written !== 'moved' || isLast || !decided.book.takeBack()) break
    kept = await jointReads.ask(kept)
  }
  return group
}

function noteFailure(
  books: KeptBooks,
  partnerId: number,
  { written, isLast }: { written: Written; isLast: boolean },
): void {
  if (written === 'used') books.noteRepeated(partnerId)
  if (written !== 'moved') return
  // It was read just before.
  if (isLast && books.isShared(partnerId)) books.noteContended(partnerId)
  books.noteMoved(partnerId)
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
