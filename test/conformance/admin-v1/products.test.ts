import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { anOrder, openService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError } from '../v2/fixture.ts'
import { anUnstockedOrder, expectData, expectPage, wholeList } from './fixture.ts'

const PRODUCTS = '/admin/v1/products'

const GIFT_CARD = {
  brand: 'Northwind',
  currency: 'USD',
  denominationType: 'VARIABLE',
  minAmount: 5,
  maxAmount: 500.5,
  supplier: 'generator',
}

let service: RunningService

beforeAll(async () => {
  service = await openService({ funds: { USD: '1000.00' } })
})

afterAll(() => service.end())

function patch(productId: number, change: Json): Promise<Reply> {
  return service.admin.patch(`${PRODUCTS}/${productId}`, change)
}

describe('POST /products 201: the product, with its number and the defaults', () => {
  test('a VARIABLE gift card', async () => {
    expect(expectData(await service.admin.post(PRODUCTS, GIFT_CARD), 201)).toEqual({
      productId: expect.any(Number),
      ...GIFT_CARD,
      productType: 'GIFT_CARD',
      recipientFields: [],
      supplierSettings: {},
      active: true,
    })
  })

  test('an inactive FIXED gift card', async () => {
    const { minAmount: _min, maxAmount: _max, ...card } = GIFT_CARD
    const fixed = { ...card, denominationType: 'FIXED', fixedAmounts: [25, 10, 50] }

    const data = expectData(
      await service.admin.post(PRODUCTS, { ...fixed, active: false, brand: ' Northwind ' }),
      201,
    )

    expect(data).toEqual({
      productId: expect.any(Number),
      ...fixed,
      productType: 'GIFT_CARD',
      recipientFields: [],
      supplierSettings: {},
      active: false,
    })
  })

  test.each(['TOP_UP', 'BILL_PAYMENT', 'ACCOUNT_CREDIT'])(
    'a %s with its recipient fields',
    async (productType) => {
      const recipientFields = [
        { name: 'phone', label: 'Phone number', pattern: '\\+[0-9]{8,15}', required: true },
        { name: 'note', label: 'Note', pattern: '.{0,20}', required: false },
      ]
      const input = {
        ...GIFT_CARD,
        productType,
        recipientFields,
        supplier: 'sandbox',
        supplierSettings: { outcome: 'slow', delayMs: 10 },
      }

      const data = expectData(await service.admin.post(PRODUCTS, input), 201)

      expect(data).toMatchObject(input)
      const seen = await service.partner.get(`/v2/products/${data.productId}?currency=USD`)
      expect(seen.body.data).toMatchObject({ productType, recipientFields })
    },
  )

  test('in each currency with its own decimals', async () => {
    for (const input of [
      { currency: 'JPY', minAmount: 1, maxAmount: 100_000 },
      { currency: 'KWD', minAmount: 0.001, maxAmount: 99.999 },
    ]) {
      const reply = await service.admin.post(PRODUCTS, { ...GIFT_CARD, ...input })
      expect(expectData(reply, 201)).toMatchObject(input)
    }
  })

  test('a new product is in the catalog and can be ordered at once', async () => {
    const { productId } = await service.product({ brand: 'Fresh' })

    const list = await service.partner.get('/v2/products?currency=USD')
    expect(list.body.data.at(-1)).toMatchObject({ productId, brand: 'Fresh', inStock: true })
    await completeOrder(service, { productId })
  })
})

test('GET /products 200: pages of all products by productId, inactive ones too', async () => {
  const { admin } = service
  const inactive = await service.product({ active: false })
  const all = await wholeList(service, PRODUCTS)

  const ids: number[] = all.map(({ productId }) => productId)
  expect(ids).toEqual(ids.toSorted((a, b) => a - b))
  expect(all.at(-1)).toEqual(inactive)
  const total = all.length
  const page = { page: 2, pageSize: 1, totalRecords: total, totalPages: total, hasNext: total > 2 }
  expect(expectPage(await admin.get(`${PRODUCTS}?page=2&pageSize=1`), page)).toEqual([all[1]])
})

