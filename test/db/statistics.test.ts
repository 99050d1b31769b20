import { afterEach, beforeEach, expect, test } from 'vitest'
import { analyzeGrownTables, sql } from '../../src/db/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let database: FreshDatabase

beforeEach(async () => {
  database = await freshDatabase()
})
afterEach(() => database.drop())

/** Rows of `facts` in the planner's last count; below one if it never counted. */
async function countedRows(): Promise<number> {
  const { rows } = await database.db.pool.query<{ reltuples: number }>(
    `select reltuples from pg_class where relname = 'facts'`,
  )
  return rows[0]?.reltuples ?? 0
}

async function add(count: number): Promise<void> {
  await database.db.rows(sql`
    insert into facts select n, repeat('x', 100) from generate_series(1, ${count}::integer) as n`)
}

test('a table is analyzed once it has grown, and again when it has grown manifold', async () => {
  const { db } = database
  // No other process analyzes the table.
  await db.rows(sql`
    create table facts (fact integer, content text) with (autovacuum_enabled = off)`)
  for (const count of [2_000, 10_000]) {
    const before = await countedRows()
    await add(count)
    await analyzeGrownTables(db)

    expect(await countedRows()).toBeGreaterThan(before + count / 2)
  }
})
