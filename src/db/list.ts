import { offsetOf, type Page, type PageRequest } from '../core/mod.ts'
import { where, type Condition } from './conditions.ts'
import { oneRow, type Db } from './db.ts'
import { sql, type Statement } from './sql.ts'

/** What is listed. Texts are SQL, and never input. */
interface Listing<Row, Filter, T> {
  /** The tables, by which the list is also known to the test of plans. */
  readonly from: string
  readonly columns: Statement<unknown> | ((filter: Filter) => Statement<unknown>)
  /** The conditions. What is undefined selects all. */
  readonly where?: (filter: Filter) => readonly (Condition | undefined)[]
  /** Unique, so that no row is on two pages. */
  readonly order: string
  to(row: Row, filter: Filter): T
}

/** A list, and the statement of its pages. */
export interface RegisteredList {
  readonly from: string
  readonly order: string
  page(request: PageRequest): Statement<unknown>
}

/** Every list of the modules that are loaded. */
export const lists: RegisteredList[] = []

/** Returns what reads one page of a list, and counts all of its rows. */
export function list<Row, Filter, T>(listing: Listing<Row, Filter, T>) {
  const [from, order] = [sql.raw(listing.from), sql.raw(listing.order)]
  const { columns } = listing
  const selected = (filter: Filter): Condition => where(...(listing.where?.(filter) ?? []))
  const page = (request: Filter & PageRequest): Statement<Row> => sql`
    select ${typeof columns === 'function' ? columns(request) : columns}
    from ${from} ${selected(request)}
    order by ${order} limit ${request.pageSize} offset ${offsetOf(request)}`
  const count = (filter: Filter): Statement<{ total: bigint }> =>
    sql`select count(*) as total from ${from} ${selected(filter)}`
  lists.push({ from: listing.from, order: listing.order, page })
  return async (db: Db, request: Filter & PageRequest): Promise<Page<T>> => {
    const { total } = await oneRow(db, count(request))
    const rows = await db.rows(page(request))
    return { rows: rows.map((row) => listing.to(row, request)), total: Number(total) }
  }
}
