import { afterAll, beforeAll, expect, test } from 'vitest'
import { Columns, sql } from '../../src/db/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

interface Sample {
  readonly text: string | null
  readonly number: bigint
  readonly bytes: Buffer
  readonly at: Date
}

const SAMPLES = new Columns<Sample>([
  ['text', (one) => one.text],
  ['bigint', (one) => one.number],
  ['bytea', (one) => one.bytes],
  ['timestamptz', (one) => one.at],
])

function sample(number: bigint): Sample {
  const text = number % 2n === 0n ? null : `{"a,'b\\${number}`
  return { text, number, bytes: Buffer.from([0, 92, 255]), at: new Date(Number(number)) }
}

test.each([0, 1, 2, 3, 50])('%i rows are read as they were given', async (count) => {
  const rows = Array.from({ length: count }, (_, at) => sample(BigInt(at) + 1n))
  const read = await database.db.rows(
    sql`select made.* from ${SAMPLES.rows(rows)} as made (text, number, bytes, at)`,
  )

  expect(read).toEqual(rows)
})

test('a few rows are written out, more are arrays', async () => {
  const texts: string[] = []
  const query = database.db.pool.query.bind(database.db.pool) as (sent: unknown) => unknown
  const spied = (sent: { text: string }) => (texts.push(sent.text), query(sent))
  database.db.pool.query = spied as typeof database.db.pool.query
  for (const count of [1, 2, 3]) {
    const rows = Array.from({ length: count }, () => sample(1n))
    await database.db.rows(sql`select from ${SAMPLES.rows(rows)} as made`)
  }

  expect(texts.map((text) => text.includes('[]'))).toEqual([false, false, true])
})

test('the arrays stand beside others', async () => {
  const rows = [sample(1n), sample(2n)]
  const read = await database.db.rows(sql`
    select made.* from unnest(${[7, 8]}::integer[], ${SAMPLES.arrays(rows)})
      as made (place, text, number, bytes, at)`)

  expect(read).toEqual(rows.map((row, at) => ({ place: at + 7, ...row })))
})
