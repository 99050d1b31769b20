import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { Json, Reply } from '../../support/client.ts'
import { eventually } from '../../support/eventually.ts'
import {
  anOrder,
  dataOf,
  shareService,
  startService,
  type RunningService,
} from '../../support/service.ts'
import {
  completeOrder,
  DAY,
  expectError,
  HOUR,
  placeOrder,
  reverse,
  SECOND,
  stoppedClock,
  type StoppedClock,
} from './fixture.ts'

const shared = shareService()
const withoutWorker = shareService({ settings: { role: 'api' } })

function cancel({ admin }: RunningService, id: string): Promise<Reply> {
  return admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'asked for by the partner' })
}

async function codesOf({ partner }: RunningService, id: string): Promise<string[]> {
  const items: Json[] = dataOf(await partner.get(`/v2/orders/${id}/items`))
  return items.map((item) => item.giftCardNumber)
}

/** Expects that the partner sees the order as cancelled, and none of its codes. */
async function expectCancelled({ partner }: RunningService, id: string): Promise<void> {
  const order = dataOf(await partner.get(`/v2/orders/${id}`))
  expect(order.status).toBe('CANCELLED')
  expect(order).not.toHaveProperty('completedAt')
  for (const part of ['items', 'fulfillments/export']) {
    const reply = await partner.get(`/v2/orders/${id}/${part}`)
    expectError(reply, 409, 'BUSINESS_RULE_VIOLATION')
  }
}

/** Expects 409, and that the order is unchanged. */
async function expectFinal(service: RunningService, id: string): Promise<void> {
  const before = dataOf(await service.partner.get(`/v2/orders/${id}`))
  expectError(await cancel(service, id), 409, 'BUSINESS_RULE_VIOLATION')
  expect(dataOf(await service.partner.get(`/v2/orders/${id}`))).toEqual(before)
}

describe('CANCELLED by the operator returns all the money', () => {
  test('PENDING', async () => {
    const service = await withoutWorker({ funds: { USD: '100' } })
    const { productId } = await service.product()
    const { id } = await placeOrder(service.partner, { productId, quantity: 3 })
    expect(await service.partner.funds()).toEqual({ USD: 70 })
    dataOf(await cancel(service, id))
    await expectCancelled(service, id)
    expect(await service.partner.funds()).toEqual({ USD: 100 })
    await expectFinal(service, id)
  })

  test('PROCESSING', async () => {
    const service = await shared({ funds: { USD: '100' } })
    const supplierSettings = { outcome: 'refused' }
    const { productId } = await service.product({ supplier: 'sandbox', supplierSettings })
    const { id } = await placeOrder(service.partner, { productId })
    await service.waitForOrder(id, 'PROCESSING')
    dataOf(await cancel(service, id))
    await expectCancelled(service, id)
    expect(await service.partner.funds()).toEqual({ USD: 100 })
  })

  test('ON_HOLD: its money was given back already, and is not given back twice', async () => {
    const service = await withoutWorker({ funds: { USD: '100' } })
    const { productId } = await service.product()
    const { id } = await placeOrder(service.partner, { productId, amount: 60 })
    await reverse(service, ['USD', 50])
    expect(await service.partner.funds()).toEqual({ USD: 50 })
    dataOf(await cancel(service, id))
    await expectCancelled(service, id)
    expect(await service.partner.funds()).toEqual({ USD: 50 })
  })

  test('OUT_OF_STOCK: reserved codes return to stock and are sold again', async () => {
    const service = await shared({ funds: { USD: '100' } })
    const stocked = await service.product({ supplier: 'vault' })
    const unstocked = await service.product({ supplier: 'vault' })
    await service.stock(stocked.productId, ['TAKEN-1', 'TAKEN-2'])
    const items = [
      { productId: stocked.productId, amount: 10, quantity: 2 },
      { productId: unstocked.productId, amount: 10, quantity: 1 },
    ]
    const { id } = await placeOrder(service.partner, { items })
    await service.waitForOrder(id, 'OUT_OF_STOCK')
    expect(await service.partner.funds()).toEqual({ USD: 70 })
    dataOf(await cancel(service, id))
    await expectCancelled(service, id)
    expect(await service.partner.funds()).toEqual({ USD: 100 })
    const again = await completeOrder(service, { productId: stocked.productId, quantity: 2 })
    const numbers = await codesOf(service, again.id)
    expect(numbers.toSorted()).toEqual(['TAKEN-1', 'TAKEN-2'])
  })
})

