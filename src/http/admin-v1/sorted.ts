import type { Sort } from '../../db/mod.ts'

/**
 * Returns the rows of a list that is in memory, sorted by one of its properties. Texts are compared
 * without regard to case. The sort is stable. Without `sort`, the order does not change.
 */
export function sorted<Row, Name extends string>(
  rows: readonly Row[],
  sort: Sort<Name> | undefined,
  valueOf: (row: Row, name: Name) => string | number,
): readonly Row[] {
  if (sort === undefined) return rows
  const isDown = sort.startsWith('-')
  const name = (isDown ? sort.slice(1) : sort) as Name
  const keyed = rows.map((row) => {
    const value = valueOf(row, name)
    return { row, key: typeof value === 'string' ? value.toLowerCase() : value }
  })
  keyed.sort((a, b) => (isDown ? compare(b.key, a.key) : compare(a.key, b.key)))
  return keyed.map(({ row }) => row)
}

function compare(a: string | number, b: string | number): number {
  return a < b ? -1 : a > b ? 1 : 0
}
