import { Readable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { sql, type Statement } from '../../src/db/mod.ts'
import { PART_BYTES } from '../../src/imports/import-file.ts'
import type { ImportSource } from '../../src/imports/import-file.ts'
import { importCodes } from '../../src/imports/mod.ts'
import type { reserveWithin } from '../../src/inventory/mod.ts'
import { CHUNKS_UNDER_WAY_MAX } from '../../src/inventory/sealed-chunk.ts'
import { fixedProduct, openFixture, type Fixture } from '../inventory/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { refusalOf } from '../support/refusal.ts'

const HEADER = 'faceValue,giftCardNumber'

let fixture: Fixture
let productId: number
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())
beforeEach(() => {
  productId = fixture.nextProductId()
})

const importCsv = (csv: AsyncIterable<Uint8Array>, onChunk?: ImportSource['onChunk']) => {
  const source = { product: fixedProduct(productId), csv, ...(onChunk && { onChunk }) }
  return importCodes(fixture, { actor: 'test' }, source)
}

async function* abortedStream(): AsyncGenerator<Buffer> {
  yield Buffer.from(`${HEADER}\n10,A\n`)
  throw new Error('aborted')
}

test('a refusal leaves the stream open for its response', async () => {
  const part = Buffer.from('no,header\n'.repeat(1_000))
  const stream = Readable.from(Array.from({ length: 200 }, () => part))

  await refusalOf(importCsv(stream))

  expect(stream.destroyed).toBe(false)
  stream.destroy()
})

test('a file with a fault is refused with its next part, however slowly it arrives', async () => {
  let parts = 0
  async function* slowly(): AsyncGenerator<Buffer> {
    for (; parts < 5; parts += 1) {
      yield Buffer.alloc(PART_BYTES, 'no,header\n')
      await eventually(async () => expect(await failures(productId)).toEqual([{ state: 'FAILED' }]))
    }
  }

  expect((await refusalOf(importCsv(slowly()))).kind).toBe('invalid_request')
  expect(parts).toBeLessThan(5)
})

test('a stream that breaks off fails the import, and its chunk is not stored', async () => {
  await expect(importCsv(abortedStream())).rejects.toThrow('aborted')
  expect(await fixture.freeAfterAudit(productId)).toBe(0)
})

test('of 100,000 lines, at most some chunks are read before they are stored', async () => {
  const start = `10,${'LONG'.repeat(10)}-`
  const linesAheadMax = (CHUNKS_UNDER_WAY_MAX * PART_BYTES) / start.length + 1_000
  let read = 0
  let ahead = 0
  async function* lines(): AsyncGenerator<Buffer> {
    yield Buffer.from(`${HEADER}\n`)
    for (; read < 100_000; read += 1_000) {
      const numbers = Array.from({ length: 1_000 }, (_, at) => `${start}${read + at}\n`)
      yield Buffer.from(numbers.join(''))
    }
  }
  const countAhead = async (tx: Parameters<typeof reserveWithin>[0]): Promise<void> => {
    const [row] = await tx.rows(quantityOf(productId))
    ahead = Math.max(ahead, read - Number(row?.quantity))
  }

  const answer = await importCsv(lines(), countAhead)

  expect(answer).toMatchObject({ imported: 100_000, duplicates: 0, rejected: [], rejectedCount: 0 })
  expect(ahead).toBeLessThanOrEqual(linesAheadMax)
  expect(await fixture.freeAfterAudit(productId)).toBe(100_000)
})

function quantityOf(product: number): Statement<{ quantity: bigint }> {
  return sql`
    select sum(quantity)::bigint as quantity from stock_blocks where product_id = ${product}`
}

function failures(product: number): Promise<{ state: string }[]> {
  return fixture.db.rows(sql<{ state: string }>`
    select state from stock_imports where product_id = ${product}`)
}
