import { afterEach, beforeEach, expect, test } from 'vitest'
import { BinaryRows, sql, transact } from '../../src/db/mod.ts'
import { freshDatabase, type FreshDatabase } from '../support/database.ts'

interface Part {
  readonly part: bigint
  readonly size: number
  readonly block: string | null
  readonly bytes: Buffer | null
}

let database: FreshDatabase

beforeEach(async () => {
  database = await freshDatabase()
  await database.db.rows(
    sql`create table parts (part bigint primary key, size integer, block uuid, bytes bytea)`,
  )
})
afterEach(() => database.drop())

function copyParts(parts: readonly Part[]) {
  const rows = new BinaryRows(4)
  for (const { part, size, block, bytes } of parts) {
    rows
      .row()
      .int8(Number(part))
      .int4(size)
      .uuid(block ?? undefined)
      .bytes(bytes ?? undefined)
  }
  return { into: 'parts (part, size, block, bytes)', rows }
}

async function storedRows(): Promise<unknown[]> {
  return comparable(
    await database.db.rows(sql<Part>`select part, size, block, bytes from parts order by part`),
  )
}

/** Rows with texts in place of bytes, because texts are compared a hundred times as fast. */
function comparable(parts: readonly Part[]): unknown[] {
  return parts.map((one) => ({ ...one, bytes: one.bytes?.toString('latin1') ?? null }))
}

/** Small rows, which fill more than one buffer, and large ones between them. */
const PARTS = Array.from({ length: 600 }, (_, at): Part => {
  const size = at % 50 === 7 ? 90_000 + at : at % 70
  const block = at % 3 === 0 ? null : `01890000-0000-7000-8000-${String(at).padStart(12, '0')}`
  const bytes = at % 11 === 0 ? null : Buffer.alloc(size, at)
  return { part: BigInt(2 ** 40 + at), size: size - 30, block, bytes }
})

test('rows are copied unchanged, in order with the writes before and after them', async () => {
  const before: Part = { part: 1n, size: 1, block: null, bytes: null }
  const write = ({ part, size }: Part) =>
    sql`insert into parts (part, size) values (${part}, ${size})`
  await transact(database.db, async (tx) => {
    tx.write(write(before))
    await tx.copy(copyParts(PARTS))
    const [seen] = await tx.rows(sql<{ count: bigint }>`select count(*) from parts`)
    expect(seen?.count).toBe(601n)
    void tx.copy(copyParts([]))
    tx.write(write({ ...before, part: 2n }))
  })

  expect(await storedRows()).toEqual(comparable([before, { ...before, part: 2n }, ...PARTS]))
})

test('numbers and UUIDs of every size, sign and case are copied unchanged', async () => {
  const numbers = [-(2 ** 53 - 1), -(2 ** 32), -1, 0, 2 ** 31, 2 ** 32 - 1, 2 ** 53 - 1]
  const blocks = ['00000000-0000-0000-0000-000000000000', '01234567-89AB-CDEF-0123-456789abcdef']
  const parts = numbers.map((part, at): Part => {
    return { part: BigInt(part), size: at, block: blocks[at % 2] ?? null, bytes: null }
  })

  await transact(database.db, (tx) => tx.copy(copyParts(parts)))

  const lower = parts.map((one) => ({ ...one, block: one.block?.toLowerCase() ?? null }))
  expect(await storedRows()).toEqual(lower)
})

test('rows that cannot be copied fail the transaction with their own error', async () => {
  const [first] = PARTS
  if (!first) throw new Error('there are parts')
  const run = transact(database.db, async (tx) => {
    void tx.copy(copyParts(PARTS))
    const failed = tx.copy(copyParts([first, ...PARTS]))
    tx.write(sql`insert into parts (part) values (3)`)
    await expect(failed).rejects.toMatchObject({ code: '23505' })
  })

  await expect(run).rejects.toMatchObject({ code: '23505' })
  expect(await storedRows()).toEqual([])
})

test('after a failed statement no rows are copied, and its error is thrown', async () => {
  const run = transact(database.db, async (tx) => {
    tx.write(sql`select 1 / 0`)
    void tx.copy(copyParts(PARTS))
    await Promise.resolve()
  })

  await expect(run).rejects.toMatchObject({ code: '22012' })
  expect(await storedRows()).toEqual([])
})