/** Places an order of two top-ups of 7.50, which are delivered, and a code of 30 without stock. */
async function placeHalfDelivered(service: RunningService): Promise<string> {
  const topUp = await service.product({
    productType: 'TOP_UP',
    recipientFields: [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }],
    supplier: 'sandbox',
  })
  const scarce = await service.product({ supplier: 'vault' })
  const items = [
    { productId: topUp.productId, amount: 7.5, quantity: 2, recipient: { phone: '123' } },
    { productId: scarce.productId, amount: 30, quantity: 1 },
  ]
  const { id } = await placeOrder(service.partner, { items })
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  const target = `/v2/orders/${id}/fulfillments`
  await eventually(async () =>
    expect(dataOf(await service.partner.get(target))).toMatchObject([
      { status: 'COMPLETED' },
      { status: 'PENDING' },
    ]),
  )
  return id
}

describe('CANCELLED: only deliveries that cannot be taken back are charged', () => {
  test('OUT_OF_STOCK: the rest is refunded', async () => {
    const service = await shared({ funds: { USD: '100' } })
    const id = await placeHalfDelivered(service)
    expect(await service.partner.funds()).toEqual({ USD: 55 })
    dataOf(await cancel(service, id))
    await expectCancelled(service, id)
    expect(await service.partner.funds()).toEqual({ USD: 85 })
  })

  test('ON_HOLD: the delivered part is owed, and stays held', async () => {
    const service = await shared({ funds: { USD: '50' } })
    const id = await placeHalfDelivered(service)
    await reverse(service, ['USD', 40])
    await service.waitForOrder(id, 'ON_HOLD')
    expect(await service.partner.funds()).toEqual({ USD: -5 })
    dataOf(await cancel(service, id))
    await expectCancelled(service, id)
    expect(await service.partner.funds()).toEqual({ USD: -5 })
  })
})

test('COMPLETED is final: it cannot be cancelled', async () => {
  const service = await shared({ funds: { USD: '100' } })
  const { productId } = await service.product()
  const { id } = await completeOrder(service, { productId })
  await expectFinal(service, id)
  expect(await service.partner.funds()).toEqual({ USD: 90 })
})

async function placeOutOfStock(service: RunningService): Promise<string> {
  const { productId } = await service.product({ supplier: 'vault' })
  const { id } = await placeOrder(service.partner, { productId })
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  return id
}

/** Expects that an order is cancelled at its deadline, and a younger order only at its own. */
async function expectDeadline(
  { service, clock }: { service: RunningService; clock: StoppedClock },
  begin: () => Promise<string>,
  { after, status }: { after: number; status: string },
): Promise<void> {
  const { partner } = service
  const first = await begin()
  clock.advance(SECOND)
  const second = await begin()
  clock.advance(after - SECOND)
  await service.services.orders.sweep()
  expect(dataOf(await partner.get(`/v2/orders/${first}`)).status).toBe(status)
  clock.advance(SECOND)
  await service.waitForOrder(first, 'CANCELLED')
  expect(dataOf(await partner.get(`/v2/orders/${second}`)).status).toBe(status)
  clock.advance(SECOND)
  await service.waitForOrder(second, 'CANCELLED')
}

describe('CANCELLED by the deadline, not a moment before it', () => {
  test('OUT_OF_STOCK: after 72 h, with the money back', async () => {
    const clock = stoppedClock()
    const service = await startService({ clock, funds: { USD: '100' } })
    const placeUnstocked = () => placeOutOfStock(service)
    const after = 72 * HOUR
    await expectDeadline({ service, clock }, placeUnstocked, { after, status: 'OUT_OF_STOCK' })
    expect(await service.partner.funds()).toEqual({ USD: 100 })
  })

  test('ON_HOLD: after 7 days', async () => {
    const clock = stoppedClock()
    const service = await startService({
      clock,
      funds: { USD: '20' },
      settings: { outOfStockSecondsMax: 365 * 86_400 },
    })
    const partner = service.partner
    const { productId } = await service.product({ supplier: 'vault' })
    const ids: string[] = []
    while (ids.length < 2) ids.push((await placeOrder(partner, { productId })).id)
    for (const id of ids) await service.waitForOrder(id, 'OUT_OF_STOCK')
    // The newest order is suspended first.
    const suspendNewest = async () => {
      await reverse(service, ['USD', 10])
      const id = ids.pop() ?? ''
      await service.waitForOrder(id, 'ON_HOLD')
      return id
    }
    await expectDeadline({ service, clock }, suspendNewest, { after: 7 * DAY, status: 'ON_HOLD' })
    expect(await partner.funds()).toEqual({ USD: 0 })
  })

  test('the deadline of OUT_OF_STOCK is a setting', async () => {
    const clock = stoppedClock()
    const settings = { outOfStockSecondsMax: 60 }
    const service = await startService({ clock, settings, funds: { USD: '100' } })
    const placeUnstocked = () => placeOutOfStock(service)
    const after = 60 * SECOND
    await expectDeadline({ service, clock }, placeUnstocked, { after, status: 'OUT_OF_STOCK' })
  })
})

