import { afterAll, beforeAll, expect, test } from 'vitest'
import { findImport, importCodes, resumeImport, type StockImport } from '../../src/imports/mod.ts'
import { bytesOf, fixedProduct, openFixture, type Fixture } from '../inventory/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { refusalOf } from '../support/refusal.ts'

const IMPORT = '018f2e4a-0000-7000-8000-00000000aaaa'
const CODES = 45_000

let fixture: Fixture
const product = fixedProduct(1)

beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

function file(): string {
  const lines = Array.from({ length: CODES }, (_, at) => `10,CODE-${String(at).padStart(12, '0')}`)
  return `faceValue,giftCardNumber\n${lines.join('\n')}\n`
}

const state = (): Promise<StockImport> =>
  findImport(fixture.db, { productId: 1, importId: IMPORT }, fixture.clock.now())

/** Resolves once the progress of the import is more than `bytes` bytes. */
async function untilRead(bytes: number): Promise<void> {
  await eventually(async () => expect((await state()).bytes).toBeGreaterThan(bytes))
}

test('state_conflict: a chunk that the database has lost ends the import, which can be resumed', async () => {
  const text = file()
  const bytes = Buffer.from(text)
  const tables = [
    'stock_import_reports',
    'stock_imports',
    'code_index',
    'stock_blocks',
    'stock_free',
  ]
  /** Yields the file. Once its second part is stored, undoes that in the database. */
  async function* overLostCommits(): AsyncGenerator<Buffer> {
    yield bytes.subarray(0, 300_000)
    await untilRead(0)
    for (const table of tables) {
      await fixture.db.pool.query(`create table before_${table} as select * from ${table}`)
    }
    const { bytes: before } = await state()
    yield bytes.subarray(300_000, 700_000)
    await untilRead(before)
    for (const table of tables) {
      await fixture.db.pool.query(
        `begin; set local session_replication_role = replica; delete from ${table};
         insert into ${table} select * from before_${table}; commit`,
      )
    }
    yield bytes.subarray(700_000)
  }

  expect(
    await refusalOf(
      importCodes(
        fixture,
        { actor: 'test', importId: IMPORT },
        { product, csv: overLostCommits() },
      ),
    ),
  ).toMatchObject({
    kind: 'state_conflict',
    message: expect.stringContaining(`?resume=${IMPORT}`),
  })
  expect(await state()).toMatchObject({ state: 'INTERRUPTED' })
  expect(await resumeImport(fixture, IMPORT, { product, csv: bytesOf(text) })).toMatchObject({
    imported: CODES,
    duplicates: 0,
  })
  expect(await fixture.freeAfterAudit(1)).toBe(CODES)
})
