import { readdir, readFile } from 'node:fs/promises'
import type { PoolClient } from 'pg'
import { connect, type ConnectionTarget } from './db.ts'
import { codeOf } from './faults.ts'

const FOLDER = new URL('../../migrations/', import.meta.url)

/**
 * Brings the schema up to date: applies the files of `migrations/` that the database does not have,
 * in their order and in one transaction. Throws if the database has a migration that this version
 * does not know. Uses a connection of its own, because an index of a large table takes longer than
 * any other statement may.
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
      await ensureTable(client)
      await client.query('begin')
      // Processes may start at once: the second one waits here, and then finds nothing to do.
      await client.query('lock table migrations in exclusive mode')
      await applyMissing(client)
      await client.query('commit')
    } finally {
      client.release(true)
    }
  } finally {
    await db.close()
  }
}

/** `if not exists` does not hold between sessions that create the table at the same time. */
async function ensureTable(client: PoolClient): Promise<void> {
  const create = `create table if not exists migrations (
    name text primary key, applied_at timestamptz not null default now())`
  try {
    await client.query(create)
  } catch (error) {
    if (codeOf(error) !== UNIQUE_VIOLATION) throw error
    await client.query(create)
  }
}

const UNIQUE_VIOLATION = '23505'

async function applyMissing(client: PoolClient): Promise<void> {
  const { rows } = await client.query<{ name: string }>('select name from migrations')
  const applied = new Set(rows.map(({ name }) => name))
  const files = (await readdir(FOLDER)).filter((file) => /^\d{4}_.*\.sql$/.test(file)).toSorted()
  const names = files.map((file) => file.slice(0, -'.sql'.length))
  requireKnown(applied, names)
  for (const name of names.filter((one) => !applied.has(one))) {
    await client.query(await readFile(new URL(`${name}.sql`, FOLDER), 'utf8'))
    await client.query('insert into migrations (name) values ($1)', [name])
  }
}

function requireKnown(applied: ReadonlySet<string>, names: readonly string[]): void {
  const unknown = [...applied].filter((name) => !names.includes(name)).toSorted()
  if (unknown.length === 0) return
  throw new Error(
    `the database was migrated by another version of Tessera: it has ${unknown.join(', ')}; ` +
      'start that version, or choose another database',
  )
}
