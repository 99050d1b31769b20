import { offsetOf, type Page, type PageRequest } from '../core/mod.ts'
import { where, type Condition } from './conditions.ts'
import { oneRow, type Db } from './db.ts'
import { sql, type Statement } from './sql.ts'

/** The property that a list is sorted by. With `-` before it, the highest comes first. */
export type Sort<Name extends string> = Name | `-${Name}`

/** The definition of a list. Its texts are used as SQL, so they must not come from input. */
interface Listing<Row, Filter, T, Name extends string> {
  /** The tables. The test of plans names the list by them, too. */
  readonly from: string
  readonly columns: Statement<unknown> | ((filter: Filter) => Statement<unknown>)
  /** The conditions. An undefined condition selects all rows. */
  readonly where?: (filter: Filter) => readonly (Condition | undefined)[]
  /** The order of the rows. It is unique, so that no row is on two pages. */
  readonly order: string
  /**
   * The properties by which readers may sort: for each, columns that together are unique. The
   * columns are those of an index, unless the table stays small; the test of plans lists such
   * tables. Sorting by a property that is not here is refused.
   */
  readonly sorts?: Readonly<Record<Name, readonly string[]>>
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

/**
 * Returns a function that reads one page of a list and counts all of its rows. Its `sorts` name the
 * properties by which a request may sort.
 */
export function list<Row, Filter, T, Name extends string = never>(
  listing: Listing<Row, Filter, T, Name>,
) {
  type Request = Filter & PageRequest & { readonly sort?: Sort<Name> | undefined }
  const from = sql.raw(listing.from)
  const { columns } = listing
  const selected = (filter: Filter): Condition => where(...(listing.where?.(filter) ?? []))
  const pageBy =
    (order: Statement<never>) =>
    (request: Filter & PageRequest): Statement<Row> =>
      sql`
      select ${typeof columns === 'function' ? columns(request) : columns}
      from ${from} ${selected(request)}
      order by ${order} limit ${request.pageSize} offset ${offsetOf(request)}`
  const count = (filter: Filter): Statement<{ total: bigint }> =>
    sql`select count(*) as total from ${from} ${selected(filter)}`
  const orders = new ListOrders(listing.order, listing.sorts)
  for (const order of orders.all) {
    lists.push({ from: listing.from, order, page: pageBy(sql.raw(order)) })
  }
  const read = async (db: Db, request: Request): Promise<Page<T>> => {
    const { total } = await oneRow(db, count(request))
    const rows = await db.rows(pageBy(orders.by(request.sort))(request))
    return { rows: rows.map((row) => listing.to(row, request)), total: Number(total) }
  }
  return Object.assign(read, { sorts: orders.sorts })
}

/**
 * The orders of a list by the properties that it can be sorted by, as `list` and statements of
 * another form have them. The texts are used as SQL, so they must not come from input.
 */
export class ListOrders<Name extends string> {
  readonly sorts: readonly Name[]
  /** Every order. */
  readonly all: readonly string[]
  readonly #bySort: ReadonlyMap<string | undefined, string>

  /** `sorts` names the columns of each property, which together are unique. */
  constructor(order: string, sorts?: Readonly<Record<Name, readonly string[]>>) {
    const entries = Object.entries<readonly string[]>(sorts ?? {})
    const named = entries.flatMap(([name, columns]) => bothOrders(name, columns))
    this.sorts = entries.map(([name]) => name as Name)
    this.#bySort = new Map([[undefined, order], ...named])
    this.all = [...this.#bySort.values()]
  }

  /** Returns the order by a property; that of the list if it is undefined. */
  by(sort: Sort<Name> | undefined): Statement<never> {
    const order = this.#bySort.get(sort)
    if (order === undefined) throw new Error(`a list is not sorted by ${sort}`)
    return sql.raw(order)
  }
}

/** Returns a property with its order in SQL, from the lowest up and from the highest down. */
function bothOrders(name: string, sorted: readonly string[]): [sort: string, order: string][] {
  return [
    [name, sorted.join(', ')],
    [`-${name}`, sorted.map((column) => `${column} desc`).join(', ')],
  ]
}
