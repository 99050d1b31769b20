import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import { anOrder, dataOf, openService, type RunningService } from '../../support/service.ts'
import { completeOrder, expectError, expectSameAnswer, INSTANT, placeOrder } from '../v2/fixture.ts'
import { anUnstockedOrder, expectData, expectPage } from './fixture.ts'

const ORDERS = '/admin/v1/orders'
/** A well-formed id of no order. */
const ABSENT = 'ord_01M7YH3EJW00004000001'

let service: RunningService
let productId: number
let unstockedId: number

beforeAll(async () => {
  service = await openService({ funds: { USD: '10000.00' } })
  productId = (await service.product()).productId
  unstockedId = (await service.product({ supplier: 'vault' })).productId
})

afterAll(() => service.end())

function idsOf(orders: Json[]): string[] {
  return orders.map(({ id }) => id)
}

describe('GET /orders 200', () => {
  test('an entry has the fields that its partner sees, the partner and the previous status', async () => {
    const { partner, admin } = service
    const order = await completeOrder(service, { productId })

    const { body } = await admin.get(`${ORDERS}?pageSize=1`)

    expect(body.data).toEqual([
      {
        ...order,
        partnerId: partner.partnerId,
        previousStatus: 'PROCESSING',
        statusSince: order.completedAt,
        chargedAmount: order.totalAmount,
      },
    ])
  })

  test('newest first over all partners or of one partner, by status and by clientReference', async () => {
    const { admin } = service
    const [one, other] = [
      await service.newPartner({ USD: '100.00' }),
      await service.newPartner({ USD: '100.00' }),
    ]
    const first = await completeOrder(service, { productId }, one)
    const second = await completeOrder(service, { productId }, other)
    const third = await anUnstockedOrder(service, one, { productId: unstockedId, amount: 10 })
    const idsFound = async (query: string): Promise<string[]> =>
      idsOf((await admin.get(`${ORDERS}?${query}`)).body.data)

    expect(await idsFound('pageSize=3')).toEqual([third.id, second.id, first.id])
    expect(await idsFound(`after=${third.id}&pageSize=2`)).toEqual([second.id, first.id])
    expect(await idsFound(`partnerId=${one.partnerId}`)).toEqual([third.id, first.id])
    expect(await idsFound(`partnerId=${one.partnerId}&after=${third.id}`)).toEqual([first.id])
    const completed = `partnerId=${one.partnerId}&status=COMPLETED`
    expect(await idsFound(`${completed}&after=${third.id}`)).toEqual([first.id])
    expect(await idsFound(`${completed}&after=${first.id}`)).toEqual([])
    expect((await idsFound('status=OUT_OF_STOCK'))[0]).toBe(third.id)
    const reference = `clientReference=${second.clientReference}`
    expect(await idsFound(`partnerId=${other.partnerId}&${reference}`)).toEqual([second.id])
    expect(await idsFound(`partnerId=${one.partnerId}&${reference}`)).toEqual([])
    expect(await idsFound('partnerId=2097151')).toEqual([])
  })

  test('pages, and their position in the list', async () => {
    const { admin } = service
    const partner = await service.newPartner({ USD: '100.00' })
    const orders: Json[] = []
    for (let at = 0; at < 3; at += 1) orders.unshift(await placeOrder(partner, { productId }))
    const target = `${ORDERS}?partnerId=${partner.partnerId}`

    const first = await admin.get(`${target}&page=1&pageSize=2`)
    const second = await admin.get(`${target}&page=2&pageSize=2`)
    const third = await admin.get(`${target}&page=3&pageSize=2`)

    const pages = { pageSize: 2, totalRecords: 3, totalPages: 2 }
    const ids = idsOf(orders)
    expect(idsOf(expectPage(first, { page: 1, ...pages, hasNext: true }))).toEqual(ids.slice(0, 2))
    expect(idsOf(expectPage(second, { page: 2, ...pages, hasNext: false }))).toEqual(ids.slice(2))
    expect(expectPage(third, { page: 3, ...pages, hasNext: false })).toEqual([])
  })

  test('400 VALIDATION_ERROR: page 11 of a list over all partners', async () => {
    const tooFar = await service.admin.get(`${ORDERS}?page=11&pageSize=2000`)
    expectError(tooFar, 400, 'VALIDATION_ERROR', ['page'])
  })
})

