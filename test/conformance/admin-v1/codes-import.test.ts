import { randomUUID } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError, HOUR, stoppedClock } from '../v2/fixture.ts'
import { anUnstockedOrder, expectData, importCsv, vaultProduct } from './fixture.ts'

const HEADER = 'faceValue,giftCardNumber'

const clock = stoppedClock()
let service: RunningService
let productId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000.00' }, clock })
  productId = await vaultProduct(service)
})

afterAll(() => service.end())

async function importCodes(csv: string | Buffer, product = productId): Promise<Json> {
  return expectData(await importCsv(service, product, csv), 201)
}

/** Orders `quantity` codes of a product, and returns the items. */
async function itemsOf(product: number, quantity: number): Promise<Json[]> {
  const { id } = await completeOrder(service, { productId: product, amount: 10, quantity })
  const { body } = await service.partner.get(`/v2/orders/${id}/items`)
  return body.data
}

describe('201: numbers of imported and duplicate codes, and the rejected lines', () => {
  test('only the first two columns are required', async () => {
    const product = await vaultProduct(service)

    expect(await importCodes(`${HEADER}\n10,PLAIN-1\n10,PLAIN-2\n`, product)).toMatchObject({
      imported: 2,
      duplicates: 0,
      rejected: [],
      rejectedCount: 0,
    })
    expect(await itemsOf(product, 2)).toMatchObject([
      { giftCardNumber: 'PLAIN-1' },
      { giftCardNumber: 'PLAIN-2' },
    ])
  })

  test('the columns, in any order, become fields of the item', async () => {
    const product = await vaultProduct(service)
    const expiresAt = new Date(clock.now() + HOUR).toISOString()
    const csv =
      'redemptionUrl,expiresAt,giftCardPin,faceValue,barCodeNumber,giftCardNumber\n' +
      `https://redeem.example.com/x?y=1,${expiresAt},0042,10.00,0123456789012,WHOLE-1\n`

    expect((await importCodes(csv, product)).imported).toBe(1)

    expect(await itemsOf(product, 1)).toMatchObject([
      {
        giftCardNumber: 'WHOLE-1',
        giftCardPin: '0042',
        barCodeNumber: '0123456789012',
        redemptionUrl: 'https://redeem.example.com/x?y=1',
        faceValue: 10,
      },
    ])
  })

  test('a header alone imports nothing', async () => {
    expect(await importCodes(`${HEADER}\n`)).toMatchObject({ imported: 0, rejected: [] })
  })

  test('CRLF, a byte order mark, quotes, blank lines and a missing last line break are CSV', async () => {
    const product = await vaultProduct(service)
    const csv = `\uFEFF"faceValue","giftCardNumber"\r\n\r\n10,"QUO""TED, 1"\r\n10,LAST-1`

    expect((await importCodes(csv, product)).imported).toBe(2)

    expect(await itemsOf(product, 2)).toMatchObject([
      { giftCardNumber: 'QUO"TED, 1' },
      { giftCardNumber: 'LAST-1' },
    ])
  })

  test('the content type may name the charset', async () => {
    const type = { 'content-type': 'Text/CSV; charset=utf-8' }
    const path = `/admin/v1/products/${productId}/codes`
    const reply = await service.admin.post(path, `${HEADER}\n10,CHARSET-1\n`, type)
    expect(expectData(reply, 201).imported).toBe(1)
  })
})

describe('duplicates', () => {
  test('the first of equal codes counts, in one file and over several', async () => {
    const product = await vaultProduct(service)
    expect(
      await importCodes(`${HEADER}\n10,TWICE-1\n10,TWICE-1\n20,TWICE-1\n`, product),
    ).toMatchObject({
      imported: 1,
      duplicates: 2,
      rejected: [],
      rejectedCount: 0,
    })

    const again = await importCodes(`${HEADER}\n10,TWICE-1\n10,TWICE-2\n`, product)

    expect(again).toMatchObject({ imported: 1, duplicates: 1 })
  })

  test('a code that was sold is still a duplicate', async () => {
    const product = await vaultProduct(service)
    await importCodes(`${HEADER}\n10,SOLD-1\n`, product)
    await itemsOf(product, 1)

    expect(await importCodes(`${HEADER}\n10,SOLD-1\n`, product)).toMatchObject({ duplicates: 1 })
  })

  test('a code in another case is the same one', async () => {
    const product = await vaultProduct(service)
    await importCodes(`${HEADER}\n10,Shared-1\n`, product)

    expect(await importCodes(`${HEADER}\n10,SHARED-1\n10,shared-1\n`, product)).toMatchObject({
      imported: 0,
      duplicates: 2,
    })
  })
})

