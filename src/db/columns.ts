import type { Element } from './array-text.ts'
import { sql, type Statement } from './sql.ts'

/** A column: its type in PostgreSQL, and its value for a row. */
export type Column<Row> = readonly [type: string, of: (row: Row) => Element]

/** As many as the transfers of an order, and the accounts that they change. */
const WRITTEN_OUT_MAX = 2

/**
 * Sends rows to a statement. Up to `WRITTEN_OUT_MAX` rows become a `values` list; more become one
 * array per column. PostgreSQL sets up a function scan and a store for each array, which costs as
 * much for one row as for hundreds.
 */
export class Columns<Row> {
  readonly #columns: readonly Column<Row>[]
  readonly #arrays: TemplateStringsArray
  readonly #writtenOut: readonly TemplateStringsArray[]

  constructor(columns: readonly Column<Row>[]) {
    this.#columns = columns
    const types = columns.map(([type]) => type)
    this.#arrays = template(parametersOf(types.map((type) => `${type}[]`)))
    this.#writtenOut = Array.from({ length: WRITTEN_OUT_MAX }, (_, at) => valuesOf(types, at + 1))
  }

  /** Returns a relation to select from, under an alias. */
  rows(rows: readonly Row[]): Statement<unknown> {
    const written = this.#writtenOut[rows.length - 1]
    if (!written) return sql`unnest(${this.arrays(rows)})`
    return sql(written, ...rows.flatMap((row) => this.#columns.map(([, of]) => of(row))))
  }

  /** Returns the arrays for `unnest`, for statements with further columns. */
  arrays(rows: readonly Row[]): Statement<unknown> {
    return sql(this.#arrays, ...this.#columns.map(([, of]) => rows.map(of)))
  }
}

/** Returns the texts of `(values ($1::a, $2::b), ($3::a, $4::b))`. */
function valuesOf(types: readonly string[], count: number): TemplateStringsArray {
  const row = `(${parametersOf(types)})`
  return template(`(values ${Array.from({ length: count }, () => row).join(', ')})`)
}

function parametersOf(types: readonly string[]): string {
  return types.map((type) => `?::${type}`).join(', ')
}

/** Caches templates, because a prepared statement is found by the identity of its texts. */
function template(text: string): TemplateStringsArray {
  const parts = text.split('?')
  return Object.assign([...parts], { raw: parts })
}
