import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'csv-parse/sync'
import type { Json } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { completeOrder, importCsv } from './fixture.ts'

const HEADER =
  'itemNo,productId,brand,currency,faceValue,cardIdentifier,giftCardNumber,giftCardPin,' +
  'barCodeNumber,redemptionUrl'

let service: RunningService

beforeAll(async () => {
  const settings = { batchUnits: 700 }
  service = await openService({ funds: { USD: '1000000', JPY: '1000000' }, settings })
})

afterAll(() => service.end())

async function download(id: string): Promise<string> {
  const target = `/v2/orders/${id}/fulfillments/export`
  const { pathname, search } = new URL(dataOf(await service.partner.get(target)).downloadUrl)
  const reply = await service.http.send({ method: 'GET', target: pathname + search })
  expect(reply.status).toBe(200)
  return reply.text
}

async function itemsOf(id: string): Promise<Json[]> {
  return dataOf(await service.partner.get(`/v2/orders/${id}/items`))
}

/** Parses the file by RFC 4180, strict about columns and line ends. */
function rowsOf(csv: string): string[][] {
  return parse(csv, { record_delimiter: '\r\n', relax_column_count: false })
}

/** Returns the ten columns of an item, as the export must have them. */
function rowOf(item: Json): string[] {
  const { faceValue, giftCardNumber, giftCardPin = '', barCodeNumber = '', ...rest } = item
  const { itemNo, productId, brand, currency, cardIdentifier, redemptionUrl = '' } = rest
  const first = [itemNo, productId, brand, currency, faceValue, cardIdentifier]
  return [...first, giftCardNumber, giftCardPin, barCodeNumber, redemptionUrl].map(String)
}

async function expectEqualToItems(id: string): Promise<string> {
  const csv = await download(id)
  const [header, ...rows] = rowsOf(csv)
  expect(header?.join(',')).toBe(HEADER)
  expect(rows).toEqual((await itemsOf(id)).map(rowOf))
  return csv
}

test('a header row and a row per code: ten columns, CRLF, no byte order mark', async () => {
  const { productId } = await service.product({ supplier: 'vault', brand: 'Northwind' })
  await importCsv(
    service,
    productId,
    'faceValue,giftCardNumber,giftCardPin,barCodeNumber,redemptionUrl\n' +
      '10,N-1,0042,000123,https://example.com/N-1\n',
  )
  const { id } = await completeOrder(service, { productId })
  const [{ cardIdentifier }] = await itemsOf(id)
  const codes = 'N-1,0042,000123,https://example.com/N-1'
  const row = `1,${productId},Northwind,USD,10,${cardIdentifier},${codes}`
  expect(await download(id)).toBe(`${HEADER}\r\n${row}\r\n`)
})

test('a column that does not apply is empty', async () => {
  const { productId } = await service.product({ supplier: 'vault' })
  await service.stock(productId, ['BARE'])
  const { id } = await completeOrder(service, { productId })
  expect(await expectEqualToItems(id)).toMatch(/,BARE,,,\r\n$/)
})

function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}

describe('quoting by RFC 4180', () => {
  test('commas, quotes and more in a brand', async () => {
    const brand = 'Käse, "Brot" & 日本; Süd'
    const { productId } = await service.product({ brand })
    const { id } = await completeOrder(service, { productId, quantity: 2 })
    const csv = await expectEqualToItems(id)
    expect(csv).toContain(`,"Käse, ""Brot"" & 日本; Süd",USD,10,`)
  })

  test('codes, PINs and barcodes with commas and quotes are exported unchanged', async () => {
    const { productId } = await service.product({ supplier: 'vault' })
    const numbers = ['a,b', '"', '""', 'x"y,z', ',', '0001', '1E5', "'", 'two  spaces', 'Ünïcödé']
    const lines = numbers.map(
      (text) => `10,${quote(text)},${quote(`p${text}`)},${quote(`b${text}`)}`,
    )
    const csv = `faceValue,giftCardNumber,giftCardPin,barCodeNumber\n${lines.join('\n')}\n`
    const imported = await importCsv(service, productId, csv)
    expect(imported).toMatchObject({ imported: numbers.length, rejected: [] })
    const { id } = await completeOrder(service, { productId, quantity: numbers.length })
    const rows = rowsOf(await expectEqualToItems(id)).slice(1)
    const codes = new Map(rows.map((row) => [row[6], row.slice(7, 9)]))
    const expected = new Map(numbers.map((text) => [text, [`p${text}`, `b${text}`]]))
    expect(codes).toEqual(expected)
  })

  test('a code that a spreadsheet would run as a formula is refused at import, never altered', async () => {
    const { productId } = await service.product({ supplier: 'vault' })
    const dangerous = ['=1+1', '+1', '-1', '@SUM(A1)', '\tTAB']
    const csv = `faceValue,giftCardNumber\n${dangerous.map((code) => `10,${code}\n`).join('')}`
    const { imported, rejected } = await importCsv(service, productId, csv)
    expect(imported).toBe(0)
    expect(rejected.map((one: Json) => one.line)).toEqual([2, 3, 4, 5, 6])
  })
})

test('itemReference is not a column: lines that have one still have ten columns', async () => {
  const { productId } = await service.product()
  const items = [{ productId, amount: 10, quantity: 2, itemReference: 'mine' }]
  const { id } = await completeOrder(service, { items })
  expect(await expectEqualToItems(id)).not.toContain('mine')
})

test('several lines, products and batches: the same items in the same order', async () => {
  const dollar = await service.product({ brand: 'Northwind' })
  const yen = await service.product({ brand: 'Südwind, "AG"', currency: 'JPY', maxAmount: 50_000 })
  const sandbox = await service.product({ brand: 'Trial', supplier: 'sandbox' })
  await service.admin.put('/admin/v1/fx-rates', { rates: [{ from: 'JPY', to: 'USD', rate: 0.01 }] })
  const items = [
    { productId: dollar.productId, amount: 12.5, quantity: 1_500 },
    { productId: yen.productId, amount: 1_000, quantity: 701 },
    { productId: sandbox.productId, amount: 0.5 + 0.5, quantity: 300 },
  ]
  const { id } = await completeOrder(service, { items })
  const csv = await expectEqualToItems(id)
  expect(csv.split('\r\n')).toHaveLength(2_503)
  expect(csv).toContain(`1501,${yen.productId},"Südwind, ""AG""",JPY,1000,`)
})