describe('GET /orders/{orderId} 200', () => {
  test('the order with a page of its batches', async () => {
    const { admin } = service
    const items = [
      { productId, amount: 10, quantity: 2 },
      { productId, amount: 20, quantity: 1 },
    ]
    const order = await completeOrder(service, { items })

    const { body } = await admin.get(`${ORDERS}/${order.id}?page=2&pageSize=1`)

    expect(body).toEqual({
      data: {
        ...order,
        partnerId: service.partner.partnerId,
        previousStatus: 'PROCESSING',
        statusSince: expect.stringMatching(INSTANT),
        chargedAmount: 40,
        lines: [
          {
            lineNo: 2,
            productId,
            brand: 'Northwind',
            currency: 'USD',
            faceValue: 20,
            quantity: 1,
            unitCost: 20,
            fxRate: 1,
          },
        ],
        fulfillments: [
          {
            fulfillmentId: expect.any(String),
            status: 'COMPLETED',
            quantity: 1,
            completedAt: expect.stringMatching(INSTANT),
            lineNo: 2,
            attempt: 1,
            supplier: 'generator',
            attempts: [
              { supplier: 'generator', outcome: 'issued', at: expect.stringMatching(INSTANT) },
            ],
          },
        ],
      },
      meta: {
        pagination: { page: 2, pageSize: 1, totalRecords: 2, totalPages: 2, hasNext: false },
      },
    })
  })

  test('a batch without stock says what it waits for', async () => {
    const { admin, partner } = service
    const { id } = await anUnstockedOrder(service, partner, { productId: unstockedId, amount: 7 })

    expect(dataOf(await admin.get(`${ORDERS}/${id}`))).toMatchObject({
      status: 'OUT_OF_STOCK',
      fulfillments: [{ status: 'PENDING', waitsFor: 'stock' }],
    })
  })
})

describe('POST /orders/{orderId}/cancel', () => {
  test('200: CANCELLED with the reason, and all of the money is back', async () => {
    const { admin } = service
    const partner = await service.newPartner({ USD: '50.00' })
    const { id } = await anUnstockedOrder(service, partner, { productId: unstockedId, amount: 50 })
    expect(await partner.funds()).toEqual({ USD: 0 })

    const reply = await admin.post(`${ORDERS}/${id}/cancel`, { reason: 'asked by the partner' })

    expect(expectData(reply, 200)).toMatchObject({
      id,
      status: 'CANCELLED',
      previousStatus: 'OUT_OF_STOCK',
      chargedAmount: 0,
      cancelReason: 'asked by the partner',
    })
    expect(await partner.funds()).toEqual({ USD: 50 })
    const partnerOrder = dataOf(await partner.get(`/v2/orders/${id}`))
    expect(partnerOrder).toMatchObject({ status: 'CANCELLED', totalAmount: 50 })
    expect(Object.keys(partnerOrder)).not.toContain('cancelReason')
  })

  test('stock that arrives later does not go to a cancelled order', async () => {
    const { admin, stock } = service
    const partner = await service.newPartner({ USD: '50.00' })
    const product = (await service.product({ supplier: 'vault' })).productId
    const { id } = await anUnstockedOrder(service, partner, { productId: product, amount: 10 })
    dataOf(await admin.post(`${ORDERS}/${id}/cancel`, { reason: 'late' }))

    await stock(product, ['FREE-1'])

    await completeOrder(service, { productId: product, amount: 10 }, partner)
    expect(dataOf(await partner.get(`/v2/orders/${id}`)).status).toBe('CANCELLED')
  })

  test('reserved codes return to stock', async () => {
    const { admin, stock } = service
    const partner = await service.newPartner({ USD: '100.00' })
    const product = (await service.product({ supplier: 'vault' })).productId
    await stock(product, ['BACK-1'])
    const items = [
      { productId: product, amount: 10, quantity: 1 },
      { productId: unstockedId, amount: 10, quantity: 1 },
    ]
    const { id } = await placeOrder(partner, { items })
    await service.waitForOrder(id, 'OUT_OF_STOCK')

    dataOf(await admin.post(`${ORDERS}/${id}/cancel`, { reason: 'changed mind' }))

    expect(await partner.funds()).toEqual({ USD: 100 })
    const next = await completeOrder(service, { productId: product, amount: 10 }, partner)
    const { body } = await partner.get(`/v2/orders/${next.id}/items`)
    expect(body.data).toMatchObject([{ giftCardNumber: 'BACK-1' }])
  })

  test('409 BUSINESS_RULE_VIOLATION: COMPLETED and CANCELLED are final', async () => {
    const { admin, partner } = service
    const completedOrder = await completeOrder(service, { productId })
    const cancelledOrder = await anUnstockedOrder(service, partner, {
      productId: unstockedId,
      amount: 9,
    })
    dataOf(await admin.post(`${ORDERS}/${cancelledOrder.id}/cancel`, { reason: 'once' }))

    for (const { id } of [completedOrder, cancelledOrder]) {
      const reply = await admin.post(`${ORDERS}/${id}/cancel`, { reason: 'twice' })
      expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
    }
  })
})

