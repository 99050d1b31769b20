import type { Element } from './array-text.ts'
import { sql, type Statement } from './sql.ts'

/** The type in PostgreSQL, and what the column is of a row. */
export type Column<Row> = readonly [type: string, of: (row: Row) => Element]

/** As many as an order has of transfers, and of accounts that they change. */
const WRITTEN_OUT_MAX = 2

/**
 * What a statement is given rows by. A few are written out, of more each column is an array:
 * PostgreSQL sets up a function and a store for each array, which costs as much for one row as for
 * hundreds.
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

  /** To be selected from, under an alias. */
  rows(rows: readonly Row[]): Statement<unknown> {
    const written = this.#writtenOut[rows.length - 1]
    if (!written) return sql`unnest(${this.arrays(rows)})`
    return sql(written, ...rows.flatMap((row) => this.#columns.map(([, of]) => of(row))))
  }

  /** For `unnest`, where there are more columns than these. */
  arrays(rows: readonly Row[]): Statement<unknown> {
    return sql(this.#arrays, ...this.#columns.map(([, of]) => rows.map(of)))
  }
}

/** `(values ($1::a, $2::b), ($3::a, $4::b))` */
function valuesOf(types: readonly string[], count: number): TemplateStringsArray {
  const row = `(${parametersOf(types)})`
  return template(`(values ${Array.from({ length: count }, () => row).join(', ')})`)
}

function parametersOf(types: readonly string[]): string {
  return types.map((type) => `?::${type}`).join(', ')
}

/** A template of the source is one object however often it is used; so is each of these. */
function template(text: string): TemplateStringsArray {
  const parts = text.split('?')
  return Object.assign([...parts], { raw: parts })
}