test('GET /products/{productId} 200: an inactive product too; 404 for an absent product', async () => {
  const { admin } = service
  const inactive = await service.product({ active: false })

  const reply = await admin.get(`${PRODUCTS}/${inactive.productId}`)
  expect(expectData(reply, 200)).toEqual(inactive)
  expectError(await admin.get(`${PRODUCTS}/999999`), 404, 'RESOURCE_NOT_FOUND')
})

describe('PATCH /products/{productId} 200: changes the given fields only', () => {
  test.each<[string, Json, Json]>([
    ['brand', { brand: 'Southwind' }, { brand: 'Southwind' }],
    ['minAmount', { minAmount: 6 }, { minAmount: 6 }],
    ['both bounds', { minAmount: 600, maxAmount: 700 }, { minAmount: 600, maxAmount: 700 }],
    ['supplier', { supplier: 'sandbox' }, { supplier: 'sandbox' }],
    [
      'supplierSettings',
      { supplierSettings: { outcome: 'slow' } },
      { supplierSettings: { outcome: 'slow' } },
    ],
    ['active', { active: false }, { active: false }],
    ['its own currency', { currency: 'USD' }, {}],
    ['nothing', {}, {}],
  ])('%s', async (_what, change, changed) => {
    const before = await service.product(GIFT_CARD)

    const reply = await patch(before.productId, change)

    expect(expectData(reply, 200)).toEqual({ ...before, ...changed })
    const listed = await wholeList(service, PRODUCTS)
    expect(listed.find(({ productId }) => productId === before.productId)).toEqual(reply.body.data)
  })

  test('VARIABLE to FIXED, and back', async () => {
    const { minAmount, maxAmount, ...before } = await service.product(GIFT_CARD)
    const { productId } = before

    const fixed = await patch(productId, { denominationType: 'FIXED', fixedAmounts: [10, 20] })
    expect(expectData(fixed, 200)).toEqual({
      ...before,
      denominationType: 'FIXED',
      fixedAmounts: [10, 20],
    })
    const back = await patch(productId, { denominationType: 'VARIABLE', minAmount, maxAmount })
    expect(expectData(back, 200)).toEqual({ ...before, minAmount, maxAmount })
  })

  test('a gift card to a top-up, with the fields of its recipient', async () => {
    const { productId } = await service.product(GIFT_CARD)
    const recipientFields = [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }]

    const reply = await patch(productId, { productType: 'TOP_UP', recipientFields })

    expect(expectData(reply, 200)).toMatchObject({ productType: 'TOP_UP', recipientFields })
  })

  test.each<[string, Json, string]>([
    ['another currency', { currency: 'EUR' }, 'currency'],
    ['a minimum above the maximum that stays', { minAmount: 501 }, 'maxAmount'],
    ['FIXED without its amounts', { denominationType: 'FIXED' }, 'fixedAmounts'],
    ['an unknown supplier', { supplier: 'nobody' }, 'supplier'],
    ['recipient fields for a gift card', { recipientFields: [RECIPIENT] }, 'recipientFields'],
  ])(
    '400 VALIDATION_ERROR: %s is refused, and nothing is changed',
    async (_what, change, field) => {
      const before = await service.product(GIFT_CARD)

      const reply = await patch(before.productId, { ...change, brand: 'Changed' })

      expectError(reply, 400, 'VALIDATION_ERROR', [field])
      const listed = await wholeList(service, PRODUCTS)
      expect(listed.find(({ productId }) => productId === before.productId)).toEqual(before)
    },
  )

  test.each(['2147483647', '0', '-1', '1.5', 'x', '9007199254740993', '%00'])(
    '404 RESOURCE_NOT_FOUND: no product %s',
    async (id) => {
      const reply = await service.admin.patch(`${PRODUCTS}/${id}`, { active: false })
      expectError(reply, 404, 'RESOURCE_NOT_FOUND')
    },
  )
})

const RECIPIENT = { name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }

