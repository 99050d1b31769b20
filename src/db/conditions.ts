import { dateAt } from '../core/mod.ts'
import { sql, type Statement } from './sql.ts'

export type Condition = Statement<unknown>

/** Returns `where` with all of the conditions that are given; nothing if none is. */
export function where(...conditions: readonly (Condition | undefined)[]): Condition {
  const present = conditions.filter((one) => one !== undefined)
  if (present.length === 0) return sql``
  return sql`where ${present.reduce((all, one) => sql`${all} and ${one}`)}`
}

/** Returns all of the conditions that are given, each after `and`; nothing if none is. */
export function and(...conditions: readonly (Condition | undefined)[]): Statement<never> {
  const present = conditions.filter((one) => one !== undefined)
  return present.reduce<Statement<never>>((all, one) => sql`${all} and ${one}`, sql``)
}

/**
 * Returns the condition that a column (or an expression) equals a value. Returns undefined, which
 * `where` skips, if there is no value. `column` must not come from input.
 */
export function equals(
  column: string | Condition,
  value: string | number | boolean | undefined,
): Condition | undefined {
  if (value === undefined) return undefined
  return sql`${typeof column === 'string' ? sql.raw(column) : column} = ${value}`
}

/**
 * Returns the conditions that a time is at or after `from` and before `to`, for those that are set.
 * `column` must not come from input.
 */
export function between(column: string, { from, to }: TimeRange): (Condition | undefined)[] {
  const time = sql.raw(column)
  return [
    from === undefined ? undefined : sql`${time} >= ${dateAt(from)}`,
    to === undefined ? undefined : sql`${time} < ${dateAt(to)}`,
  ]
}

/**
 * A range of instants in milliseconds: from `from` on, until just before `to`. Either may be open.
 */
export interface TimeRange {
  readonly from?: number | undefined
  readonly to?: number | undefined
}

/**
 * Returns the condition that a column has a part, in upper or lower case of any script, whatever
 * the locale of the database is. Computed for each row, so use it on small tables, or on few rows
 * of a large one.
 */
export function contains(column: string, part: string | undefined): Condition | undefined {
  if (part === undefined) return undefined
  const lower = (text: Condition): Condition => sql`lower(${text} collate "und-x-icu")`
  return sql`strpos(${lower(sql.raw(column))}, ${lower(sql`${part}::text`)}) > 0`
}

/**
 * Returns the condition that a column has all words of a text, in any order, in upper or lower
 * case, with or without accents. It is computed for each row, as `contains` is.
 */
export function containsWords(column: string, text: string | undefined): Condition | undefined {
  const words = text?.split(/\s+/).filter(Boolean)
  return words
    ?.map(
      (word): Condition => sql`strpos(${fold(sql.raw(column))}, ${fold(sql`${word}::text`)}) > 0`,
    )
    .reduce((all, one) => sql`${all} and ${one}`, sql`true`)
}

/** The text in lower case, without the marks that a letter may carry. */
function fold(text: Condition): Condition {
  const decomposed = sql`normalize(lower(${text} collate "und-x-icu"), NFD)`
  return sql`regexp_replace(${decomposed}, '[\\u0300-\\u036f]', '', 'g')`
}
