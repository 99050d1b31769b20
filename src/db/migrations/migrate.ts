import { setTimeout as pause } from 'node:timers/promises'
import type { PoolClient } from 'pg'
import { randomFraction } from '../../core/mod.ts'
import { connect, type ConnectionTarget } from '../db.ts'
import { isDistributed, placeTables } from '../placement/place-tables.ts'
import { codeOf } from '../faults.ts'
import { tryLockSession } from '../session-lock.ts'
import { readMigrations, type Migration, type MigrationKind } from './migration-files.ts'

export interface MigrateOptions {
  /** `expand` leaves out the migrations that contract. All are applied by default. */
  readonly upTo?: MigrationKind
  /** The migrations; by default those of this version. */
  readonly migrations?: readonly Migration[]
  /** The time that a statement waits for its lock, and the number of tries. */
  readonly lockWait?: { readonly ms: number; readonly tries: number }
}

export interface AppliedMigration {
  name: string
  /** Null in a database of a version that recorded none. */
  checksum: string | null
  /** Null for migrations from before there were kinds: they expand. */
  kind: MigrationKind | null
}

/**
 * Short, because everybody else who needs the table queues behind a statement that waits for its
 * lock.
 */
const LOCK_WAIT = { ms: 2_000, tries: 30 }
const RETRY_MS = 500
/** lock_not_available and deadlock_detected. */
const LOCK_FAILURES: readonly unknown[] = ['55P03', '40P01']

/**
 * Applies the files of `migrations/` that the database does not have, in their order, each in a
 * transaction of its own. Returns the names of those that were left out.
 *
 * A database with migrations that this version does not have is accepted if all of them expand.
 * Throws if one of them does not, or if a checksum differs. With `upTo: 'expand'`, also throws if
 * the database lacks a migration that contracts and later ones. An empty database gets all of them,
 * because no process of an older version can be using it. A database that is distributed gets new
 * tables placed as well.
 *
 * Uses a connection of its own, because an index of a large table takes longer than any other
 * statement may.
 */
export async function migrate(
  target: ConnectionTarget,
  options: MigrateOptions = {},
): Promise<string[]> {
  const { migrations = await readMigrations(), upTo = 'contract', lockWait = LOCK_WAIT } = options
  return withSession(target, async (client) => {
    // Processes may start at once: the second one waits here, and then finds nothing to do. Locking
    // the table would be too late: if two sessions create it at once, `if not exists` fails.
    await lockMigrations(client)
    await client.query(CREATE_TABLE)
    const applied = await readApplied(client)
    const missing = missingOf(applied, migrations)
    const isAll = upTo === 'contract' || applied.length === 0
    const toApply = isAll ? missing : expandingOf(missing)
    if (toApply.length > 0) await client.query(ADD_KIND)
    for (const migration of toApply) {
      await (migration.isConcurrent
        ? applyConcurrently(client, migration)
        : applyWithin(client, migration, lockWait))
    }
    if (toApply.length > 0 && (await isDistributed(client))) await placeTables(client)
    return missing.slice(toApply.length).map(({ name }) => name)
  })
}

/** The key of the advisory lock, drawn once. */
const MIGRATION_LOCK = 7_316_042_958

/**
 * Takes the lock of the one process that migrates, until the session ends. Polls, because a
 * statement that waits keeps its snapshot, and `create index concurrently` waits until all older
 * snapshots are gone: with `pg_advisory_lock`, that is a deadlock.
 */
async function lockMigrations(client: PoolClient): Promise<void> {
  while (!(await tryLockSession(client, MIGRATION_LOCK))) await pause(RETRY_MS * randomFraction())
}

const CREATE_TABLE = `
  create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now())`
const ADD_KIND = 'alter table migrations add column if not exists kind text'
const RECORD = 'insert into migrations (name, checksum, kind) values ($1, $2, $3)'

/** Ends the session too, and with it its locks. */
export async function withSession<T>(
  target: ConnectionTarget,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const db = connect(target, {
    connectionsMax: 1,
    statements: 'unbounded',
    onIdleError: () => undefined,
  })
  try {
    const client = await db.connect()
    try {
      return await work(client)
    } finally {
      client.release(true)
    }
  } finally {
    await db.close()
  }
}

