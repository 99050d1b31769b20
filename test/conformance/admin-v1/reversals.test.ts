import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { openService, type Partner, type RunningService } from '../../support/service.ts'
import { expectError } from '../v2/fixture.ts'
import { newCustomer, transactionsOf, aCredit } from '../partner-v1/fixture.ts'
import { anUnstockedOrder, deposit, expectData, importCsv, reverse } from './fixture.ts'

let service: RunningService
let productId: number

beforeAll(async () => {
  service = await openService()
  productId = (await service.product({ supplier: 'vault' })).productId
})

afterAll(() => service.end())

/** Places orders that hold these amounts, the oldest first. */
async function placeOrders(partner: Partner, amounts: readonly number[]): Promise<Json[]> {
  const orders: Json[] = []
  for (const amount of amounts) {
    orders.push(await anUnstockedOrder(service, partner, { productId, amount }))
  }
  return orders
}

async function statusesOf(partner: Partner, orders: readonly Json[]): Promise<string[]> {
  const replies = await Promise.all(orders.map(({ id }) => partner.get(`/v2/orders/${id}`)))
  return replies.map(({ body }) => body.data.status)
}

test('POST /reversals 201: transferId, currency, amount, and the funds right after it', async () => {
  const partner = await service.newPartner({ USD: '100.00' })

  const reply = await reverse(service, partner, { amount: 30.01, reference: 'wire 1' })

  expect(expectData(reply, 201)).toEqual({
    transferId: expect.any(String),
    currency: 'USD',
    amount: 30.01,
    funds: 69.99,
  })
  expect(await partner.funds()).toEqual({ USD: 69.99 })
})

test('a reversal may take funds below zero: then nothing can be ordered or credited', async () => {
  const partner = await service.newPartner({ USD: '10.00' })
  const generated = await service.product()
  const { walletId } = await newCustomer(partner)

  expect(expectData(await reverse(service, partner, { amount: 25 }), 201).funds).toBe(-15)

  expect(await partner.funds()).toEqual({ USD: -15 })
  const items = [{ productId: generated.productId, amount: 1, quantity: 1 }]
  const order = { clientReference: 'short', currency: 'USD', items }
  expectError(await partner.post('/v2/orders', order), 402, 'BUSINESS_RULE_VIOLATION', ['currency'])
  expect((await partner.post(transactionsOf(walletId), aCredit())).status).toBe(402)
})

test('a reversal in a currency that the partner never had takes its funds below zero', async () => {
  const partner = await service.newPartner()

  expect(
    expectData(await reverse(service, partner, { currency: 'EUR', amount: 5 }), 201).funds,
  ).toBe(-5)
})

test('funds that stay at zero or above put no order on hold', async () => {
  const partner = await service.newPartner({ USD: '100.00' })
  const orders = await placeOrders(partner, [40, 40])

  expectData(await reverse(service, partner, { amount: 20 }), 201)

  expect(await partner.funds()).toEqual({ USD: 0 })
  expect(await statusesOf(partner, orders)).toEqual(['OUT_OF_STOCK', 'OUT_OF_STOCK'])
})

test('funds below zero put the newest orders ON_HOLD, only as many as it takes', async () => {
  const partner = await service.newPartner({ USD: '100.00' })
  const orders = await placeOrders(partner, [30, 30, 30])

  const reply = await reverse(service, partner, { amount: 15 })

  expect(await statusesOf(partner, orders)).toEqual(['OUT_OF_STOCK', 'OUT_OF_STOCK', 'ON_HOLD'])
  expect(await partner.funds()).toEqual({ USD: 25 })
  // The funds right after the reversal, without the money that the newest order gave up.
  expect(expectData(reply, 201)).toMatchObject({ amount: 15, funds: -5 })
})

test('a deposit that covers orders on hold releases them, oldest first, and they complete', async () => {
  const partner = await service.newPartner({ USD: '90.00' })
  const stocked = await service.product({ supplier: 'vault' })
  const orders: Json[] = []
  for (const amount of [20, 30, 40]) {
    orders.push(await anUnstockedOrder(service, partner, { productId: stocked.productId, amount }))
  }
  await reverse(service, partner, { amount: 90 })
  expect(await statusesOf(partner, orders)).toEqual(['ON_HOLD', 'ON_HOLD', 'ON_HOLD'])
  expect(await partner.funds()).toEqual({ USD: 0 })

  const reply = await deposit(service, partner, { amount: 50 })
  expect(expectData(reply, 201).funds).toBe(50)
  await service.waitForOrder(orders[0].id, 'OUT_OF_STOCK')
  await service.waitForOrder(orders[1].id, 'OUT_OF_STOCK')
  expect(await statusesOf(partner, [orders[2]])).toEqual(['ON_HOLD'])
  expect(await partner.funds()).toEqual({ USD: 0 })

  const csv = 'faceValue,giftCardNumber\n20,HOLD-A\n30,HOLD-B\n40,HOLD-C\n'
  expectData(await importCsv(service, stocked.productId, csv), 201)
  await service.waitForOrder(orders[0].id, 'COMPLETED')
  await service.waitForOrder(orders[1].id, 'COMPLETED')
  await deposit(service, partner, { amount: 40 })
  await service.waitForOrder(orders[2].id, 'COMPLETED')
  expect(await partner.funds()).toEqual({ USD: 0 })
})

test('an order that costs more than the funds lets a smaller, newer order pass', async () => {
  const partner = await service.newPartner({ USD: '60.00' })
  const orders = await placeOrders(partner, [50, 10])
  await reverse(service, partner, { amount: 60 })
  expect(await statusesOf(partner, orders)).toEqual(['ON_HOLD', 'ON_HOLD'])

  await deposit(service, partner, { amount: 10 })

  await service.waitForOrder(orders[1].id, 'OUT_OF_STOCK')
  expect(await statusesOf(partner, [orders[0]])).toEqual(['ON_HOLD'])
})

test('a COMPLETED order is paid: no reversal takes it back', async () => {
  const partner = await service.newPartner({ USD: '20.00' })
  const generated = await service.product()
  const items = [{ productId: generated.productId, amount: 20, quantity: 1 }]
  const order = { clientReference: 'paid', currency: 'USD', items }
  const { id } = (await partner.post('/v2/orders', order)).body.data
  await service.waitForOrder(id, 'COMPLETED')

  expect(expectData(await reverse(service, partner, { amount: 20 }), 201).funds).toBe(-20)

  expect(await statusesOf(partner, [{ id }])).toEqual(['COMPLETED'])
})

test('orders in another currency are not touched', async () => {
  const partner = await service.newPartner({ USD: '50.00', EUR: '50.00' })
  const orders = await placeOrders(partner, [50])

  await reverse(service, partner, { currency: 'EUR', amount: 500 })

  expect(await statusesOf(partner, orders)).toEqual(['OUT_OF_STOCK'])
  expect(await partner.funds()).toEqual({ USD: 0, EUR: -450 })
})
