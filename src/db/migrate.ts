import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import type { PoolClient } from 'pg'
import { connect, type ConnectionTarget } from './db.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

interface Migration {
  readonly name: string
  readonly checksum: string
  readonly text: string
}

interface AppliedMigration {
  name: string
  /** Null in a database of a version that recorded none. */
  checksum: string | null
}

/**
 * Brings the schema up to date: applies the files of `migrations/` that the database does not have,
 * in their order and in one transaction. Throws if the database has a migration that this version
 * does not have, or one with another checksum. Uses a connection of its own, because an index of a
 * large table takes longer than any other statement may.
 */
export async function migrate(target: ConnectionTarget): Promise<void> {
  const db = connect(target, {
    connectionsMax: 1,
    statements: 'unbounded',
    onIdleError: () => undefined,
  })
  try {
    const client = await db.pool.connect()
    try {
      await client.query('begin')
      // Processes may start at once: the second one waits here, and then finds nothing to do. To
      // lock the table is too late: if two sessions create it at once, `if not exists` fails.
      await client.query('select pg_advisory_xact_lock($1)', [MIGRATION_LOCK])
      await client.query(CREATE_TABLE)
      await applyMissing(client)
      await client.query('commit')
    } finally {
      client.release(true)
    }
  } finally {
    await db.close()
  }
}

/** The key of the advisory lock, drawn once. */
const MIGRATION_LOCK = 7_316_042_958

const CREATE_TABLE = `
  create table if not exists migrations (
    name text primary key,
    checksum text not null,
    applied_at timestamptz not null default now())`

async function applyMissing(client: PoolClient): Promise<void> {
  const { rows: applied } = await client.query<AppliedMigration>(
    // The table of an earlier version has no such column.
    `select name, to_jsonb(migrations) ->> 'checksum' as checksum from migrations order by name`,
  )
  const migrations = await readMigrations()
  requireSame(applied, migrations)
  for (const { name, checksum, text } of migrations.slice(applied.length)) {
    await client.query(text)
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum])
  }
}

async function readMigrations(): Promise<Migration[]> {
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).toSorted()
  return Promise.all(
    files.map(async (file) => {
      const text = await readFile(new URL(file, FOLDER), 'utf8')
      const checksum = createHash('sha256').update(text).digest('hex')
      return { name: file.slice(0, -'.sql'.length), checksum, text }
    }),
  )
}

/** Throws unless the applied migrations are the first of this version's, and unchanged. */
function requireSame(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  const other = applied.find(({ name, checksum }, at) => {
    const own = migrations[at]
    return own?.name !== name || own.checksum !== checksum
  })
  if (other === undefined) return
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