/** Returns the migrations that a database has, in order. */
export async function readApplied(client: PoolClient): Promise<AppliedMigration[]> {
  // The table of an earlier version lacks columns.
  const { rows } = await client.query<AppliedMigration>(`
    select name, to_jsonb(migrations) ->> 'checksum' as checksum,
           to_jsonb(migrations) ->> 'kind' as kind
    from migrations order by name`)
  return rows
}

/**
 * Returns the migrations that a database lacks. Throws unless the database has the first migrations
 * of this version, unchanged, or all of them and further migrations that expand.
 */
export function missingOf(
  applied: readonly AppliedMigration[],
  migrations: readonly Migration[],
): readonly Migration[] {
  const other = applied.find(({ name, checksum, kind }, at) => {
    const migration = migrations[at]
    if (migration === undefined && checksum !== null) return kind !== 'expand'
    return migration?.name !== name || migration.checksum !== checksum
  })
  if (other === undefined) return migrations.slice(applied.length)
  const isKnown = migrations.some(({ name }) => name === other.name)
  throw new Error(
    `the database was migrated by another version of Tessera: ` +
      (isKnown
        ? `its migration ${other.name} has another checksum`
        : `this version does not have its migration ${other.name}`) +
      '. Start the version that migrated it, or use an empty database: another TESSERA_DATA_DIR ' +
      'or DATABASE_URL. Data of versions before the first release cannot be upgraded.',
  )
}

function expandingOf(missing: readonly Migration[]): readonly Migration[] {
  const first = missing.findIndex(({ kind }) => kind === 'contract')
  if (first === -1) return missing
  const later = missing.slice(first).find(({ kind }) => kind === 'expand')
  if (later === undefined) return missing.slice(0, first)
  throw new Error(
    `the migration ${later.name} comes after ${missing[first]?.name ?? ''}, with which older ` +
      'versions cannot run: stop their processes, and run `tessera migrate`',
  )
}

/** Tries again if a lock is not free: the statements before it are then undone. */
async function applyWithin(
  client: PoolClient,
  migration: Migration,
  { ms, tries }: { readonly ms: number; readonly tries: number },
): Promise<void> {
  for (let triesLeft = tries - 1; ; triesLeft -= 1) {
    let running = ''
    try {
      await client.query('begin')
      await client.query(`set local lock_timeout = ${ms}`)
      for (running of migration.statements) await client.query(running)
      await record(client, migration)
      await client.query('commit')
      return
    } catch (error) {
      // Without a connection, the error before this one says more.
      await client.query('rollback').catch(() => undefined)
      if (!LOCK_FAILURES.includes(codeOf(error))) throw error
      if (triesLeft === 0) throw new Error(lockedOut(migration, running, tries), { cause: error })
    }
    await pause(RETRY_MS * randomFraction())
  }
}

function lockedOut({ name }: Migration, statement: string, tries: number): string {
  const [line = ''] = statement.split('\n')
  return (
    `the migration ${name} got no lock in ${tries} tries, for: ${line} ... A long transaction ` +
    'uses the table: find it in pg_stat_activity, end it, and start again. This migration has ' +
    'changed nothing.'
  )
}

/** Creates indexes while others write. Drops the remains of an earlier attempt first. */
async function applyConcurrently(client: PoolClient, migration: Migration): Promise<void> {
  for (const statement of migration.statements) {
    const { rows } = await client.query<{ name: string }>(INVALID_INDEXES)
    for (const { name } of rows) await client.query(`drop index concurrently ${name}`)
    await client.query(statement)
  }
  await record(client, migration)
}

const INVALID_INDEXES = `
  select indexrelid::regclass::text as name from pg_index
  join pg_class on pg_class.oid = indexrelid
  where not indisvalid and relnamespace = current_schema()::regnamespace`

async function record(client: PoolClient, migration: Migration): Promise<void> {
  const { name, checksum, kind } = migration
  await client.query(RECORD, [name, checksum, kind])
}
