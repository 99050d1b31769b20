import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  bigint,
  boolean,
  bytea,
  insertRow,
  integer,
  jsonb,
  numeric,
  relation,
  sql,
  table,
  text,
  timestamptz,
  uuid,
} from '../../src/db/mod.ts'
import { compile, distributedOf } from '../../src/db/sql.ts'
import '../../src/distribution/mod.ts'
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

const SAMPLE = {
  id: uuid((one: Sample) => one.id),
  share: numeric((one: Sample) => one.share),
  json: jsonb((one: Sample) => (one.json === null ? null : JSON.stringify(one.json))),
  is_set: boolean((one: Sample) => one.isSet),
  text: text((one: Sample) => one.text),
  number: bigint((one: Sample) => one.number),
  bytes: bytea((one: Sample) => one.bytes),
  at: timestamptz((one: Sample) => one.at),
}

const SAMPLES = relation<Sample>('samples', SAMPLE)

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

const NAMES = sql.raw('id, share, json, is_set as "isSet", text, number, bytes, at')

test.each([0, 1, 2, 3, 50])('%i rows are read as they were written', async (count) => {
  const rows = Array.from({ length: count }, (_, at) => sample(BigInt(at) + 1n))
  const read = await database.db.rows(sql`select ${NAMES} from ${SAMPLES.of(rows)}`)

  expect(read).toEqual(rows)
})

test('rows are read as they were written, also if any columns have one value in all rows', async () => {
  const one = sample(1n)
  const others = { share: '2.5', json: [2], isSet: true, text: 'b', at: new Date(5) }
  const names = Object.keys(others) as (keyof typeof others)[]
  for (let differing = 0; differing < 2 ** names.length; differing += 1) {
    const changed = names.filter((_, at) => (differing >> at) % 2 === 1)
    const other = Object.fromEntries(changed.map((name) => [name, others[name]]))
    const rows = [one, { ...one, ...other, number: 2n }, { ...one, number: 3n }]
    const read = await database.db.rows(sql`select ${NAMES} from ${SAMPLES.of(rows)}`)
    expect(read).toEqual(rows)
  }
})

test('a value that all rows share is sent once', () => {
  const rows = [sample(1n), sample(3n), sample(5n)].map((row) => ({ ...row, text: 'shared' }))
  const { values = [] } = compile(relation<Sample>('samples', SAMPLE).of(rows))

  expect(values.filter((value) => String(value).includes('shared'))).toEqual(['shared'])
  expect(values).toContain('{1,3,5}')
})

test('a few rows become values, more become arrays', async () => {
  const texts: string[] = []
  const query = database.db.pool.query.bind(database.db.pool) as (sent: unknown) => unknown
  const spied = (sent: { text: string }) => (texts.push(sent.text), query(sent))
  database.db.pool.query = spied as typeof database.db.pool.query
  for (const count of [1, 2, 3]) {
    const rows = Array.from({ length: count }, () => sample(1n))
    await database.db.rows(sql`select from ${SAMPLES.of(rows)}`)
  }

  expect(texts.map((sent) => sent.includes('[]'))).toEqual([false, false, true])
})

test('arrays can be combined with other parameters', async () => {
  const rows = [sample(1n), sample(2n)]
  const read = await database.db.rows(sql`
    select place, ${NAMES} from unnest(${[7, 8]}::integer[], ${SAMPLES.arrays(rows)})
      as samples (place, id, share, json, is_set, text, number, bytes, at)`)

  expect(read).toEqual(rows.map((row, at) => ({ place: at + 7, ...row })))
})

interface StoredSample {
  owner: number
  kind: string
  number: bigint
  share: string | null
}

const STORED = table<StoredSample, Sample, { readonly owner: number }>(
  'stored_samples',
  { share: numeric((one) => one.share), number: bigint((one) => one.number) },
  { owner: integer(({ owner }) => owner), kind: text(() => 'a') },
)

test.each([0, 1, 2, 3, 64, 65, 200])(
  '%i rows are inserted with the values that all share, on one server and on Citus',
  async (count) => {
    const rows = Array.from({ length: count }, (_, at) => sample(BigInt(at)))
    const plain = STORED.insert(rows, { owner: 7 })
    for (const statement of [plain, ...distributedOf(plain)]) {
      await database.db.pool.query(`
        create table stored_samples (number bigint, share numeric, kind text, owner integer)`)
      await database.db.rows(statement)
      const stored = await database.db.rows(sql`select * from stored_samples order by number`)
      await database.db.pool.query('drop table stored_samples')

      const expected = rows.map(({ number, share }) => ({ number, share, kind: 'a', owner: 7 }))
      expect(stored).toEqual(expected)
    }
  },
)

test('a column whose type, name or nullability differs from the table does not compile', () => {
  const number = bigint((one: Sample) => one.number)
  // @ts-expect-error: the table has no such column.
  table<StoredSample, Sample>('stored_samples', { numbers: number })
  // @ts-expect-error: the column is a number of 64 bits.
  table<StoredSample, Sample>('stored_samples', { owner: number })
  // @ts-expect-error: the column is never null.
  table<StoredSample, Sample>('stored_samples', { kind: text((one) => one.text) })
  const stored = table<StoredSample, Sample>('stored_samples', { number })

  expect(distributedOf(stored.names)[0]?.texts).toEqual(['number'])
})

test('a row that is inserted again gives the named columns their new values', () => {
  const { texts } = STORED.excluded('number', 'share')

  expect(texts).toEqual(['number = excluded.number, share = excluded.share'])
})

test('an inserted row names its columns; one left undefined is null, and SQL may be a value', async () => {
  const { pool } = database.db
  await pool.query('create table named (id bigint, json jsonb, names text[], note text, at text)')
  interface NamedRow {
    id: bigint
    json: unknown
    names: string[]
    note: string | null
    at: string
  }
  const insert = (id: number, note?: string) => {
    const row = { at: sql<never>`upper(${'now'})`, id, json: '{"a":1}', names: ['x', 'y'], note }
    return sql`${insertRow<NamedRow>('named', row)} returning *`
  }
  const written = await database.db.rows(insert(7))
  expect(written).toEqual([{ id: 7n, json: { a: 1 }, names: ['x', 'y'], note: null, at: 'NOW' }])
  // Both are one prepared statement.
  expect(compile(insert(8, 'b')).name).toBe(compile(insert(9)).name)
})
