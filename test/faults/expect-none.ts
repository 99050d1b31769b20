const SHOWN_MAX = 6
const SHOWN_LENGTH_MAX = 2_000

/** Throws an error that shows the first rows of a list that should be empty. */
export function expectNone(rows: readonly unknown[]): void {
  if (rows.length === 0) return
  const shown = JSON.stringify(rows.slice(0, SHOWN_MAX), (_, value) =>
    typeof value === 'bigint' ? `${value}` : value,
  )
  throw new Error(`${rows.length} found: ${shown.slice(0, SHOWN_LENGTH_MAX)}`)
}