const REFUND = { kind: 'refund', reason: 'did not arrive' }
const CODE = 'BUSINESS_RULE_VIOLATION'

test('delivered items of a CANCELLED order are listed, charged as shown, and refunded by a case', async () => {
  const service = await shared({ funds: { USD: '100.00' } })
  const { partner, admin } = service
  const recipientFields = [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }]
  const topUp = await service.product({
    supplier: 'sandbox',
    productType: 'TOP_UP',
    recipientFields,
  })
  const { productId } = await service.product({ supplier: 'vault' })
  const { productId: topUpId } = topUp
  const rule = { productId: topUpId, discountPercent: 2.5, feeAmount: 0.1 }
  dataOf(await admin.post('/admin/v1/price-rules', { partnerId: partner.partnerId, ...rule }))
  const body = anOrder({
    items: [
      { productId, amount: 10, quantity: 1 },
      { productId: topUp.productId, amount: 9.99, quantity: 3, recipient: { phone: '49170' } },
    ],
  })
  const key = { 'idempotency-key': randomUUID() }
  const first = await partner.post('/v2/orders', body, key)
  const { id } = dataOf(first)
  const order = async () => dataOf(await partner.get(`/v2/orders/${id}`))
  await eventually(async () => {
    const batches: Json[] = dataOf(await partner.get(`/v2/orders/${id}/fulfillments`))
    expect(batches.map(({ status }) => status)).toEqual(['PENDING', 'COMPLETED'])
    expect((await order()).status).toBe('OUT_OF_STOCK')
  })
  const cases = async (client: Pick<typeof partner, 'get'> = partner) =>
    await client.get(`/v2/orders/${id}/cases`)
  expectError(await partner.post(`/v2/orders/${id}/cases`, { itemNo: 2, ...REFUND }), 409, CODE)
  expect((await cases()).body.meta).not.toHaveProperty('delivered')

  dataOf(await admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'asked' }))

  const pricing = { discountAmount: 0.75, feeAmount: 0.3, chargedAmount: 29.52 }
  expect(await order()).toMatchObject({ status: 'CANCELLED', totalAmount: 39.97, pricing })
  expect(await partner.funds()).toEqual({ USD: 70.48 })
  expect(dataOf(await partner.post('/v2/orders', body, key))).toEqual(dataOf(first))
  const { delivered } = (await cases()).body.meta
  expect(delivered).toMatchObject({
    itemCount: 3,
    currency: 'USD',
    chargedAmount: 29.52,
    itemNos: [{ first: 2, last: 4 }],
  })
  expect(delivered.items[2]).toMatchObject({ itemNo: 4, faceValue: 9.99 })
  const second = await partner.get(`/v2/orders/${id}/cases?page=2&pageSize=2`)
  expect(second.body.meta.delivered).toMatchObject({
    itemCount: 3,
    itemNos: [{ first: 4, last: 4 }],
  })
  const reader = await partner.issue({ permissions: ['orders:read'] })
  expect((await cases(reader)).body.meta.delivered).not.toHaveProperty('items')
  expectError(await partner.get(`/v2/orders/${id}/items`), 409, CODE)

  const openCase = async (one: Json) => await admin.post(`/admin/v1/orders/${id}/cases`, one)
  expectError(await openCase({ itemNo: 1, ...REFUND }), 409, CODE)
  for (const itemNo of [2, 3, 4]) {
    dataOf(await openCase({ itemNo, ...REFUND, acknowledged: true }))
  }
  expect(await partner.funds()).toEqual({ USD: 100 })
})
