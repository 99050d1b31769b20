import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { dataOf, openService, type RunningService } from '../../support/service.ts'
import { completeOrder, placeOrder, expectError, importCsv } from './fixture.ts'

let service: RunningService

beforeAll(async () => {
  service = await openService({
    funds: { USD: '1000000', KWD: '1000' },
    settings: { batchUnits: 700 },
  })
})

afterAll(() => service.end())

function get(id: string, query = ''): Promise<Reply> {
  return service.partner.get(`/v2/orders/${id}/items${query}`)
}

/** Creates a product of the vault with these codes, which are lines of an import. */
async function stockedProduct(lines: readonly string[], input: object = {}): Promise<number> {
  const { productId } = await service.product({ supplier: 'vault', ...input })
  const header = 'faceValue,giftCardNumber,giftCardPin,barCodeNumber,redemptionUrl'
  const csv = [header, ...lines].map((line) => `${line}\n`).join('')
  expect(await importCsv(service, productId, csv)).toMatchObject({ imported: lines.length })
  return productId
}

describe('an item has exactly the fields of the interface', () => {
  test('all of them, if all apply', async () => {
    const line = '10,NUM-0001,0042,0000123456,https://redeem.example.com/NUM-0001?a=1&b=2'
    const productId = await stockedProduct([line], { brand: 'Käse & "Brot", Süd' })
    const { id } = await completeOrder(service, { productId })
    const reply = await get(id)
    expect(reply.status).toBe(200)
    expect(reply.headers).toMatchObject({
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
    })
    expect(reply.body).toEqual({
      data: [
        {
          itemNo: 1,
          productId,
          brand: 'Käse & "Brot", Süd',
          currency: 'USD',
          faceValue: 10,
          cardIdentifier: expect.stringMatching(/./),
          giftCardNumber: 'NUM-0001',
          giftCardPin: '0042',
          barCodeNumber: '0000123456',
          redemptionUrl: 'https://redeem.example.com/NUM-0001?a=1&b=2',
        },
      ],
    })
  })

  test('with `expiresAt` if its code has one; the CSV has no such column', async () => {
    const { productId } = await service.product({ supplier: 'vault' })
    const csv =
      'faceValue,giftCardNumber,expiresAt\n' +
      '10,ENDS-1,2099-06-30\n10,ENDS-2,2099-12-31T22:00:00-04:00\n10,ENDLESS,\n'
    expect(await importCsv(service, productId, csv)).toMatchObject({ imported: 3 })
    const { id } = await completeOrder(service, { productId, quantity: 3 })
    const items: Json[] = (await get(id)).body.data
    expect(items.map(({ giftCardNumber, expiresAt }) => [giftCardNumber, expiresAt])).toEqual([
      ['ENDS-1', '2099-06-30'],
      ['ENDS-2', '2100-01-01'],
      ['ENDLESS', undefined],
    ])
    const { downloadUrl } = dataOf(
      await service.partner.get(`/v2/orders/${id}/fulfillments/export`),
    )
    expect(await (await fetch(downloadUrl)).text()).not.toContain('2099')
  })

  test('with a code that is valid for at least as many days as the line requires', async () => {
    const { productId } = await service.product({ supplier: 'vault' })
    const soon = new Date(service.services.clock.now() + 30 * 86_400_000).toISOString()
    const csv = `faceValue,giftCardNumber,expiresAt\n10,SOON,${soon}\n10,LATE,2099-06-30\n`
    expect(await importCsv(service, productId, csv)).toMatchObject({ imported: 2 })
    const items = [{ productId, amount: 10, quantity: 1, minValidityDays: 60 }]
    const order = () => placeOrder(service.partner, { productId, items })

    const first = await order()
    await service.waitForOrder(first.id, 'COMPLETED')
    const second = await order()
    await service.waitForOrder(second.id, 'OUT_OF_STOCK')
    // The waiting order does not reserve the code.
    const { id } = await completeOrder(service, { productId })

    expect(dataOf(await get(first.id))).toMatchObject([{ giftCardNumber: 'LATE' }])
    expect(dataOf(await get(id))).toMatchObject([{ giftCardNumber: 'SOON' }])
  })

  test('without the fields that the code does not have', async () => {
    const productId = await stockedProduct(['10,BARE,,,', '10,WITH-PIN,7,,', '10,WITH-BARCODE,,8,'])
    const { id } = await completeOrder(service, { productId, quantity: 3 })
    const common = ['itemNo', 'productId', 'brand', 'currency', 'faceValue', 'cardIdentifier']
    const items: Json[] = dataOf(await get(id))
    const byNumber = new Map(items.map((item) => [item.giftCardNumber, Object.keys(item)]))
    expect(Object.fromEntries(byNumber)).toEqual({
      BARE: [...common, 'giftCardNumber'],
      'WITH-PIN': [...common, 'giftCardNumber', 'giftCardPin'],
      'WITH-BARCODE': [...common, 'giftCardNumber', 'barCodeNumber'],
    })
  })

  test('currency and faceValue are those of the code, whatever the currency of the order', async () => {
    const productId = await stockedProduct(['1.125,DINAR,,,'], { currency: 'KWD' })
    dataOf(
      await service.admin.put('/admin/v1/fx-rates', {
        rates: [{ from: 'KWD', to: 'USD', rate: 3.25 }],
      }),
    )
    const { id, totalAmount } = await completeOrder(service, { productId, amount: 1.125 })
    expect(totalAmount).toBe(3.66)
    expect(dataOf(await get(id))).toMatchObject([{ currency: 'KWD', faceValue: 1.125 }])
  })

  test('itemReference where the line had one, on each of its items', async () => {
    const { productId } = await service.product()
    const line = { productId, amount: 10 }
    const items = [
      { ...line, quantity: 2, itemReference: 'for Zoë, "A", 1/2' },
      { ...line, quantity: 1 },
      { ...line, quantity: 1, itemReference: 'x'.repeat(255) },
    ]
    const { id } = await completeOrder(service, { items })
    const delivered: Json[] = dataOf(await get(id))
    expect(delivered.map((item) => item.itemReference)).toEqual([
      'for Zoë, "A", 1/2',
      'for Zoë, "A", 1/2',
      undefined,
      'x'.repeat(255),
    ])
    expect(delivered[2]).not.toHaveProperty('itemReference')
  })
})