describe('the effect of a change for partners', () => {
  test('an inactive product leaves the catalog and cannot be ordered; once active again, it can', async () => {
    const { partner } = service
    const { productId } = await service.product()
    const path = `/v2/products/${productId}?currency=USD`
    const statuses = async (): Promise<number[]> => [
      (await partner.get(path)).status,
      (await partner.post('/v2/orders', anOrder({ productId }))).status,
    ]
    expect(await statuses()).toEqual([200, 201])

    await patch(productId, { active: false })
    expect(await statuses()).toEqual([404, 400])
    const list = await partner.get('/v2/products?currency=USD&pageSize=2000')
    const ids: number[] = list.body.data.map((product: Json) => product.productId)
    expect(ids).not.toContain(productId)

    await patch(productId, { active: true })
    expect(await statuses()).toEqual([200, 201])
  })

  test('new bounds hold for the next order at once', async () => {
    const { partner } = service
    const { productId } = await service.product()

    await patch(productId, { maxAmount: 9.99 })

    const refused = await partner.post('/v2/orders', anOrder({ productId, amount: 10 }))
    expectError(refused, 400, 'VALIDATION_ERROR', ['items[0].amount'])
  })

  test('an accepted order is delivered after its product becomes inactive', async () => {
    const { partner, stock } = service
    const { productId } = await service.product({ supplier: 'vault' })
    const { id } = await anUnstockedOrder(service, partner, { productId, amount: 10 })

    await patch(productId, { active: false, maxAmount: 500 })
    await stock(productId, ['LATE-CODE'])

    await service.waitForOrder(id, 'COMPLETED')
    const { body } = await partner.get(`/v2/orders/${id}/items`)
    expect(body.data).toMatchObject([{ giftCardNumber: 'LATE-CODE', faceValue: 10 }])
  })

  test('an order that waits for stock is delivered by the new supplier', async () => {
    const { partner } = service
    const { productId } = await service.product({ supplier: 'vault' })
    const { id } = await anUnstockedOrder(service, partner, { productId, amount: 10 })

    await patch(productId, { supplier: 'generator' })

    await service.waitForOrder(id, 'COMPLETED')
  })

  test('an order that waits for a supplier is delivered from stock once the product is stocked', async () => {
    const { partner, stock } = service
    const settings = { supplier: 'sandbox', supplierSettings: { outcome: 'out_of_stock' } }
    const { productId } = await service.product(settings)
    const { id } = await anUnstockedOrder(service, partner, { productId, amount: 10 })

    await patch(productId, { supplier: 'vault' })
    await stock(productId, ['FROM-STOCK'])

    await service.waitForOrder(id, 'COMPLETED')
    const { body } = await partner.get(`/v2/orders/${id}/items`)
    expect(body.data).toMatchObject([{ giftCardNumber: 'FROM-STOCK' }])
  })

  test('a supplier without stock is not called again before its settings change', async () => {
    const { partner, admin } = service
    const settings = { supplier: 'sandbox', supplierSettings: { outcome: 'out_of_stock' } }
    const { productId } = await service.product(settings)
    const { id } = await anUnstockedOrder(service, partner, { productId, amount: 10 })
    const attempts = async (): Promise<number> => {
      const { body } = await admin.get(`/admin/v1/orders/${id}`)
      return body.data.fulfillments[0].attempt
    }
    const other = await service.product({ supplier: 'sandbox' })
    await completeOrder(service, { productId: other.productId })

    expect(await attempts()).toBe(1)

    await patch(productId, { supplierSettings: { outcome: 'issued' } })
    await service.waitForOrder(id, 'COMPLETED')
    expect(await attempts()).toBe(2)
  })

  test('inStock is true as soon as a code is imported', async () => {
    const { partner, stock } = service
    const { productId } = await service.product({ supplier: 'vault' })
    const path = `/v2/products/${productId}?currency=USD`
    expect((await partner.get(path)).body.data.inStock).toBe(false)

    await stock(productId, ['ONLY-ONE'])
    expect((await partner.get(path)).body.data.inStock).toBe(true)
  })
})
