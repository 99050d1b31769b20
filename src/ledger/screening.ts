import type { Db } from '../db/mod.ts'
import type { Checkpoint, StoredCheckpoint } from './checkpoint.ts'
import { booksWithoutDifference, type ScreenedBook } from './screen-rows.ts'
import type { VerifyOptions, VerifyReport } from './verify-options.ts'
import type { NextBook } from './verify-rows.ts'

/** An order is compared by several index probes. */
const TRANSFERS_PER_ORDER = 5
/**
 * A statement has room for this many of the largest small books. Larger books are not screened,
 * because a plan for books of average size may take quadratic time for them.
 */
const SMALL_BOOKS_MIN = 20

/** Books in the order of their partners, and which of them one statement screens. */
export interface Group {
  readonly books: readonly NextBook[]
  readonly small: readonly number[]
}

/**
 * Divides books into groups. The small books of a group have at most `transfersMax` transfers
 * together. A book with an opening is not screened, because PostgreSQL cannot open its sealed
 * totals.
 */
export function* groupsOf(books: readonly NextBook[], transfersMax: number): Generator<Group> {
  let group: { books: NextBook[]; small: number[] } = { books: [], small: [] }
  let sum = 0
  for (const book of books) {
    const size = sizeOf(book)
    const isSmall = size <= transfersMax / SMALL_BOOKS_MIN && !book.has_opening
    if (isSmall && sum + size > transfersMax) {
      yield group
      group = { books: [], small: [] }
      sum = 0
    }
    group.books.push(book)
    if (!isSmall) continue
    group.small.push(book.partner_id)
    sum += size
  }
  yield group
}

/** A damaged book may have any numbers. */
function sizeOf({ last_id: ids, last_transfer: transfers, last_order: orders }: NextBook): number {
  const sizes = [Number(ids), Number(transfers), Number(orders) * TRANSFERS_PER_ORDER]
  return sizes.reduce((sum, size) => sum + Math.abs(size), 0)
}

/**
 * Screens books by one statement, and reports the numbers of verified accounts and transfers.
 * Returns the books without a difference, except those that have changed since their stored
 * checkpoint. All others must be verified one by one.
 */
export async function screen(
  db: Db,
  partnerIds: readonly number[],
  { screenOf, checkpoints, fromCheckpoint }: VerifyOptions,
  report: VerifyReport,
): Promise<ReadonlyMap<number, Checkpoint>> {
  const sound = new Map<number, Checkpoint>()
  if (!screenOf || partnerIds.length === 0) return sound
  const stored = fromCheckpoint ? await checkpoints?.find(partnerIds) : undefined
  for (const book of await db.rows(booksWithoutDifference(partnerIds, screenOf))) {
    const from = stored?.get(book.partner_id)
    const current = checkpointOf(book)
    if (from !== undefined && !isUnchanged(from, current)) continue
    sound.set(book.partner_id, current)
    report.accounts += Number(book.accounts)
    report.transfers += from === undefined ? Number(book.last_transfer) : 0
  }
  return sound
}

function checkpointOf({ last_transfer, last_final_order, totals }: ScreenedBook): Checkpoint {
  return { lastTransfer: last_transfer, lastOrder: last_final_order, totals }
}

/**
 * True if the book has no transfer after the checkpoint, and its accounts have the totals of the
 * checkpoint.
 */
function isUnchanged(from: StoredCheckpoint, current: Checkpoint): boolean {
  return (
    typeof from === 'object' &&
    from.lastTransfer === current.lastTransfer &&
    from.lastOrder <= current.lastOrder &&
    from.totals === current.totals
  )
}
