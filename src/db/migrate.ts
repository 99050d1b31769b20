import { readdir, readFile } from 'node:fs/promises'
import { Kysely, Migrator, PostgresDialect, sql, type Migration } from 'kysely'
import { connect, type ConnectionTarget, type Database } from './db.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/**
 * Brings the schema up to date: plain SQL files, forward only, each in its own order, under a lock
 * so that several processes may start at once. Refuses a database that knows newer migrations. On a
 * connection of its own: a new index of a large table takes longer than any other statement may.
 */
export async function migrate(target: ConnectionTarget): Promise<void> {
  const db = connect(target, {
    connectionsMax: 1,
    statements: 'unbounded',
    onIdleError: () => undefined,
  })
  try {
    await migrateToLatest(db)
  } finally {
    await db.close()
  }
}

async function migrateToLatest(db: Database): Promise<void> {
  const kysely = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: db.pool }) })
  const migrator = new Migrator({
    db: kysely,
    provider: { getMigrations: readMigrations },
    migrationTableName: 'migrations',
    migrationLockTableName: 'migrations_lock',
  })
  const { error } = await migrator.migrateToLatest()
  if (error !== undefined) throw error
}

async function readMigrations(): Promise<Record<string, Migration>> {
  const names = (await readdir(FOLDER)).filter((name) => /^\d{4}_.*\.sql$/.test(name))
  const migrations = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(new URL(name, FOLDER), 'utf8')
      return [name.slice(0, -'.sql'.length), { up: (on) => runScript(on, text) }] as [
        string,
        Migration,
      ]
    }),
  )
  return Object.fromEntries(migrations)
}

async function runScript(on: Kysely<unknown>, text: string): Promise<void> {
  await sql.raw(text).execute(on)
}
