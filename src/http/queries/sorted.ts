import type { Currency } from '../../core/mod.ts'
import type { Sort } from '../../db/mod.ts'

/** The value by which a list in memory is sorted. */
export type SortValue = string | number | bigint | boolean | undefined

/**
 * Returns the rows of a list that is in memory, sorted by one of its properties. Texts are compared
 * without regard to case, and rows without the property come last, whatever the direction. The sort
 * is stable. Without `sort`, the order does not change.
 */
export function sorted<Row, Name extends string>(
  rows: readonly Row[],
  sort: Sort<Name> | undefined,
  valueOf: (row: Row, name: Name) => SortValue,
): readonly Row[] {
  if (sort === undefined) return rows
  const isDown = sort.startsWith('-')
  const name = (isDown ? sort.slice(1) : sort) as Name
  const keyed = rows.map((row) => {
    const value = valueOf(row, name)
    return { row, key: typeof value === 'string' ? value.toLowerCase() : value }
  })
  const present = keyed.flatMap(({ row, key }) => (key === undefined ? [] : { row, key }))
  present.sort((a, b) => (isDown ? compare(b.key, a.key) : compare(a.key, b.key)))
  return [...present, ...keyed.filter(({ key }) => key === undefined)].map(({ row }) => row)
}

/**
 * Returns the rows sorted as by `sorted`, and amounts within each currency, because amounts of two
 * currencies cannot be compared.
 */
export function sortedByAmount<Row extends { readonly currency: Currency }, Name extends string>(
  rows: readonly Row[],
  sort: Sort<Name> | undefined,
  valueOf: (row: Row, name: Name) => SortValue,
): readonly Row[] {
  const byAmount = sorted(rows, sort, valueOf)
  return sorted(byAmount, sort && 'currency', ({ currency }) => currency.code)
}

function compare<Key extends NonNullable<SortValue>>(a: Key, b: Key): number {
  return a < b ? -1 : a > b ? 1 : 0
}
