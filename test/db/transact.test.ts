import { afterEach, beforeEach, expect, test } from 'vitest'
import { BinaryRows, sql, transact, writeAtOnce, type Db, type Tx } from '../../src/db/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let database: FreshDatabase

beforeEach(async () => {
  database = await freshDatabase()
  await database.db.rows(sql`create table facts (fact integer primary key, instant timestamptz)`)
})
afterEach(() => database.drop())

const insertFact = (fact: number, instant = new Date(0)) =>
  sql`insert into facts (fact, instant) values (${fact}, ${instant})`

async function facts(): Promise<number[]> {
  const rows = await database.db.rows(sql<{ fact: number }>`select fact from facts order by fact`)
  return rows.map((row) => row.fact)
}

function codeOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => 'was committed',
    (error: unknown) => (error as { code?: string }).code ?? String(error),
  )
}

test('a write that is not awaited fails the transaction with its own error', async () => {
  const run = transact(database.db, async (tx) => {
    tx.write(insertFact(1))
    tx.write(insertFact(1))
    tx.write(insertFact(2))
    await Promise.resolve()
  })

  expect(await codeOf(run)).toBe('23505')
  expect(await facts()).toEqual([])
})

test('a write that cannot be sent fails the others too', async () => {
  const unsendable = [
    insertFact(2, new Date(Number.NaN)),
    sql`insert into facts (fact) values (${{ fact: 4n }})`,
    sql`insert into facts (instant) select unnest(${[new Date(Number.NaN)]}::timestamptz[])`,
  ]
  for (const statement of unsendable) {
    const run = transact(database.db, async (tx) => {
      tx.write(insertFact(1))
      tx.write(statement)
      await Promise.resolve()
    })
    expect(await codeOf(run)).toMatch(/TypeError|RangeError/)
    const atOnce = writeAtOnce(database.db, (tx) => {
      tx.write(insertFact(1))
      tx.write(statement)
    })
    expect(await codeOf(atOnce)).toMatch(/TypeError|RangeError/)
  }
  expect(await facts()).toEqual([])
})

/** Returns the result of a read only after the result of the next statement. */
async function deeply(db: Db, statement: ReturnType<typeof insertFact>): Promise<unknown> {
  const rows = await (async () => await db.rows(statement))()
  return rows[0]
}

test('if BEGIN fails, the statements after it are not sent', async () => {
  const { pool } = database.db
  const client = await pool.connect()
  const query = client.query.bind(client) as (...args: unknown[]) => unknown
  Object.assign(client, {
    query: (first: unknown, ...others: unknown[]) =>
      query(first === 'begin' ? 'select 1 / 0' : first, ...others),
  })
  client.release()

  const run = transact(database.db, async (tx) => {
    await tx.rows(sql`select fact from facts`)
    void tx.copy({ into: 'facts (fact)', rows: new BinaryRows(1).row().int4(1) })
    tx.write(insertFact(2))
    await tx.rows(insertFact(3))
  })

  expect(await codeOf(run)).toBe('22012')
  expect(await facts()).toEqual([])
})

test('the error of the first failed statement is thrown, whichever statement is awaited', async () => {
  const run = transact(database.db, (tx) =>
    Promise.all([deeply(tx, sql`select 1 / 0`), tx.rows(sql`select 1`)]),
  )

  expect(await codeOf(run)).toBe('22012')
})

test('a deadlock is retried even if another statement was sent behind it', async () => {
  let attempts = 0
  await transact(database.db, async (tx) => {
    attempts += 1
    const code = attempts === 1 ? '40P01' : '00000'
    tx.write(
      sql.raw(`do $$ begin if '${code}' = '40P01' then
      raise exception 'deadlock' using errcode = '40P01'; end if; end $$`),
    )
    await tx.rows(sql`select 1`)
    tx.write(insertFact(attempts))
  })

  expect(await facts()).toEqual([2])
})

test('a statement after the end of the transaction is refused and stores nothing', async () => {
  let leaked: Tx | undefined
  await transact(database.db, async (tx) => {
    leaked = tx
    await tx.rows(insertFact(1))
  })

  await expect(leaked?.rows(insertFact(2))).rejects.toThrow('the transaction is over')
  expect(await facts()).toEqual([1])
})

test('a write that the database refuses does not end the connection', async () => {
  const connected: unknown[] = []
  database.db.pool.on('connect', (client) => connected.push(client))
  for (let round = 0; round < 20; round += 1) {
    await codeOf(writeAtOnce(database.db, (tx) => tx.write(insertFact(1))))
  }

  expect(connected.length).toBeLessThanOrEqual(1)
})

test('concurrent writes of a transaction are all committed, or none', async () => {
  await writeAtOnce(database.db, (tx) => {
    tx.write(insertFact(1))
    tx.write(insertFact(2))
  })
  const twice = writeAtOnce(database.db, (tx) => {
    tx.write(insertFact(3))
    tx.write(insertFact(1))
  })
  expect(await codeOf(twice)).toBe('23505')

  const alone = writeAtOnce(database.db, (tx) => tx.write(insertFact(2)))
  expect(await codeOf(alone)).toBe('23505')
  expect(await facts()).toEqual([1, 2])
})