describe('400 VALIDATION_ERROR: a file that is not CSV with the columns of an import', () => {
  test.each<[string, string, string[]]>([
    ['an empty file', '', ['faceValue', 'giftCardNumber']],
    ['no header', '10,CODE-1\n', ['columns[0]', 'columns[1]', 'faceValue', 'giftCardNumber']],
    ['a column missing', 'faceValue\n10\n', ['giftCardNumber']],
    ['a column twice', `${HEADER},faceValue\n10,A,10\n`, ['columns[2]']],
    ['an unknown column', `${HEADER},colour\n10,A,red\n`, ['columns[2]']],
    ['a column in another case', 'facevalue,giftCardNumber\n10,A\n', ['columns[0]', 'faceValue']],
  ])('%s', async (_what, csv, fields) => {
    expectError(await importCsv(service, productId, csv), 400, 'VALIDATION_ERROR', fields)
  })

  test('a quote that is never closed names its line; the lines before it are imported', async () => {
    const product = await vaultProduct(service)
    const csv = `${HEADER}\n10,BEFORE-1\n10,"OPEN\n10,AFTER-1\n`

    const reply = await importCsv(service, product, csv)

    expectError(reply, 400, 'VALIDATION_ERROR', ['line 3'])
    expect(reply.text).not.toContain('OPEN')
    expect(
      await importCodes(`${HEADER}\n10,BEFORE-1\n10,OPEN\n10,AFTER-1\n`, product),
    ).toMatchObject({
      imported: 2,
      duplicates: 1,
    })
  })
})

test.each([
  'application/json',
  'text/plain',
  'application/octet-stream',
  '',
  'text/csv; charset=utf-16',
  'text/csv;header=present;charset="latin1"',
])('415 VALIDATION_ERROR: the content type %j is not text/csv in UTF-8', async (type) => {
  const path = `/admin/v1/products/${productId}/codes`
  const headers = { 'content-type': type }
  const reply = await service.admin.post(path, `${HEADER}\n10,TYPE-1\n`, headers)
  expectError(reply, 415, 'VALIDATION_ERROR')
})

test.each(['text/csv; charset=utf8', 'Text/CSV;charset="UTF8"', 'text/csv;charset=UTF-8'])(
  'the content type %j is text/csv in UTF-8',
  async (type) => {
    const product = await vaultProduct(service, { codeNamespace: randomUUID() })
    const path = `/admin/v1/products/${product}/codes`
    const reply = await service.admin.post(path, `${HEADER}\n10,CAFÉ\n`, { 'content-type': type })
    expect(expectData(reply, 201)).toMatchObject({ imported: 1 })
  },
)

test('415 VALIDATION_ERROR: a compressed file is not read as codes', async () => {
  const product = await vaultProduct(service)
  const path = `/admin/v1/products/${product}/codes`
  const headers = { 'content-type': 'text/csv', 'content-encoding': 'gzip' }
  const csv = `${HEADER}\n10,PACKED-1\n`

  const reply = await service.admin.post(path, gzipSync(csv), headers)

  expectError(reply, 415, 'VALIDATION_ERROR')
  expect(reply.headers['accept-encoding']).toBe('identity')
  expect(await importCodes(csv, product)).toMatchObject({ imported: 1, duplicates: 0 })
})

test.each(['2147483647', '0', '-1', '1.5', 'x', '%00'])(
  '404 RESOURCE_NOT_FOUND: no product %s',
  async (id) => {
    const headers = { 'content-type': 'text/csv' }
    const path = `/admin/v1/products/${id}/codes`
    expectError(
      await service.admin.post(path, `${HEADER}\n10,NOWHERE\n`, headers),
      404,
      'RESOURCE_NOT_FOUND',
    )
  },
)

test('409 BUSINESS_RULE_VIOLATION: codes of the generator are not imported', async () => {
  const generated = await service.product()
  const reply = await importCsv(service, generated.productId, `${HEADER}\n10,FOREIGN\n`)
  expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
})

test('an expired code is not sold', async () => {
  const product = await vaultProduct(service)
  const soon = new Date(clock.now() + HOUR).toISOString()
  await importCodes(`${HEADER},expiresAt\n10,SOON-1,${soon}\n`, product)
  clock.advance(HOUR)

  await anUnstockedOrder(service, service.partner, { productId: product, amount: 10 })
})

test('orders that wait for stock are served by the import, oldest first', async () => {
  const product = await vaultProduct(service)
  const other = await service.newPartner({ USD: '100.00' })
  const input = { productId: product, amount: 10 }
  const first = await anUnstockedOrder(service, service.partner, input)
  clock.advance(1)
  const second = await anUnstockedOrder(service, other, input)

  await importCodes(`${HEADER}\n10,WAITED-1\n`, product)

  await service.waitForOrder(first.id, 'COMPLETED')
  await service.waitForOrder(second.id, 'OUT_OF_STOCK')
  await importCodes(`${HEADER}\n10,WAITED-2\n`, product)
  await service.waitForOrder(second.id, 'COMPLETED')
})
