import { randomWhole } from '../core/mod.ts'
import { maybeRow, sql, type CommitOutcome, type Statement, type Tx } from '../db/mod.ts'
import type { Book } from './book.ts'

/** The number of writers that `books.writers` has room for. */
const WRITERS_MAX = 8

/**
 * Draws the number of a ledger among the writers of books. It is negative, so that it differs from
 * every version.
 */
export function newWriter(): number {
  return -1 - randomWhole()
}

/**
 * Selects the writers of a book after this group: a flat list of pairs, the newest first. A pair is
 * a writer and the version that its last group under the lock has drawn. `own` is the pair of this
 * group.
 */
export const WRITERS_AFTER = sql`
  array[own.writer, own.version] || case
    when array_position(books.writers, own.writer) is null
    then books.writers[:${sql.raw(String(2 * (WRITERS_MAX - 1)))}]
    else books.writers[:array_position(books.writers, own.writer) - 1]
      || books.writers[array_position(books.writers, own.writer) + 2:] end`

/** A group that was written under the lock of its book. */
type WrittenGroup = Pick<Book, 'partnerId' | 'version' | 'nextVersion'>

/**
 * Finds out whether a group was committed, by the version that it has drawn. A ledger commits one
 * group of a book at a time, so the version of its last group stays in `books.writers` while others
 * write, unless more writers than that list can hold have written since.
 */
export async function findGroup(
  tx: Tx,
  writer: number,
  group: WrittenGroup,
): Promise<CommitOutcome> {
  const outcome = await maybeRow(tx, lockWriters(writer, group))
  if (outcome?.is_committed === true) return 'committed'
  // If the book is missing, the database has lost even the partner.
  return outcome?.is_not_committed === false ? 'unknown' : 'not committed'
}

interface OutcomeRow {
  readonly is_committed: boolean
  /** Decides only if `is_committed` is false. */
  readonly is_not_committed: boolean
}

/**
 * Locks the book, and returns the outcome of the group:
 *
 * - Committed, if the lineage or the writers have the version of the group.
 * - Certainly not committed, if its trace could not have been removed: the writer is still listed,
 *   the list was never full, or the book or its lineage still has the version before the group.
 * - Otherwise unknown.
 */
function lockWriters(
  writer: number,
  { partnerId, version, nextVersion }: WrittenGroup,
): Statement<OutcomeRow> {
  return sql`
    select ${nextVersion} = any(lineage)
             or coalesce(writers[array_position(writers, own.writer) + 1] = ${nextVersion}, false)
             as is_committed,
           own.writer = any(writers) or cardinality(writers) < ${2 * WRITERS_MAX}
             or books.version = ${version} or ${version} = any(lineage) as is_not_committed
    from books cross join (values (${writer}::bigint)) as own (writer)
    where partner_id = ${partnerId}
    for no key update of books`
}
