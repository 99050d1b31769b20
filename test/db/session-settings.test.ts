import { expect, onTestFinished, test } from 'vitest'
import { connect, requireSession, sql, transact, type Database } from '../../src/db/mod.ts'
import { freshDatabase } from '../support/database.ts'

/** A pool by a connection string, as DATABASE_URL names it; the database may have a setting. */
async function byUrl(query: string, fixture?: string): Promise<Database> {
  const { db: first, target, drop } = await freshDatabase()
  if (fixture !== undefined) {
    const change = `execute format('alter database %I set ${fixture}', current_database())`
    await first.pool.query(`do $$ begin ${change}; end $$`)
  }
  if (!('host' in target)) throw new Error('tests run on a server of their own')
  const { host, port, user, database } = target
  const at = `host=${encodeURIComponent(host)}&port=${port}`
  const connectionString = `postgres://${user}@localhost/${database}?${at}${query}`
  const db = connect({ connectionString }, { connectionsMax: 1, onIdleError: () => undefined })
  onTestFinished(async () => {
    await db.close()
    await drop()
  })
  return db
}

test('a database whose sessions keep their settings is accepted', async () => {
  await expect(requireSession(await byUrl(''))).resolves.toBeUndefined()
})

test('no statement starts parallel workers', async () => {
  const db = await byUrl('')
  const fixture = sql<{ workers: string }>`
    select current_setting('max_parallel_workers_per_gather') as workers`
  expect(await db.rows(fixture)).toEqual([{ workers: '0' }])
})

test('a database whose sessions lose a setting is refused in one line that names it', async () => {
  const db = await byUrl(`&options=${encodeURIComponent('-c work_mem=8MB')}`)

  await expect(requireSession(db)).rejects.toThrow(/^DATABASE_URL must [^\n]+$/)
})

test('a database with synchronous_commit off is accepted, and commits durably', async () => {
  const db = await byUrl('', 'synchronous_commit = off')

  await expect(requireSession(db)).resolves.toBeUndefined()
  const fixture = sql<{ set: string }>`select current_setting('synchronous_commit') as set`
  expect(await db.rows(fixture)).toEqual([{ set: 'on' }])
})

test('the database’s defaults for transactions do not apply', async () => {
  const db = await byUrl('', 'default_transaction_isolation = serializable')

  await expect(requireSession(db)).resolves.toBeUndefined()
  const level = await transact(db, (tx) =>
    tx.rows(sql<{ level: string }>`select current_setting('transaction_isolation') as level`),
  )
  expect(level).toEqual([{ level: 'read committed' }])
})
