import type { Column, Columns } from './columns.ts'
import { sql, type Statement } from './sql.ts'

/** As many as the transfers of an order, and the accounts that they change. */
const WRITTEN_OUT_MAX = 2

/**
 * Sends rows to a statement. Up to `WRITTEN_OUT_MAX` rows become a `values` list; more become one
 * array per column. PostgreSQL sets up a function scan and a store for each array, which costs as
 * much for one row as for hundreds.
 */
export class Relation<Row> {
  readonly #columns: readonly Column<Row, unknown>[]
  readonly #writtenOut: readonly TemplateStringsArray[]
  readonly #unnested: TemplateStringsArray
  readonly #arrays: TemplateStringsArray

  /** What stands before and after the rows in each statement; a `?` is a parameter. */
  constructor(columns: Columns<Row>, [before, after]: readonly [before: string, after: string]) {
    this.#columns = Object.values(columns)
    const types = typesOf(columns)
    const arrays = parametersOf(types.map((type) => `${type}[]`))
    this.#arrays = template(arrays)
    this.#unnested = template(`${before}unnest(${arrays})${after}`)
    this.#writtenOut = Array.from({ length: WRITTEN_OUT_MAX }, (_, at) =>
      template(`${before}(${valuesOf(types, at + 1)})${after}`),
    )
  }

  /** Returns the rows, after the parameters of what stands before them. */
  of(rows: readonly Row[], before: readonly unknown[] = []): Statement<never> {
    const written = this.#writtenOut[rows.length - 1]
    if (!written) return sql(this.#unnested, ...before, ...this.#arraysOf(rows))
    return sql(written, ...before, ...rows.flatMap((row) => this.valuesOf(row)))
  }

  /** Returns the arrays for `unnest`, for statements with further columns. */
  arrays(rows: readonly Row[]): Statement<never> {
    return sql(this.#arrays, ...this.#arraysOf(rows))
  }

  valuesOf(row: Row): unknown[] {
    return this.#columns.map(({ of }) => of(row))
  }

  #arraysOf(rows: readonly Row[]): unknown[] {
    return this.#columns.map(({ of }) => rows.map(of))
  }
}

/** Returns rows to select from, under an alias. Names are SQL, and never input. */
export function relation<Row>(alias: string, columns: Columns<Row>): Relation<Row> {
  return new Relation(columns, ['', ` as ${alias} (${Object.keys(columns).join(', ')})`])
}

export function typesOf(columns: Columns<never>): string[] {
  return Object.values(columns).map(({ type }) => type)
}

/** Returns the text of a `values` list of so many rows. */
export function valuesOf(types: readonly string[], count: number): string {
  const row = `(${parametersOf(types)})`
  return `values ${Array.from({ length: count }, () => row).join(', ')}`
}

export function parametersOf(types: readonly string[]): string {
  return types.map((type) => `?::${type}`).join(', ')
}

/** Cached by who calls it, because a prepared statement is found by the identity of its texts. */
export function template(text: string): TemplateStringsArray {
  const parts = text.split('?')
  return Object.assign([...parts], { raw: parts })
}
