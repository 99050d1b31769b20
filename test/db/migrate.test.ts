import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect, migrate } from '../../src/db/mod.ts'
import { projectText } from '../architecture/sources.ts'

const CHECKSUMS = 'migrations/checksums.txt'

/** Creates a database without tables. */
async function emptyDatabase() {
  const server = inject('postgres')
  const database = `test_${randomUUID().replaceAll('-', '')}`
  const admin = connect(server, { connectionsMax: 1, onIdleError: () => undefined })
  await admin.pool.query(`create database ${database}`)
  const target = { ...server, database }
  const db = connect(target, { connectionsMax: 1, onIdleError: () => undefined })
  onTestFinished(async () => {
    await db.close()
    await admin.pool.query(`drop database ${database} with (force)`)
    await admin.close()
  })
  return { target, db }
}

test('processes that start at once on an empty database migrate it once', async () => {
  const { target, db } = await emptyDatabase()

  await Promise.all(Array.from({ length: 4 }, () => migrate(target)))
  await migrate(target)

  const { rows } = await db.pool.query<{ names: number; tables: number }>(`
    select (select count(*)::integer from migrations) as names,
      (select count(*)::integer from pg_class where oid = 'books'::regclass) as tables`)
  expect(rows).toEqual([{ names: expect.any(Number), tables: 1 }])
  expect(rows[0]?.names).toBeGreaterThan(0)
})

test('a migrated database has the checksum of each migration', async () => {
  const { target, db } = await emptyDatabase()

  await migrate(target)

  const { rows } = await db.pool.query<{ line: string }>(
    `select checksum || '  ' || name || '.sql' as line from migrations order by name`,
  )
  expect(`${rows.map(({ line }) => line).join('\n')}\n`).toBe(projectText(CHECKSUMS))
})

test('a database with a changed migration is refused with an error that says what to do', async () => {
  const { target, db } = await emptyDatabase()
  await migrate(target)
  await db.pool.query(`update migrations set checksum = 'other' where name = '0001_initial'`)

  await expect(migrate(target)).rejects.toThrow(
    'the database was migrated by another version of Tessera: its migration 0001_initial has ' +
      'another checksum. Start the version that migrated it, or use an empty database: another ' +
      'TESSERA_DATA_DIR or DATABASE_URL. Data of versions before the first release cannot be ' +
      'upgraded.',
  )
})

test.each([
  ['a later version', 'name text primary key, checksum text not null', `'9999_later', 'other'`],
  ['a version that recorded no checksums', 'name text primary key', `'0001_partners'`],
])('a database of %s is refused, and is not changed', async (_, columns, values) => {
  const { target, db } = await emptyDatabase()
  await db.pool.query(`create table migrations (${columns})`)
  await db.pool.query(`insert into migrations values (${values})`)

  await expect(migrate(target)).rejects.toThrow(
    /does not have its migration (9999|0001)_\w+\. Start/,
  )

  const { rows } = await db.pool.query(`select to_regclass('books') as books`)
  expect(rows).toEqual([{ books: null }])
})
