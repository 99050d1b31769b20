import type { Columns, ColumnsOf } from './columns.ts'
import { parametersOf, Relation, template, typesOf, valuesOf } from './relation.ts'
import { sql, type Statement } from './sql.ts'

/** The longest list of rows that Citus is sent: it has a plan for a list of each length. */
const LISTED_MAX = 64

/** Inserts rows into a table. All of one insert have the values of `Shared` in common. */
class Table<Stored, Row, Shared> {
  /** The columns, those of `Shared` first. */
  readonly names: Statement<never>
  readonly #rows: Relation<Row>
  readonly #shared: readonly ((shared: Shared) => unknown)[]
  readonly #types: readonly string[]
  readonly #into: string
  readonly #lists = new Map<number, TemplateStringsArray>()

  constructor(name: string, columns: Columns<Row>, shared: Columns<Shared>) {
    const names = [...Object.keys(shared), ...Object.keys(columns)].join(', ')
    const types = typesOf(shared)
    this.names = sql.raw(names)
    this.#into = `insert into ${name} (${names}) `
    this.#shared = Object.values(shared).map(({ of }) => of)
    this.#types = [...types, ...typesOf(columns)]
    const selected = types.length > 0 ? `${parametersOf(types)}, made.*` : 'made.*'
    this.#rows = new Relation(columns, [`${this.#into}select ${selected} from `, ' as made'])
  }

  /** Returns the insert, which `on conflict` or `returning` may follow. */
  insert(rows: readonly Row[], shared: Shared): Statement<never> {
    const values = this.#shared.map((of) => of(shared))
    const plain = this.#rows.of(rows, values)
    return sql.either(plain, () => this.#listed(rows, values) ?? plain)
  }

  /** Returns the arrays for `unnest`, for statements of several partners. */
  arrays(rows: readonly Row[]): Statement<never> {
    return this.#rows.arrays(rows)
  }

  /** Returns the assignments of `on conflict do update` that give columns their new values. */
  excluded(...names: readonly (keyof Stored & string)[]): Statement<never> {
    return sql.raw(names.map((name) => `${name} = excluded.${name}`).join(', '))
  }

  /** Citus sends a `values` list to the partner's node at once. */
  #listed(rows: readonly Row[], values: readonly unknown[]): Statement<never> | undefined {
    const { length } = rows
    if (length === 0 || length > LISTED_MAX) return undefined
    let list = this.#lists.get(length)
    if (!list) {
      list = template(`${this.#into}${valuesOf(this.#types, length)}`)
      this.#lists.set(length, list)
    }
    return sql(list, ...rows.flatMap((row) => [...values, ...this.#rows.valuesOf(row)]))
  }
}

/**
 * Returns a table to insert into, by the columns that are sent. The compiler compares them with the
 * row type of the table. Names are SQL, and never input.
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