/** Places an order whose only supplier has no stock. */
async function anOrderWithoutSupply(): Promise<{ id: string; product: number }> {
  const settings = { supplier: 'sandbox', supplierSettings: { outcome: 'out_of_stock' } }
  const { productId: product } = await service.product(settings)
  const { id } = await anUnstockedOrder(service, service.partner, {
    productId: product,
    amount: 10,
  })
  return { id, product }
}

describe('POST /orders/{orderId}/retry', () => {
  test('200 with the number of batches that are retried; the body may be left out', async () => {
    const { admin } = service
    const { id } = await anOrderWithoutSupply()

    const reply = await admin.post(`${ORDERS}/${id}/retry`)

    expect(expectData(reply, 200)).toEqual({ id, retried: 1 })
  })

  test.each<[string, Json]>([
    ['its supplier, which can deliver it now', { supplierSettings: { outcome: 'issued' } }],
    ['the new supplier of the product', { supplier: 'generator' }],
  ])('a batch that FAILED is bought from %s', async (_where, change) => {
    const { admin, partner, db } = service
    const settings = { supplier: 'sandbox', supplierSettings: { outcome: 'refused' } }
    const { productId: product } = await service.product(settings)
    const { id } = dataOf(await partner.post('/v2/orders', anOrder({ productId: product })))
    await eventually(async () => {
      const { fulfillments } = dataOf(await admin.get(`${ORDERS}/${id}`))
      expect(fulfillments).toMatchObject([{ status: 'FAILED', lastFault: expect.any(String) }])
    })
    // The state after the last attempt.
    await db.pool.query(
      `update fulfillments set due_at = null, status = 'FAILED' where product_id = $1`,
      [product],
    )
    dataOf(await admin.patch(`/admin/v1/products/${product}`, change))

    const { retried } = dataOf(await admin.post(`${ORDERS}/${id}/retry`, { reason: 'fixed' }))

    expect(retried).toBe(1)
    await service.waitForOrder(id, 'COMPLETED')
  })

  test('409 BUSINESS_RULE_VIOLATION: COMPLETED and CANCELLED are final', async () => {
    const { admin } = service
    const completedOrder = await completeOrder(service, { productId })
    const { id } = await anOrderWithoutSupply()
    dataOf(await admin.post(`${ORDERS}/${id}/cancel`, { reason: 'no hope' }))

    for (const one of [completedOrder.id, id]) {
      expectError(await admin.post(`${ORDERS}/${one}/retry`), 409, 'BUSINESS_RULE_VIOLATION')
    }
  })
})

test('404 RESOURCE_NOT_FOUND, the same bytes: an absent order, and a malformed id', async () => {
  const { admin } = service
  const absent = await admin.get(`${ORDERS}/${ABSENT}`)
  expectError(absent, 404, 'RESOURCE_NOT_FOUND')

  for (const id of [ABSENT, '1', 'ord_', ABSENT.toLowerCase(), `${ABSENT}0`, '%00']) {
    expectSameAnswer(await admin.get(`${ORDERS}/${id}`), absent)
    expectSameAnswer(await admin.post(`${ORDERS}/${id}/cancel`, { reason: 'x' }), absent)
    expectSameAnswer(await admin.post(`${ORDERS}/${id}/retry`), absent)
  }
})
