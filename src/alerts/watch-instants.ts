import { MS_PER_SECOND, dateAt, isoTime, type Clock } from '../core/mod.ts'
import { oneRow, sql, type Database, type Statement } from '../db/mod.ts'
import { followAlerts, type AlertText } from './follow.ts'

export interface InstantWatchOptions {
  readonly db: Database
  readonly clock: Clock
  /** Seconds by which a book's last instant may be ahead of the clock. */
  readonly clockSkewSecondsMax: number
}

/** Books are read in key order, so one check reads a few hundred pages. */
const BOOKS_PER_CHECK = 20_000
const SUBJECT = 'books'

/**
 * The books of one pass whose last instant is ahead: their number, and the book that is furthest
 * ahead.
 */
interface Ahead {
  readonly books: number
  readonly partnerId: number
  readonly lastInstant: number
}

/**
 * Returns a function that checks the next 20,000 books, and starts over after the last one. An
 * index on `last_instant` would be faster to read, but every group commit would have to update it.
 * One alert stands for all books: it is raised or resolved at the end of a pass. Any number of
 * processes may check.
 */
export function createInstantCheck(
  { db, clock, clockSkewSecondsMax }: InstantWatchOptions,
  booksPerCheck = BOOKS_PER_CHECK,
): () => Promise<void> {
  let after = 0
  let ahead: Ahead | undefined
  return async () => {
    const now = clock.now()
    const aheadOf = dateAt(now + clockSkewSecondsMax * MS_PER_SECOND)
    const row = await oneRow(db, booksAhead({ after, aheadOf, limit: booksPerCheck }))
    ahead = furthest(ahead, row)
    const isPassOver = Number(row.books) < booksPerCheck
    after = isPassOver ? 0 : (row.last_partner_id ?? 0)
    if (!isPassOver) return
    const expected = new Map(ahead ? [[SUBJECT, alertOf(ahead, now)]] : [])
    ahead = undefined
    await followAlerts(db, { kind: 'instant_ahead', at: now, isCounted: true }, expected)
  }
}

interface AheadRow {
  readonly books: bigint
  readonly last_partner_id: number | null
  readonly books_ahead: bigint
  readonly furthest_partner_id: number | null
  readonly furthest_instant: Date | null
}

function booksAhead(page: { after: number; aheadOf: Date; limit: number }): Statement<AheadRow> {
  return sql`
    with checked as materialized (
      select partner_id, last_instant, last_instant > ${page.aheadOf} as is_ahead
      from books where partner_id > ${page.after}
      order by partner_id limit ${page.limit})
    select count(*) as books, max(partner_id) as last_partner_id,
      count(*) filter (where is_ahead) as books_ahead,
      (array_agg(partner_id order by last_instant desc) filter (where is_ahead))[1]
        as furthest_partner_id,
      max(last_instant) filter (where is_ahead) as furthest_instant
    from checked`
}

function furthest(before: Ahead | undefined, row: AheadRow): Ahead | undefined {
  const { furthest_partner_id: partnerId, furthest_instant: instant } = row
  if (partnerId === null || instant === null) return before
  const books = (before?.books ?? 0) + Number(row.books_ahead)
  const lastInstant = instant.getTime()
  return before && before.lastInstant >= lastInstant
    ? { ...before, books }
    : { books, partnerId, lastInstant }
}

function alertOf({ books, partnerId, lastInstant }: Ahead, now: number): AlertText {
  const until = isoTime(lastInstant)
  const seconds = Math.round((lastInstant - now) / MS_PER_SECOND)
  return {
    severity: 'critical',
    message:
      `the last instants of ${books} books are ahead of the database's clock, that of partner ` +
      `${partnerId} by ${seconds} s: their writes get the same instant until ${until}`,
    details: { books, partnerId, lastInstant: until, secondsAhead: seconds },
  }
}
