import type { Database } from '../db/mod.ts'
import { whatBecame, writeBooks, type Written } from './book-rows.ts'
import type { Book } from './book.ts'
import { MicroBatcher } from './micro-batcher.ts'

/**
 * Writes books of several partners in one transaction: a commit costs as much for one as
 * for many. It waits for no lock, so no partner waits for what holds another one up. Answers once
 * a book is durable, or will never be.
 */
export type JointWrites = MicroBatcher<Book, Written>

/** A group of more gains nothing from others, and would hold them up: it goes by itself. */
export const JOINT_TRANSFERS_MAX = 15
const FLIGHT_TRANSFERS_MAX = 512
/** Of fewer, a second transaction would cost more than it gains. */
const HALF_TRANSFERS_MIN = 16

export function createJointWrites(db: Database): JointWrites {
  /** Transfers of the last transaction, whose clients are about to write again. */
  let last = 0
  return new MicroBatcher<Book, Written>({
    async serve(take) {
      const became = whatBecame(await db.rows(writeBooks(take())))
      return ({ partnerId }) => became(partnerId)
    },
    otherwise: 'unknown',
    /**
     * Half of all transfers, those of the last transaction and those that wait: while the database
     * commits the one half, this process serves the other.
     */
    share(waiting) {
      const inAll = waiting.reduce((sum, { transfers }) => sum + transfers.length, last)
      const wanted = Math.max(HALF_TRANSFERS_MIN, Math.ceil(inAll / 2))
      const sizes = waiting.map(({ transfers }) => transfers.length)
      const { count, sum } = nextFlight(sizes, wanted)
      last = sum
      return count
    },
  })
}

/** How many of these go at once, in their order, and their sum: at least one, and enough. */
function nextFlight(
  sizes: readonly number[],
  enough = FLIGHT_TRANSFERS_MAX,
): { count: number; sum: number } {
  let count = 0
  let sum = 0
  for (const size of sizes) {
    if (count > 0 && (sum >= enough || sum + size > FLIGHT_TRANSFERS_MAX)) break
    sum += size
    count += 1
  }
  return { count, sum }
}
