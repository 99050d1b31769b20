import type { ConnectionTarget } from '../../src/db/mod.ts'

/** Returns the URL of a database of the test run. `other` replaces its user or database. */
export function databaseUrlOf(
  target: ConnectionTarget,
  other: { readonly user?: string; readonly database?: string } = {},
): string {
  if ('connectionString' in target) throw new Error('tests run on a server of their own')
  const { user, host, port, database } = { ...target, ...other }
  return `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(host)}`
}
