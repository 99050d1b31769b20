import { randomUUID } from 'node:crypto'
import { expect, inject, onTestFinished, test } from 'vitest'
import { connect, migrate } from '../../src/db/mod.ts'

/** A database without tables. */
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

test('a database of another version is refused by the name of its migration, and is left alone', async () => {
  const { target, db } = await emptyDatabase()
  await db.pool.query('create table migrations (name text primary key)')
  await db.pool.query(`insert into migrations values ('9999_later')`)

  await expect(migrate(target)).rejects.toThrow(/another version .* has 9999_later; start that/)

  const { rows } = await db.pool.query(`select to_regclass('books') as found`)
  expect(rows).toEqual([{ found: null }])
})
