import { settleDecided, takeBackDecided, type DecidedFromCache } from './decide-cached.ts'
import { changesBalancesAlone, type GroupContext, type Waiting, type Write } from './group.ts'
import { JOINT_TRANSFERS_MAX } from './joint-writes.ts'
import { SharedGroup } from './shared-group.ts'

/**
 * Commits a group of a book that other processes write to as well, together with those of other
 * partners. Answers the writes that must be decided over what the database holds, as `runCached`
 * does. Where somebody holds the book, or moved it meanwhile, they are put back: the next group
 * waits for its lock.
 */
export async function runTurn(context: GroupContext, waiting: Waiting): Promise<readonly Write[]> {
  const { books, clock, jointTurns } = context
  const startedAt = clock.monotonic()
  const shared = await SharedGroup.of(context, waiting)
  if (!shared) return waiting.take()
  const { cachedBook } = shared
  let decided: DecidedFromCache | undefined
  const written = await jointTurns.ask({
    cachedBook,
    size: () => Math.min(waiting.next().length, JOINT_TRANSFERS_MAX),
    decide(current, writesMax) {
      decided = shared.takeAndDecide(current, writesMax)
      // As everything that can be decided from the cache does, so far.
      const isJoint = decided && changesBalancesAlone(decided.book, decided.states)
      return isJoint ? decided?.book : undefined
    },
  })
  if (!decided) {
    if (!shared.isTaken) books.keep(cachedBook)
    return shared.take()
  }
  if (written === 'written') return settleDecided(context, decided, startedAt)
  takeBackDecided(context, decided)
  if (written === 'used') books.noteRepeated(waiting.partnerId)
  if (written !== 'moved') return shared.take()
  books.noteContended(waiting.partnerId)
  waiting.putBack(shared.take())
  return []
}
