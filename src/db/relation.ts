import type { Element } from './array-text.ts'
import type { Column, Columns } from './columns.ts'
import { sql, type Statement } from './sql.ts'

/** Enough for the transfers of an order and the accounts that they change. */
const WRITTEN_OUT_MAX = 2

interface Form {
  readonly form: TemplateStringsArray
  readonly isOnce: readonly boolean[]
}

/**
 * The most statements of one relation, which differ in the columns that are sent once. Each is
 * prepared by itself.
 */
const FORMS_MAX = 16

/**
 * Sends rows to a statement. Up to `WRITTEN_OUT_MAX` rows become a `values` list; more become one
 * array per column. If a column has one value in all rows, that value is sent once. PostgreSQL sets
 * up a function scan and a store for each array, which costs as much for one row as for hundreds.
 */
export class Relation<Row> {
  readonly #columns: readonly Column<Row, unknown>[]
  readonly #writtenOut: readonly TemplateStringsArray[]
  readonly #arrays: TemplateStringsArray
  /** Returns the form that sends the marked columns once. */
  readonly #formOf: (isOnce: readonly boolean[]) => TemplateStringsArray
  readonly #forms = new Map<string, Form>()

  /** The text before and after the rows in each statement; a `?` is a parameter. */
  constructor(columns: Columns<Row>, [before, after]: readonly [before: string, after: string]) {
    this.#columns = Object.values(columns)
    const types = typesOf(columns)
    this.#arrays = template(arraysOf(types))
    this.#formOf = (isOnce) => template(`${before}${unnested(columns, isOnce)}${after}`)
    this.#form(types.map(() => false))
    this.#writtenOut = Array.from({ length: WRITTEN_OUT_MAX }, (_, at) =>
      template(`${before}(${valuesOf(types, at + 1)})${after}`),
    )
  }

  /**
   * Returns the statement with these rows. `before` are the parameters of the text that precedes
   * them.
   */
  of(rows: readonly Row[], before: readonly unknown[] = []): Statement<never> {
    const written = this.#writtenOut[rows.length - 1]
    if (written) return sql(written, ...before, ...rows.flatMap((row) => this.valuesOf(row)))
    const arrays = this.#arraysOf(rows)
    const { form, isOnce } = this.#form(arrays.map((values) => isOneValue(values)))
    const once = arrays.flatMap((values, at) => (isOnce[at] === true ? values.slice(0, 1) : []))
    return sql(form, ...before, ...once, ...arrays.filter((_, at) => isOnce[at] !== true))
  }

  /** Returns the form that sends these columns once, or the closest of the `FORMS_MAX` forms. */
  #form(isOneValueEach: readonly boolean[]): Form {
    // One array counts the rows.
    const isOnce = isOneValueEach.with(0, false)
    const name = isOnce.map(Number).join('')
    const earlier = this.#forms.get(name) ?? this.#fitting(isOnce)
    if (earlier) return earlier
    const next = { form: this.#formOf(isOnce), isOnce }
    this.#forms.set(name, next)
    return next
  }

  #fitting(isOnce: readonly boolean[]): Form | undefined {
    if (this.#forms.size < FORMS_MAX) return undefined
    const fitting = [...this.#forms.values()].filter((one) =>
      one.isOnce.every((once, at) => !once || isOnce[at]),
    )
    return fitting.toSorted((one, other) => countOf(other) - countOf(one))[0]
  }

  /** Returns the arrays for `unnest`, for statements with further columns. */
  arrays(rows: readonly Row[]): Statement<never> {
    return sql(this.#arrays, ...this.#arraysOf(rows))
  }

  valuesOf(row: Row): unknown[] {
    return this.#columns.map(({ read }) => read(row))
  }

  #arraysOf(rows: readonly Row[]): Element[][] {
    return this.#columns.map(({ read }) => rows.map(read))
  }
}

function countOf({ isOnce }: Form): number {
  return isOnce.filter(Boolean).length
}

function isOneValue(values: readonly Element[]): boolean {
  const [first] = values
  for (const value of values) if (value !== first) return false
  return first !== undefined
}

/**
 * Returns the rows of the arrays, as SQL. A column that is sent once is one parameter for all rows.
 */
function unnested(columns: Columns<never>, isOnce: readonly boolean[]): string {
  const named = Object.entries(columns)
  const varying = named.filter((_, at) => isOnce[at] !== true)
  const names = varying.map(([name]) => name).join(', ')
  const arrays = `unnest(${arraysOf(varying.map(([, { type }]) => type))})`
  if (varying.length === named.length) return arrays
  const list = named.map(([name, { type }], at) => (isOnce[at] ? `?::${type} as ${name}` : name))
  return `(select ${list.join(', ')} from ${arrays} as sent (${names}))`
}

function arraysOf(types: readonly string[]): string {
  return parametersOf(types.map((type) => `${type}[]`))
}

/**
 * Returns rows to select from, under an alias. Names are used as SQL, so they must not come from
 * input.
 */
export function relation<Row>(alias: string, columns: Columns<Row>): Relation<Row> {
  return new Relation(columns, ['', ` as ${alias} (${Object.keys(columns).join(', ')})`])
}

export function typesOf(columns: Columns<never>): string[] {
  return Object.values(columns).map(({ type }) => type)
}

/** Returns the text of a `values` list of `count` rows. */
export function valuesOf(types: readonly string[], count: number): string {
  const row = `(${parametersOf(types)})`
  return `values ${Array.from({ length: count }, () => row).join(', ')}`
}

export function parametersOf(types: readonly string[]): string {
  return types.map((type) => `?::${type}`).join(', ')
}

/**
 * The caller must cache the result, because a prepared statement is found by the identity of its
 * texts.
 */
export function template(text: string): TemplateStringsArray {
  const parts = text.split('?')
  return Object.assign([...parts], { raw: parts })
}
