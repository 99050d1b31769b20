import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { sql, transact, type Db } from '../../src/db/mod.ts'
import { freshDatabase } from '../support/database.ts'

const one = (reader: Db) => reader.rows(sql<{ one: number }>`select 1 as one`)

test('the results of the driver keep no rows that were returned', async () => {
  const { db, drop } = await freshDatabase()
  onTestFinished(drop)
  await one(db)
  const poolQuery = vi.spyOn(db.pool, 'query')
  const clientQuery = vi.spyOn(pg.Client.prototype, 'query')

  const rows = [await one(db), await transact(db, one)]

  const sent = [...poolQuery.mock.results, ...clientQuery.mock.results]
  const results = await Promise.all(sent.map(({ value }) => value as unknown))
  vi.restoreAllMocks()
  expect(rows).toEqual([[{ one: 1 }], [{ one: 1 }]])
  const selected = (results as (pg.QueryResult | undefined)[]).filter(
    (result) => result?.fields?.[0]?.name === 'one',
  )
  expect(selected.map((result) => result?.rows)).toEqual([[], []])
})
