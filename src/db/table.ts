import type { Columns, ColumnsOf } from './columns.ts'
import { parametersOf, Relation, typesOf } from './relation.ts'
import { sql, twinned, type Statement } from './sql.ts'

/** The insert of rows of one kind. */
export interface Insert<Row> {
  readonly into: string
  /** Types of the columns: first those with one value for all rows, then the others. */
  readonly types: readonly string[]
  readonly relation: Relation<Row>
}

/** Returns the insert of rows that have `values` in common. */
export const rowsInto = twinned(
  'rowsInto',
  <Row>(insert: Insert<Row>, rows: readonly Row[], values: readonly unknown[]): Statement<never> =>
    insert.relation.of(rows, values),
)

/** Inserts rows into a table. All rows of one insert share the values of `Shared`. */
class Table<Stored, Row, Shared> {
  /** The columns, those of `Shared` first. */
  readonly names: Statement<never>
  readonly #insert: Insert<Row>
  readonly #shared: readonly ((shared: Shared) => unknown)[]

  constructor(name: string, columns: Columns<Row>, shared: Columns<Shared>) {
    const names = [...Object.keys(shared), ...Object.keys(columns)].join(', ')
    const types = typesOf(shared)
    this.names = sql.raw(names)
    const into = `insert into ${name} (${names}) `
    this.#shared = Object.values(shared).map(({ read }) => read)
    const selected = types.length > 0 ? `${parametersOf(types)}, input.*` : 'input.*'
    const relation = new Relation(columns, [`${into}select ${selected} from `, ' as input'])
    this.#insert = { into, types: [...types, ...typesOf(columns)], relation }
  }

  /** Returns the insert, which `on conflict` or `returning` may follow. */
  insert(rows: readonly Row[], shared: Shared): Statement<never> {
    return rowsInto(
      this.#insert,
      rows,
      this.#shared.map((read) => read(shared)),
    )
  }

  /** Returns the arrays for `unnest`, for statements of several partners. */
  arrays(rows: readonly Row[]): Statement<never> {
    return this.#insert.relation.arrays(rows)
  }

  /** Returns the assignments of `on conflict do update` that give columns their new values. */
  excluded(...names: readonly (keyof Stored & string)[]): Statement<never> {
    return sql.raw(names.map((name) => `${name} = excluded.${name}`).join(', '))
  }
}

/**
 * Returns a table to insert into, with the columns that are sent. The compiler compares them with
 * the row type of the table. Names are used as SQL, so they must not come from input.
 */
export function table<Stored, Row, Shared = void>(
  name: string,
  columns: ColumnsOf<Stored, Row>,
  shared: ColumnsOf<Stored, Shared> = {},
): Table<Stored, Row, Shared> {
  return new Table(name, columns as Columns<Row>, shared as Columns<Shared>)
}

/** Returns the columns that have none of these names. */
export function without<Stored, Row>(
  columns: ColumnsOf<Stored, Row>,
  ...names: readonly (keyof Stored)[]
): ColumnsOf<Stored, Row> {
  const others = namesOf(columns).filter((name) => !names.includes(name))
  return Object.fromEntries(others.map((name) => [name, columns[name]])) as typeof columns
}

export function namesOf<Stored>(columns: ColumnsOf<Stored, never>): (keyof Stored & string)[] {
  return Object.keys(columns) as (keyof Stored & string)[]
}
