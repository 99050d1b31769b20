import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql, type Database, type Statement } from '../../src/db/mod.ts'
import { SealBroken } from '../../src/vault/mod.ts'
import { batch, fixedProduct, openFixture, type Fixture } from './fixture.ts'

let fixture: Fixture
beforeAll(async () => {
  fixture = await openFixture()
})
afterAll(() => fixture.end())

const NUMBER = 'NUMBER7SECRET'
const PIN = 'PIN7SECRET'
const BARCODE = 'BARCODE7SECRET'
const URL_OF_CODE = 'https://shop.test/url7secret'
const TEXT = [
  'faceValue,giftCardNumber,giftCardPin,barCodeNumber,redemptionUrl',
  `10,${NUMBER},${PIN},${BARCODE},${URL_OF_CODE}`,
  `10,${NUMBER}-2,${PIN},${BARCODE},${URL_OF_CODE}`,
].join('\n')

/** Returns every value of every table: bytes as stored, other values as text. */
async function everyStoredByte(db: Database): Promise<Buffer> {
  const columns = await db.rows(allColumns())
  const values: Buffer[] = []
  for (const { table_name: table, column_name: column, data_type: type } of columns) {
    const value =
      type === 'bytea' ? sql.quoted(column) : sql`convert_to(${sql.quoted(column)}::text, 'UTF8')`
    const rows = await db.rows(
      sql<{ value: Buffer | null }>`select ${value} as value from ${sql.quoted(table)}`,
    )
    values.push(...rows.map((row) => row.value ?? Buffer.alloc(0)))
  }
  return Buffer.concat(values)
}

interface ColumnRow {
  table_name: string
  column_name: string
  data_type: string
}

function allColumns(): Statement<ColumnRow> {
  return sql`
    select table_name, column_name, data_type
    from information_schema.columns where table_schema = 'public'`
}

test('no table holds any part of a code in clear, free or reserved', async () => {
  await fixture.importText(fixedProduct(1), TEXT)
  const outcomes = await fixture.stock.issue([batch(1, 1)])
  expect(await fixture.numbers(outcomes[0])).toEqual([NUMBER])

  const stored = (await everyStoredByte(fixture.db)).toString('latin1').toLowerCase()

  expect(stored).toContain('codes')
  for (const secret of [NUMBER, PIN, BARCODE, URL_OF_CODE, '7secret']) {
    const bytes = Buffer.from(secret.toLowerCase())
    expect(stored).not.toContain(bytes.toString('latin1'))
    expect(stored).not.toContain(bytes.toString('hex'))
    expect(stored).not.toContain(bytes.toString('base64').replace(/=+$/, '').toLowerCase())
  }
})

test('a block that was swapped with one of another product does not open', async () => {
  await fixture.stockUp(2, ['A'])
  await fixture.stockUp(3, ['B'])
  const [outcome] = await fixture.stock.issue([batch(2, 1)])
  await fixture.db.rows(sql`
    update stock_blocks set sealed = (select sealed from stock_blocks where product_id = 3)
    where product_id = 2`)

  await expect(fixture.numbers(outcome)).rejects.toThrow(SealBroken)
})
