import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { removeOld, sql } from '../../src/db/mod.ts'
import { importCodes, listImports, resumeImport } from '../../src/imports/mod.ts'
import { OLD_IMPORTS } from '../../src/imports/import-rows.ts'
import { bytesOf, fixedProduct, NOON, openFixture, type Fixture } from '../inventory/fixture.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'

const IMPORT_DAYS = 90

let fixture: Fixture
let productId: number
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())
beforeEach(() => {
  productId = fixture.nextProductId()
  fixture.clock.set(NOON)
})

async function remainingImports(): Promise<string[]> {
  const request = { productId, now: fixture.clock.now(), page: 1, pageSize: 10 }
  return (await listImports(fixture.db, request)).rows.map(({ importId }) => importId)
}

const removeOldImports = (): Promise<void> =>
  removeOld(fixture, OLD_IMPORTS, IMPORT_DAYS * MS_PER_DAY)
const source = (csv: AsyncIterable<Uint8Array>) => ({ product: fixedProduct(productId), csv })
const newImport = async (text: string): Promise<string> =>
  (await importCodes(fixture, { actor: 'test' }, source(bytesOf(text)))).importId

test('old imports are removed with their reports; their codes stay', async () => {
  const text = 'faceValue,giftCardNumber\n10,A\n10,=A\n'
  await newImport(text)
  const broken = randomUUID()
  await expect(
    importCodes(fixture, { actor: 'test', importId: broken }, source(abortedFile())),
  ).rejects.toThrow('aborted')
  fixture.clock.set(NOON + 1)
  const younger = await newImport(text)

  fixture.clock.set(NOON + IMPORT_DAYS * MS_PER_DAY)
  await removeOldImports()
  const before = await remainingImports()
  fixture.clock.set(NOON + IMPORT_DAYS * MS_PER_DAY + 1)
  await removeOldImports()

  expect(before).toHaveLength(3)
  expect(await remainingImports()).toEqual([younger])
  expect(await reportsOf()).toEqual([younger])
  expect(await newImport(text)).not.toBe(younger)
  expect(await fixture.freeAfterAudit(productId)).toBe(1)
})

test('an import counts its days from its last progress', async () => {
  const importId = randomUUID()
  await expect(
    importCodes(fixture, { actor: 'test', importId }, source(abortedFile())),
  ).rejects.toThrow('aborted')
  fixture.clock.set(NOON + IMPORT_DAYS * MS_PER_DAY + 1)

  await resumeImport(fixture, importId, source(bytesOf('faceValue,giftCardNumber\n10,B\n')))
  await removeOldImports()

  expect(await remainingImports()).toEqual([importId])
})

async function* abortedFile(): AsyncGenerator<Buffer> {
  yield Buffer.from('faceValue')
  throw new Error('aborted')
}

async function reportsOf(): Promise<string[]> {
  const rows = await fixture.db.rows(sql<{ import_id: string }>`
    select import_id from stock_import_reports where product_id = ${productId}`)
  return rows.map((row) => row.import_id)
}