test('no code is altered: leading zeros, spaces within, quotes, commas and all', async () => {
  const numbers = ['0000', '1e5', 'a b', '"', 'a,b', 'Ünï', "it's", '<b>', '\\n', 'a;b', '{"a":1}']
  const lines = numbers.map((number) => `10,"${number.replaceAll('"', '""')}",,,`)
  const productId = await stockedProduct(lines)
  const { id } = await completeOrder(service, { productId, quantity: numbers.length })
  const items: Json[] = dataOf(await get(id))
  const delivered: string[] = items.map((item) => item.giftCardNumber)
  expect(new Set(delivered)).toEqual(new Set(numbers))
})

describe('an order of 2,500 units over two lines and several batches', () => {
  let id: string
  let all: Json[]
  const lines: Json[] = []

  beforeAll(async () => {
    const [first, second] = [await service.product(), await service.product({ brand: 'Southwind' })]
    lines.push(
      { productId: first.productId, amount: 10, quantity: 1_400 },
      { productId: second.productId, amount: 5, quantity: 1_100, itemReference: 'second' },
    )
    id = (await completeOrder(service, { items: lines })).id
    all = dataOf(await get(id))
  })

  test('without page and pageSize has all items, and no field beside data', async () => {
    const reply = await get(id)
    expect(Object.keys(reply.body)).toEqual(['data'])
    expect(all.map((item) => item.itemNo)).toEqual(Array.from({ length: 2_500 }, (_, at) => at + 1))
  })

  test('numbers its items 1..itemCount in the order of the lines', async () => {
    const [first, second] = lines
    expect(new Set(all.slice(0, 1_400).map((item) => item.productId))).toEqual(
      new Set([first.productId]),
    )
    expect(new Set(all.slice(1_400).map((item) => item.productId))).toEqual(
      new Set([second.productId]),
    )
    expect(all[1_399]).toMatchObject({ brand: 'Northwind', faceValue: 10 })
    expect(all[1_399]).not.toHaveProperty('itemReference')
    expect(all[1_400]).toMatchObject({ brand: 'Southwind', faceValue: 5, itemReference: 'second' })
  })

  test('has every cardIdentifier and every code once, and the same on each read', async () => {
    expect(new Set(all.map((item) => item.cardIdentifier)).size).toBe(2_500)
    expect(new Set(all.map((item) => item.giftCardNumber)).size).toBe(2_500)
    expect(dataOf(await get(id))).toEqual(all)
  })

  test.each([
    ['?page=1', 1, 100],
    ['?page=2', 2, 100],
    ['?page=25', 25, 100],
    ['?pageSize=2000', 1, 2_000],
    ['?page=2&pageSize=2000', 2, 2_000],
    ['?page=3&pageSize=699', 3, 699],
    ['?page=15&pageSize=100', 15, 100],
    ['?page=2500&pageSize=1', 2_500, 1],
    ['?page=26', 26, 100],
    ['?page=1000000000', 1_000_000_000, 100],
  ])('%s returns its page, with meta.pagination', async (query, page, pageSize) => {
    const reply = await get(id, query)
    expect(reply.status).toBe(200)
    expect(reply.body.data).toEqual(all.slice((page - 1) * pageSize, page * pageSize))
    const totalPages = Math.ceil(2_500 / pageSize)
    expect(reply.body.meta).toEqual({
      pagination: { page, pageSize, totalRecords: 2_500, totalPages, hasNext: page < totalPages },
    })
  })

  test('the pages of each size together are all items', async () => {
    for (const pageSize of [333, 700, 701]) {
      const pages: Json[] = []
      for (let page = 1; page <= Math.ceil(2_500 / pageSize); page += 1) {
        pages.push(...dataOf(await get(id, `?page=${page}&pageSize=${pageSize}`)))
      }
      expect(pages).toEqual(all)
    }
  })

  test.each([
    ['?page=0', 'page'],
    ['?page=', 'page'],
    ['?page=1.5', 'page'],
    ['?pageSize=0', 'pageSize'],
    ['?pageSize=2001', 'pageSize'],
    ['?pageSize=all', 'pageSize'],
  ])('400 VALIDATION_ERROR: %s', async (query, field) => {
    expectError(await get(id, query), 400, 'VALIDATION_ERROR', [field])
  })
})

