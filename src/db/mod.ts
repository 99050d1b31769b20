/**
 * PostgreSQL: connections, statements and database transactions. Owns no table but `migrations`.
 */
export { BinaryRows } from './binary-rows.ts'
export { bytePlaces } from './byte-places.ts'
export { Columns, type Column } from './columns.ts'
export type { CopiedRows } from './copy-in.ts'
export { DatabaseClock, type DatabaseClockOptions } from './database-clock.ts'
export { connect, maybeRow, oneRow } from './db.ts'
export type { ConnectionTarget, Database, Db, Tx, Writer } from './db.ts'
export { codeOf, isConnectionLost, Outage } from './faults.ts'
export { migrate } from './migrate.ts'
export { requireSession } from './session-settings.ts'
export type * from './schema-types.ts'
export { ServerLife } from './server-life.ts'
export { sql, type Statement } from './sql.ts'
export { keepStatistics } from './statistics.ts'
export { transact, transactOnce, writeAtOnce } from './transact.ts'
export { watchServerLife } from './watch-server-life.ts'
