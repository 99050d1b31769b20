/** PostgreSQL: connections, statements and transactions. Owns no table but `migrations`. */
export { BinaryRows, readUuid, writeUuid } from './binary-rows.ts'
export { bytePlaces } from './byte-places.ts'
export { bigint, boolean, bytea, instant, integer, jsonb, numeric, smallint } from './columns.ts'
export { text, timestamptz, uuid, type ColumnsOf } from './columns.ts'
export type { CopiedRows } from './copy-in.ts'
export { DatabaseClock, type DatabaseClockOptions } from './database-clock.ts'
export {
  and,
  between,
  contains,
  containsWords,
  equals,
  where,
  type TimeRange,
} from './conditions.ts'
export { connect, maybeRow, oneRow } from './db.ts'
export type { ConnectionTarget, Database, Db, Tx, Writer } from './db.ts'
export { hasRoom } from './disk-room.ts'
export { distribute } from './placement/distribute.ts'
export type { PlacedTables } from './placement/place-tables.ts'
export { durabilityFlaws, type DurabilityFlaw } from './durability.ts'
export { codeOf, isConnectionLost, Outage } from './faults.ts'
export { FullDisk } from './full-disk.ts'
export { migrate } from './migrations/migrate.ts'
export { planMigrations, type PlannedMigration } from './migrations/plan.ts'
export { LifeHasEnded, PerDatabaseLife } from './per-database-life.ts'
export type { CommitOutcome } from './outcome.ts'
export { nextPartners, type PartnerRange } from './partner-range.ts'
export { areSessionsShared } from './pooled-sessions.ts'
export { removeOld, type OldRows } from './old-rows.ts'
export { list, ListOrders, type Sort } from './list.ts'
export { tryLockSession } from './session-lock.ts'
export { repeatReads } from './repeated-reads.ts'
export { relation } from './relation.ts'
export { requireSession } from './session-settings.ts'
export type * from './schema-types.ts'
export { ServerLife } from './server-life.ts'
export { insertRow } from './insert-row.ts'
export { addTwin, sql, twinned, type Statement } from './sql.ts'
export { analyzeGrownTables } from './statistics.ts'
export { syncDirectory } from './sync-directory.ts'
export { namesOf, table, without } from './table.ts'
export { transact, transactOnce, writeAtOnce } from './transact.ts'
export { checkServerLife } from './check-server-life.ts'
