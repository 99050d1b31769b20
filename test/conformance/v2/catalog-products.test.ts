import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { expectError, setRate } from './fixture.ts'

const RECIPIENT_FIELDS = [
  { name: 'phone', label: 'Phone number', pattern: '\\+[0-9]{6,15}', required: true },
  { name: 'note', label: 'Note', pattern: '.{0,20}', required: false },
]

let service: RunningService

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000', EUR: '1000', JPY: '100000' } })
  await setRate(service, ['USD', 'EUR', 0.92345678])
  await setRate(service, ['EUR', 'USD', 1.1])
})

afterAll(() => service.end())

function read(productId: number | string, currency = 'USD'): Promise<Reply> {
  return service.partner.get(`/v2/products/${productId}?currency=${currency}`)
}

async function productIn(productId: number, currency = 'USD'): Promise<Json> {
  const all: Json[] = dataOf(
    await service.partner.get(`/v2/products?currency=${currency}&pageSize=2000`),
  )
  return all.find((one) => one.productId === productId)
}

/** Expects exactly this product both in the list and by itself. */
async function expectProduct(productId: number, product: object, currency?: string): Promise<void> {
  const reply = await read(productId, currency)
  expect(reply.status).toBe(200)
  expect(reply.body).toEqual({ data: { productId, ...product } })
  expect(await productIn(productId, currency)).toEqual({ productId, ...product })
}

describe('a gift card has exactly the fields of the interface', () => {
  test('VARIABLE: minAmount and maxAmount, no fixedAmounts', async () => {
    const { productId } = await service.product({ minAmount: 5, maxAmount: 499.99 })
    await expectProduct(productId, {
      brand: 'Northwind',
      currency: 'USD',
      denominationType: 'VARIABLE',
      minAmount: 5,
      maxAmount: 499.99,
      inStock: true,
      fxRate: 1,
    })
  })

  test('FIXED: fixedAmounts, no minAmount and no maxAmount', async () => {
    const { productId } = await service.product({
      brand: 'Käse & Brot, "Süd"',
      denominationType: 'FIXED',
      fixedAmounts: [10, 25.5, 100],
      minAmount: undefined,
      maxAmount: undefined,
      productType: 'GIFT_CARD',
    })
    await expectProduct(productId, {
      brand: 'Käse & Brot, "Süd"',
      currency: 'USD',
      denominationType: 'FIXED',
      fixedAmounts: [10, 25.5, 100],
      inStock: true,
      fxRate: 1,
    })
  })

  test('amounts are those of its own currency: none, two or three decimals', async () => {
    const yen = await service.product({ currency: 'JPY', minAmount: 500, maxAmount: 50_000 })
    expect(dataOf(await read(yen.productId, 'JPY'))).toMatchObject({
      minAmount: 500,
      maxAmount: 50_000,
    })
    const dinar = await service.product({ currency: 'KWD', minAmount: 0.125, maxAmount: 7.375 })
    expect(dataOf(await read(dinar.productId, 'KWD'))).toMatchObject({
      minAmount: 0.125,
      maxAmount: 7.375,
    })
  })
})

test.each(['TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT'])(
  '%s carries productType and recipientFields beside the fields of a gift card',
  async (productType) => {
    const { productId } = await service.product({
      productType,
      recipientFields: RECIPIENT_FIELDS,
      supplier: 'sandbox',
    })
    await expectProduct(productId, {
      brand: 'Northwind',
      currency: 'USD',
      denominationType: 'VARIABLE',
      minAmount: 1,
      maxAmount: 1_000,
      inStock: true,
      fxRate: 1,
      productType,
      recipientFields: RECIPIENT_FIELDS,
    })
  },
)

describe('fxRate', () => {
  test('is units of the requested currency per unit of the product’s, to all 8 decimals', async () => {
    const { productId } = await service.product()
    expect(dataOf(await read(productId, 'EUR'))).toMatchObject({
      currency: 'USD',
      fxRate: 0.92345678,
    })
    expect(await productIn(productId, 'EUR')).toMatchObject({ fxRate: 0.92345678 })
  })

  test('follows the rate at once, and is not inverted for the other direction', async () => {
    const { productId } = await service.product({ currency: 'EUR' })
    expect(dataOf(await read(productId, 'USD'))).toMatchObject({ fxRate: 1.1 })
    await setRate(service, ['EUR', 'USD', 1.25])
    expect(dataOf(await read(productId, 'USD'))).toMatchObject({ fxRate: 1.25 })
    expect(await productIn(productId, 'USD')).toMatchObject({ fxRate: 1.25 })
  })

  test('is 1 where both currencies are the same', async () => {
    const { productId } = await service.product({ currency: 'EUR' })
    expect(dataOf(await read(productId, 'EUR'))).toMatchObject({ fxRate: 1 })
  })
})

/**
 * Expects that the product is not in the list of the currency, 404 by itself, and 400 in an order,
 * which leaves nothing.
 */
async function expectOutOfCatalog(productId: number, currency: string): Promise<void> {
  expect(await productIn(productId, currency)).toBeUndefined()
  expectError(await read(productId, currency), 404, 'RESOURCE_NOT_FOUND')
  const before = await service.partner.funds()
  const reply = await service.partner.post('/v2/orders', anOrder({ productId, currency }))
  expectError(reply, 400, 'VALIDATION_ERROR', ['items[0].productId'])
  expect(await service.partner.funds()).toEqual(before)
}

describe('a product that is not in the catalog: left out, 404, 400 in an order', () => {
  test('without a rate to the requested currency', async () => {
    const { productId } = await service.product()
    await expectOutOfCatalog(productId, 'JPY')
    await setRate(service, ['USD', 'JPY', 150])
    expect(await productIn(productId, 'JPY')).toMatchObject({ productId, fxRate: 150 })
    expect((await read(productId, 'JPY')).status).toBe(200)
  })

  test('inactive, and back once it is active again', async () => {
    const { productId } = await service.product()
    const path = `/admin/v1/products/${productId}`
    dataOf(await service.admin.patch(path, { active: false }))
    await expectOutOfCatalog(productId, 'USD')
    dataOf(await service.admin.patch(path, { active: true }))
    expect(await productIn(productId)).toMatchObject({ productId })
    expect((await read(productId)).status).toBe(200)
  })

  test('never created', async () => {
    await expectOutOfCatalog(2_000_000_000, 'USD')
  })
})

describe('GET /v2/products/{productId}', () => {
  const spellings = ['abc', '1.5', '1e0', '1x', '%20', '0x1', '%C3%A9', '%31']
  test.each(['0', '-1', '007', '99999', '2147483648', '9'.repeat(40), ...spellings])(
    '404 RESOURCE_NOT_FOUND: no product has the number %s; the same bytes for each',
    async (id) => {
      const reply = await read(id)
      expectError(reply, 404, 'RESOURCE_NOT_FOUND')
      expect(reply.text).toBe((await read('123456')).text)
    },
  )

  test.each(['', '?currency=', '?currency=usd', '?currency=XYZ', '?currency=USD&currency=EUR'])(
    '400 VALIDATION_ERROR: the currency is missing or not an ISO 4217 code: %j',
    async (query) => {
      const { productId } = await service.product()
      const reply = await service.partner.get(`/v2/products/${productId}${query}`)
      expectError(reply, 400, 'VALIDATION_ERROR', ['currency'])
    },
  )
})
