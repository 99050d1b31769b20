import type { Clock } from '../core/mod.ts'
import { codeOf, sql, transactOnce, type Database, type Statement, type Tx } from '../db/mod.ts'
import { whatBecame, writeBooks, type BookWritten, type Written } from './book-rows.ts'
import type { Book } from './book.ts'
import { nextFlight } from './joint-writes.ts'
import type { CachedBook, CachedBooks } from './cached-books.ts'
import { readBooksSince } from './load-book.ts'
import { MicroBatcher } from './micro-batcher.ts'

/** A group of a book that other processes write to as well. */
export interface InTurn {
  readonly cachedBook: CachedBook
  /** How many writes it has by now. */
  size(): number
  /**
   * Decides up to so many on the book as it is now; undefined where there is nothing to write with
   * others.
   */
  decide(current: CachedBook | undefined, writesMax: number): Book | undefined
}

/**
 * Reads books of several partners that other processes write to as well, decides their groups, and
 * writes them, in one transaction, as `JointWrites` does. Processes take turns at it, with all that
 * has gathered meanwhile: each would find that the other one has moved the books that it has just
 * read. A turn is no more than that. Books are written at the version that was read, so that
 * nothing goes wrong without one, and a process that waited for it in vain goes without.
 */
export type JointTurns = MicroBatcher<InTurn, Written>

/** Many times what a turn takes, and each process that waits has one. */
const WAIT_MS = 1_000
/** Longer than a turn is waited for, twice at most, and then than it takes. */
const PATIENCE_MS = 3_000
/** A session that hangs with the turn is ended by the server after 30 seconds. */
const WITHOUT_TURNS_MS = 10_000
const LOCK_NOT_AVAILABLE = '55P03'

interface TurnOptions {
  readonly db: Database
  readonly clock: Clock
  readonly turnWaitMs?: number
}

export function createJointTurns(
  { db, clock, turnWaitMs = WAIT_MS }: TurnOptions,
  books: CachedBooks,
): JointTurns {
  let turnsAgainAt = 0
  return new MicroBatcher<InTurn, Written>({
    async serve(take) {
      if (clock.monotonic() < turnsAgainAt) return commitTogether(db, books, take)
      try {
        return await commitTogether(db, books, take, turnWithin(turnWaitMs))
      } catch (error) {
        if (!(error instanceof NoTurn)) throw error
        turnsAgainAt = clock.monotonic() + WITHOUT_TURNS_MS
        return commitTogether(db, books, take)
      }
    },
    otherwise: 'unknown',
    patienceMs: PATIENCE_MS,
    share: (waiting) => nextFlight(waiting.map((one) => one.size())).count,
  })
}

/** Whoever has the turn hangs. */
class NoTurn extends Error {
  override readonly name = 'NoTurn'
}

type Take = () => readonly InTurn[]

async function commitTogether(
  db: Database,
  books: CachedBooks,
  take: Take,
  turn?: Statement<unknown>,
): Promise<(one: InTurn) => Written> {
  let writing: Promise<BookWritten[]> | undefined
  await transactOnce(db, async (tx) => {
    if (turn) await tx.rows(turn).catch(toNoTurn)
    const asked = take().map((one) => ({ ...one, size: one.size() }))
    const decided = await decideAll(tx, books, asked)
    if (decided.length === 0) return
    writing = tx.rows(writeBooks(decided))
    // Where it fails, so does COMMIT, which travels behind it.
    writing.catch(() => undefined)
  })
  const became = whatBecame((await writing) ?? [])
  return ({ cachedBook }) => became(cachedBook.row.partnerId)
}

/** Those that come while it is read are no more of this turn. */
type Sized = Omit<InTurn, 'size'> & { readonly size: number }

async function decideAll(tx: Tx, books: CachedBooks, asked: readonly Sized[]): Promise<Book[]> {
  if (asked.length === 0) return []
  const rows = asked.map(({ cachedBook }) => cachedBook.row)
  const since = await readBooksSince(tx, rows)
  const decided = asked.map(({ cachedBook, size, decide }) =>
    decide(books.upToDate(cachedBook, since.get(cachedBook.row.partnerId)), size),
  )
  return decided.filter((book) => book !== undefined)
}

/** What comes after it waits for no lock but that of a table, which is being changed then. */
function turnWithin(waitMs: number): Statement<unknown> {
  return sql`
    with patience as materialized (select set_config('lock_timeout', ${String(waitMs)}, true))
    select from patience, book_turns
    for no key update of book_turns`
}

function toNoTurn(error: unknown): never {
  throw codeOf(error) === LOCK_NOT_AVAILABLE ? new NoTurn() : error
}
