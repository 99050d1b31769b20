import { describe, expect, test } from 'vitest'
import type { Json, SignedClient } from '../../support/client.ts'
import { dataOf, startService, type RunningService, shareService } from '../../support/service.ts'
import { deposit, expectError, giveUp, INSTANT, placeOrder, reverse } from './fixture.ts'

const shared = shareService()
const withoutWorker = shareService({ settings: { role: 'api' } })

async function read(partner: SignedClient, id: string): Promise<Json> {
  return dataOf(await partner.get(`/v2/orders/${id}`))
}

/**
 * Expects that the partner sees the order in this state, by itself and in the list, and gets no
 * code of it.
 */
async function expectOpen(service: RunningService, id: string, status: string): Promise<void> {
  const { partner } = service
  const order = await read(partner, id)
  expect(order.status).toBe(status)
  expect(order).not.toHaveProperty('completedAt')
  const listed: Json[] = dataOf(await partner.get(`/v2/orders?status=${status}`))
  expect(listed.map((one) => one.id)).toContain(id)
  for (const part of ['items', 'items?page=1', 'fulfillments/export']) {
    const reply = await partner.get(`/v2/orders/${id}/${part}`)
    expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
  }
}

async function expectCompleted(service: RunningService, id: string): Promise<void> {
  await service.waitForOrder(id, 'COMPLETED')
  const { partner } = service
  expect(await read(partner, id)).toMatchObject({
    status: 'COMPLETED',
    completedAt: expect.stringMatching(INSTANT),
  })
  const { itemCount } = await read(partner, id)
  expect(dataOf(await partner.get(`/v2/orders/${id}/items`))).toHaveLength(itemCount)
}

test('PENDING until a worker takes it, then COMPLETED', async () => {
  const service = await startService({ funds: { USD: '100' }, settings: { role: 'api' } })
  await service.product()
  const { id } = await placeOrder(service.partner, { quantity: 3 })
  await expectOpen(service, id, 'PENDING')
  await service.another({ role: 'worker' })
  await expectCompleted(service, id)
  expect(await service.partner.funds()).toEqual({ USD: 70 })
})

test('PROCESSING while the supplier refuses, COMPLETED once it issues', async () => {
  const service = await shared({ funds: { USD: '100' } })
  const { productId } = await service.product({
    supplier: 'sandbox',
    supplierSettings: { outcome: 'refused' },
  })
  const { id } = await placeOrder(service.partner, { productId })
  await service.waitForOrder(id, 'PROCESSING')
  await expectOpen(service, id, 'PROCESSING')
  await giveUp(service)
  const path = `/admin/v1/products/${productId}`
  dataOf(await service.admin.patch(path, { supplierSettings: { outcome: 'issued' } }))
  dataOf(await service.admin.post(`/admin/v1/orders/${id}/retry`, {}))
  await expectCompleted(service, id)
})

test('PROCESSING while a response is lost, COMPLETED once the lookup finds the codes', async () => {
  const service = await shared({ funds: { USD: '100' } })
  const { productId } = await service.product({
    supplier: 'sandbox',
    supplierSettings: { outcome: 'unknown' },
  })
  const { id } = await placeOrder(service.partner, { productId, quantity: 2 })
  await service.waitForOrder(id, 'PROCESSING')
  await expectCompleted(service, id)
})

describe('OUT_OF_STOCK', () => {
  test('until stock arrives, then COMPLETED; the money stays held meanwhile', async () => {
    const service = await shared({ funds: { USD: '100' } })
    const { productId } = await service.product({ supplier: 'vault' })
    const { id } = await placeOrder(service.partner, { productId, quantity: 2 })
    await service.waitForOrder(id, 'OUT_OF_STOCK')
    await expectOpen(service, id, 'OUT_OF_STOCK')
    expect(await service.partner.funds()).toEqual({ USD: 80 })
    await service.stock(productId, ['ONE-OF-TWO'])
    await expectOpen(service, id, 'OUT_OF_STOCK')
    await service.stock(productId, ['TWO-OF-TWO'])
    await expectCompleted(service, id)
    expect(await service.partner.funds()).toEqual({ USD: 80 })
  })

  test('if one product of several is short, though the others are in stock', async () => {
    const service = await shared({ funds: { USD: '100' } })
    const plentiful = await service.product()
    const scarce = await service.product({ supplier: 'vault' })
    const items = [plentiful, scarce].map(({ productId }) => ({
      productId,
      amount: 10,
      quantity: 1,
    }))
    const { id } = await placeOrder(service.partner, { items })
    await service.waitForOrder(id, 'OUT_OF_STOCK')
    await expectOpen(service, id, 'OUT_OF_STOCK')
    await service.stock(scarce.productId, ['LATE'])
    await expectCompleted(service, id)
    const delivered: Json[] = dataOf(await service.partner.get(`/v2/orders/${id}/items`))
    expect(delivered.map((one) => one.productId)).toEqual([plentiful.productId, scarce.productId])
    expect(delivered[1].giftCardNumber).toBe('LATE')
  })

  test('stock goes to the oldest order first, over all partners', async () => {
    const service = await shared({ funds: { USD: '100' } })
    const other = await service.newPartner({ USD: '100' })
    const { productId } = await service.product({ supplier: 'vault' })
    const first = await placeOrder(other, { productId })
    await service.waitForOrder(first.id, 'OUT_OF_STOCK')
    const second = await placeOrder(service.partner, { productId })
    await service.waitForOrder(second.id, 'OUT_OF_STOCK')
    await service.stock(productId, ['ONLY-ONE'])
    await service.waitForOrder(first.id, 'COMPLETED')
    expect(dataOf(await other.get(`/v2/orders/${first.id}/items`))).toMatchObject([
      { giftCardNumber: 'ONLY-ONE' },
    ])
    await expectOpen(service, second.id, 'OUT_OF_STOCK')
    await service.stock(productId, ['NEXT-ONE'])
    await expectCompleted(service, second.id)
  })
})