test('409 BUSINESS_RULE_VIOLATION: not COMPLETED yet, with or without page and pageSize', async () => {
  const { productId } = await service.product({ supplier: 'vault' })
  const order = { items: [{ productId, amount: 10, quantity: 1 }] }
  const body = { clientReference: 'not yet', currency: 'USD', ...order }
  const { id } = dataOf(await service.partner.post('/v2/orders', body))
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  for (const query of ['', '?page=1', '?page=1&pageSize=10']) {
    expectError(await get(id, query), 409, 'BUSINESS_RULE_VIOLATION')
  }
})

test('a replacement is valid for as long as the line of its item requires', async () => {
  const { productId } = await service.product({ supplier: 'vault' })
  const soon = new Date(service.services.clock.now() + 30 * 86_400_000).toISOString()
  const lines = Array.from({ length: 3 }, (_, at) => `10,SOON-${at},${soon}\n10,LATE-${at},\n`)
  await importCsv(service, productId, `faceValue,giftCardNumber,expiresAt\n${lines.join('')}`)
  const line = { productId, amount: 10, quantity: 1 }
  const items = [{ ...line, minValidityDays: 60 }, line]
  const { id } = await placeOrder(service.partner, { productId, items })
  await service.waitForOrder(id, 'COMPLETED')
  const again = await placeOrder(service.partner, { productId, items: [items[0]] })
  await service.waitForOrder(again.id, 'COMPLETED')
  const replace = (orderId: string, itemNo: number) =>
    service.admin.post(`/admin/v1/orders/${orderId}/cases`, {
      itemNo,
      kind: 'replace',
      reason: 'does not work',
    })

  // At once, so that one group may decide both. Only one of the codes left is valid long enough.
  for (const reply of await Promise.all([replace(id, 1), replace(id, 2)])) dataOf(reply)

  const cases: Json[] = dataOf(await service.partner.get(`/v2/orders/${id}/cases`))
  for (const { itemNo, replacement } of cases) {
    expect(replacement.giftCardNumber).toContain(itemNo === 1 ? 'LATE' : 'SOON')
  }
  // The codes that are left expire earlier.
  const refused = await replace(again.id, 1)
  expectError(refused, 409, 'BUSINESS_RULE_VIOLATION')
  expect(refused.text).toContain('that is valid for 60 days')
})
