import type { Element } from './array-text.ts'
import { sql, type Statement } from './sql.ts'

/** A column: its type in PostgreSQL, and its value for a row. */
export type Column<Row> = readonly [type: string, of: (row: Row) => Element]

/** A column that has the same value in all rows. */
export type SharedColumn = readonly [type: string, value: Element]

/** As many as the transfers of an order, and the accounts that they change. */
const WRITTEN_OUT_MAX = 2
/** The longest list of `inserted`. */
const LISTED_MAX = 64

/**
 * Sends rows to a statement. Up to `WRITTEN_OUT_MAX` rows become a `values` list; more become one
 * array per column. PostgreSQL sets up a function scan and a store for each array, which costs as
 * much for one row as for hundreds.
 */
export class Columns<Row> {
  readonly #columns: readonly Column<Row>[]
  readonly #arrays: TemplateStringsArray
  readonly #writtenOut: readonly TemplateStringsArray[]
  readonly #texts = new Map<string, TemplateStringsArray>()

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

  /**
   * Returns rows for `insert`, each after the values that all have. Citus sends a `values` list to
   * the partner's node at once; it has a plan for a list of each length, so more rows are selected.
   */
  inserted(rows: readonly Row[], shared: readonly SharedColumn[]): Statement<never> {
    const values = shared.map(([, value]) => value)
    const types = shared.map(([type]) => type)
    if (rows.length > LISTED_MAX) {
      const selected = this.#cached(`selected ${types.length}`, () => parametersOf(types))
      return sql`select ${sql(selected, ...values)}, made.* from ${this.rows(rows)} as made`
    }
    const all = [...types, ...this.#columns.map(([type]) => type)]
    const list = this.#cached(`${types.length} ${rows.length}`, () => listOf(all, rows.length))
    const own = rows.map((row) => this.#columns.map(([, of]) => of(row)))
    return sql(list, ...own.flatMap((row) => [...values, ...row]))
  }

  #cached(key: string, textOf: () => string): TemplateStringsArray {
    let texts = this.#texts.get(key)
    if (!texts) {
      texts = template(textOf())
      this.#texts.set(key, texts)
    }
    return texts
  }

  /** Returns the arrays for `unnest`, for statements with further columns. */
  arrays(rows: readonly Row[]): Statement<unknown> {
    return sql(this.#arrays, ...this.#columns.map(([, of]) => rows.map(of)))
  }
}

/** Returns the texts of `(values ($1::a, $2::b), ($3::a, $4::b))`. */
function valuesOf(types: readonly string[], count: number): TemplateStringsArray {
  return template(`(${listOf(types, count)})`)
}

function listOf(types: readonly string[], count: number): string {
  const row = `(${parametersOf(types)})`
  return `values ${Array.from({ length: count }, () => row).join(', ')}`
}

function parametersOf(types: readonly string[]): string {
  return types.map((type) => `?::${type}`).join(', ')
}

/** Caches templates, because a prepared statement is found by the identity of its texts. */
function template(text: string): TemplateStringsArray {
  const parts = text.split('?')
  return Object.assign([...parts], { raw: parts })
}