describe('ON_HOLD: a deposit was reversed and the funds went below zero', () => {
  test('PENDING -> ON_HOLD -> a deposit -> COMPLETED; it is charged once', async () => {
    const service = await startService({ funds: { USD: '100' }, settings: { role: 'api' } })
    const { partner } = service
    await service.product()
    const { id } = await placeOrder(partner, { amount: 60 })
    expect(await partner.funds()).toEqual({ USD: 40 })
    await reverse(service, ['USD', 40.01])
    await expectOpen(service, id, 'ON_HOLD')
    expect(await partner.funds()).toEqual({ USD: 59.99 })
    await deposit(service, ['USD', 0.01])
    await expectOpen(service, id, 'PENDING')
    expect(await partner.funds()).toEqual({ USD: 0 })
    await service.another({ role: 'worker' })
    await expectCompleted(service, id)
    expect(await partner.funds()).toEqual({ USD: 0 })
  })

  test('not if the funds still cover the order, to the cent', async () => {
    const service = await withoutWorker({ funds: { USD: '100' } })
    const { productId } = await service.product()
    const { id } = await placeOrder(service.partner, { productId, amount: 60 })
    await reverse(service, ['USD', 40])
    await expectOpen(service, id, 'PENDING')
    expect(await service.partner.funds()).toEqual({ USD: 0 })
  })

  test('the newest orders first, until the rest is covered; the oldest returns first', async () => {
    const service = await withoutWorker({ funds: { USD: '90' } })
    const { partner } = service
    const { productId } = await service.product()
    const ids: string[] = []
    while (ids.length < 3) ids.push((await placeOrder(partner, { productId, amount: 30 })).id)
    const statuses = () => Promise.all(ids.map(async (id) => (await read(partner, id)).status))
    await reverse(service, ['USD', 30])
    expect(await statuses()).toEqual(['PENDING', 'PENDING', 'ON_HOLD'])
    expect(await partner.funds()).toEqual({ USD: 0 })
    await reverse(service, ['USD', 15])
    expect(await statuses()).toEqual(['PENDING', 'ON_HOLD', 'ON_HOLD'])
    expect(await partner.funds()).toEqual({ USD: 15 })
    await deposit(service, ['USD', 20])
    expect(await statuses()).toEqual(['PENDING', 'PENDING', 'ON_HOLD'])
    await deposit(service, ['USD', 25])
    expect(await statuses()).toEqual(['PENDING', 'PENDING', 'PENDING'])
    expect(await partner.funds()).toEqual({ USD: 0 })
  })

  test('an order in another currency is not changed', async () => {
    const service = await withoutWorker({ funds: { USD: '10', EUR: '10' } })
    const { partner } = service
    const { productId } = await service.product({ currency: 'EUR' })
    const { id } = await placeOrder(partner, { productId, currency: 'EUR' })
    await reverse(service, ['USD', 10.01])
    await expectOpen(service, id, 'PENDING')
    expect(await partner.funds()).toEqual({ USD: -0.01, EUR: 0 })
  })

  test('OUT_OF_STOCK -> ON_HOLD -> stock and money -> COMPLETED', async () => {
    const service = await shared({ funds: { USD: '100' } })
    const { partner } = service
    const { productId } = await service.product({ supplier: 'vault' })
    const { id } = await placeOrder(partner, { productId, quantity: 2 })
    await service.waitForOrder(id, 'OUT_OF_STOCK')
    await reverse(service, ['USD', 90])
    await service.waitForOrder(id, 'ON_HOLD')
    await expectOpen(service, id, 'ON_HOLD')
    await service.stock(productId, ['CODE-1', 'CODE-2'])
    await expectOpen(service, id, 'ON_HOLD')
    await deposit(service, ['USD', 10])
    await expectCompleted(service, id)
    expect(await partner.funds()).toEqual({ USD: 0 })
  })

  test('PROCESSING -> ON_HOLD -> a deposit -> COMPLETED', async () => {
    const service = await shared({ funds: { USD: '100' } })
    const { partner } = service
    const { productId } = await service.product({
      supplier: 'sandbox',
      supplierSettings: { outcome: 'refused' },
    })
    const { id } = await placeOrder(partner, { productId })
    await service.waitForOrder(id, 'PROCESSING')
    await reverse(service, ['USD', 95])
    await expectOpen(service, id, 'ON_HOLD')
    expect(await partner.funds()).toEqual({ USD: 5 })
    const change = { supplierSettings: { outcome: 'issued' } }
    dataOf(await service.admin.patch(`/admin/v1/products/${productId}`, change))
    await deposit(service, ['USD', 5])
    await expectCompleted(service, id)
    expect(await partner.funds()).toEqual({ USD: 0 })
  })

  test('a COMPLETED order is not changed, and the funds stay below zero', async () => {
    const service = await shared({ funds: { USD: '10' } })
    const { partner } = service
    const { productId } = await service.product()
    const { id } = await placeOrder(partner, { productId })
    await service.waitForOrder(id, 'COMPLETED')
    await reverse(service, ['USD', 10])
    expect((await read(partner, id)).status).toBe('COMPLETED')
    expect(await partner.funds()).toEqual({ USD: -10 })
  })
})
