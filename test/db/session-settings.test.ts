import { expect, onTestFinished, test } from 'vitest'
import { connect, requireSession, sql, type Database } from '../../src/db/mod.ts'
import { freshDatabase } from '../support/database.ts'

/** A pool by a connection string, as DATABASE_URL names it. */
async function byUrl(query: string): Promise<Database> {
  const { target, drop } = await freshDatabase()
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

test('a database whose sessions keep their settings is taken', async () => {
  await expect(requireSession(await byUrl(''))).resolves.toBeUndefined()
})

test('no statement starts processes of its own', async () => {
  const db = await byUrl('')
  const setting = sql<{ workers: string }>`
    select current_setting('max_parallel_workers_per_gather') as workers`
  expect(await db.rows(setting)).toEqual([{ workers: '0' }])
})

test('one whose sessions lose them is refused, in one line that names the setting', async () => {
  const db = await byUrl(`&options=${encodeURIComponent('-c work_mem=8MB')}`)

  await expect(requireSession(db)).rejects.toThrow(/^DATABASE_URL must [^\n]+$/)
})
