import { afterAll, beforeAll, expect, test } from 'vitest'
import { Columns, sql } from '../../src/db/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

let database: FreshDatabase
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.drop())

interface Sample {
  readonly id: string | null
  readonly share: string | null
  readonly json: unknown
  readonly isSet: boolean | null
  readonly text: string | null
  readonly number: bigint
  readonly bytes: Buffer
  readonly at: Date
}

const SAMPLES = new Columns<Sample>([
  ['uuid', (one) => one.id],
  ['numeric', (one) => one.share],
  ['jsonb', (one) => (one.json === null ? null : JSON.stringify(one.json))],
  ['boolean', (one) => one.isSet],
  ['text', (one) => one.text],
  ['bigint', (one) => one.number],
  ['bytea', (one) => one.bytes],
  ['timestamptz', (one) => one.at],
])

function sample(number: bigint): Sample {
  const isSome = number % 2n === 1n
  return {
    id: isSome ? '0198f3a0-0000-7000-8000-000000000001' : null,
    share: isSome ? '0.000000000000000001' : null,
    json: isSome ? { name: `"{a,'b\\${number}` } : null,
    isSet: isSome ? false : null,
    text: isSome ? `{"a,'b\\${number}` : null,
    number,
    bytes: Buffer.from([0, 92, 255]),
    at: new Date(Number(number)),
  }
}

const NAMES = sql.raw('id, share, json, "isSet", text, number, bytes, at')

test.each([0, 1, 2, 3, 50])('%i rows are read as they were written', async (count) => {
  const rows = Array.from({ length: count }, (_, at) => sample(BigInt(at) + 1n))
  const read = await database.db.rows(
    sql`select made.* from ${SAMPLES.rows(rows)} as made (${NAMES})`,
  )

  expect(read).toEqual(rows)
})

test('a few rows become values, more become arrays', async () => {
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

test('arrays can be combined with other parameters', async () => {
  const rows = [sample(1n), sample(2n)]
  const read = await database.db.rows(sql`
    select made.* from unnest(${[7, 8]}::integer[], ${SAMPLES.arrays(rows)})
      as made (place, ${NAMES})`)

  expect(read).toEqual(rows.map((row, at) => ({ place: at + 7, ...row })))
})

test.each([1, 64, 65, 200])('%i rows are inserted after what all have', async (count) => {
  const rows = Array.from({ length: count }, (_, at) => sample(BigInt(at)))
  const shared = [['integer', 7] as const, ['text', 'a'] as const]
  const found = await database.db.rows(
    sql`select column1, column2, column8 from (${SAMPLES.inserted(rows, shared)}) as made (
      column1, column2, column3, column4, column5, column6, column7, column8, column9, column10)`,
  )

  expect(found).toEqual(rows.map(({ number }) => ({ column1: 7, column2: 'a', column8: number })))
})
