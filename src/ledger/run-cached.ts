import { writeAtOnce } from '../db/mod.ts'
import { bookMoved, keyUsed, type Written } from './book-rows.ts'
import {
  decideFromCache,
  settleDecided,
  takeBackDecided,
  type DecidedFromCache,
} from './decide-cached.ts'
import {
  changesBalancesAlone,
  saveAll,
  type GroupContext,
  type Waiting,
  type Write,
} from './group.ts'
import { JOINT_TRANSFERS_MAX } from './joint-writes.ts'
import { loadCachedReading } from './read-uncached-accounts.ts'

/**
 * Commits, in one round trip and without a lock (optimistic concurrency), the writes of a group
 * that can be decided from the cached book. Accounts that are not cached are read first. The
 * statement writes only if the book still has the cached version and no key was used before. If
 * another process has moved the book, the writes go back to the queue, and the next group catches
 * up. Returns, in their order, the writes that must be decided over what the database holds: all if
 * nothing was written, else those that the cached book would refuse.
 */
export async function runCached(
  context: GroupContext,
  waiting: Waiting,
): Promise<readonly Write[]> {
  const { books } = context
  const { partnerId } = waiting
  const startedAt = context.clock.monotonic()
  const cachedBook = books.take(partnerId)
  const group = waiting.take(waiting.half())
  if (!cachedBook) return group
  const cached = await loadCachedReading(context, cachedBook, group)
  const decided = cached && decideFromCache(cached)
  if (!decided) {
    if (!cached || cached.book.isAsItWas()) books.keep(cachedBook)
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
  { book, states }: DecidedFromCache,
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
