import { expect, test } from 'vitest'
import type { Json } from '../../support/client.ts'
import { startService, type RunningService } from '../../support/service.ts'
import { verifyBooks } from '../../support/verified-books.ts'
import { aCredit, newCustomer, transactionsOf } from '../partner-v1/fixture.ts'
import { completeOrder, placeOrder } from '../v2/fixture.ts'
import { expectData, reverse } from './fixture.ts'

const VERIFY = '/admin/v1/ledger/verify'

/** Verifies as an operator does, and expects the same result if each book is verified alone. */
async function verifyLedger({ admin, db }: RunningService): Promise<Json> {
  const data = expectData(await admin.get(VERIFY), 200)
  expect(await verifyBooks(db)).toEqual(data)
  return data
}

test('200: balanced, with the numbers of partners, accounts and transfers checked', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { admin, partner } = service
  expect(expectData(await admin.get(VERIFY), 200)).toEqual({
    balanced: true,
    partners: 1,
    accounts: 2,
    transfers: 1,
    differences: [],
  })
  const { productId } = await service.product()

  await completeOrder(service, { productId, amount: 10, quantity: 2 })
  const { walletId } = await newCustomer(partner, { initialFunds: 5 })
  await partner.post(transactionsOf(walletId), aCredit())
  await reverse(service, partner, { amount: 200 })
  await service.newPartner({ EUR: '1.00' })

  expect(expectData(await admin.get(VERIFY), 200)).toEqual({
    balanced: true,
    partners: 2,
    accounts: 6,
    transfers: 7,
    differences: [],
  })
})

test('a balance that its transfers do not explain is named, with both amounts', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { partner, db } = service
  const { pool } = db
  const { walletId } = await newCustomer(partner, { initialFunds: 5 })
  const addCredit = `update accounts set credits_posted = credits_posted + $1 where account_id = $2`
  await pool.query(addCredit, [7, walletId])

  const data = await verifyLedger(service)

  expect(data.balanced).toBe(false)
  expect(data.differences).toContainEqual({
    partnerId: partner.partnerId,
    currency: 'USD',
    account: expect.stringContaining(walletId),
    field: 'credits_posted',
    stored: '507',
    recomputed: '500',
  })
  await pool.query(addCredit, [-7, walletId])
  expect((await verifyLedger(service)).balanced).toBe(true)
})

test('a transfer that was altered is found in both of its accounts', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { db } = service
  await db.pool.query(`update transfers set amount = amount + 1`)

  const { balanced, differences } = await verifyLedger(service)

  expect(balanced).toBe(false)
  expect(differences).toHaveLength(2)
  await db.pool.query(`update transfers set amount = amount - 1`)
})

test('holds that do not add up to the totals of the open orders are named, by currency', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { partner, db } = service
  const { productId: generatedId } = await service.product()
  const { productId } = await service.product({ supplier: 'vault' })
  await completeOrder(service, { productId: generatedId, amount: 10 })
  const { id } = await placeOrder(partner, { productId, amount: 10, quantity: 3 })
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  expect((await verifyLedger(service)).balanced).toBe(true)

  await db.pool.query(`update orders set total_minor = total_minor + 1`)
  const { balanced, differences } = await verifyLedger(service)

  expect(balanced).toBe(false)
  expect(differences).toEqual([
    {
      partnerId: partner.partnerId,
      currency: 'USD',
      account: 'funds',
      field: 'held_for_orders',
      stored: '3000',
      recomputed: '3001',
    },
  ])
  await db.pool.query(`update orders set total_minor = total_minor - 1, currency = 'EUR'`)
  expect((await verifyLedger(service)).differences).toMatchObject([
    { currency: 'EUR', stored: '0', recomputed: '3000' },
    { currency: 'USD', stored: '3000', recomputed: '0' },
  ])
  await db.pool.query(`update orders set currency = 'USD'`)
})

test('an order whose charge differs from its posted hold is named, with both amounts', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { admin, partner, db } = service
  const { productId } = await service.product()
  await completeOrder(service, { productId, amount: 10 })
  await completeOrder(service, { productId, amount: 20 })
  const { productId: unstocked } = await service.product({ supplier: 'vault' })
  const { id } = await placeOrder(partner, { productId: unstocked, amount: 10 })
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  await admin.post(`/admin/v1/orders/${id}/cancel`, { reason: 'no longer wanted' })
  expect((await verifyLedger(service)).balanced).toBe(true)

  await db.pool.query('update orders set charged_minor = charged_minor + 1 where order_no > 1')
  const { balanced, differences } = await verifyLedger(service)

  expect(balanced).toBe(false)
  const charged = { partnerId: partner.partnerId, currency: 'USD', field: 'charged' }
  expect(differences).toEqual([
    { ...charged, account: 'order 2', stored: '2001', recomputed: '2000' },
    { ...charged, account: 'order 3', stored: '1', recomputed: '0' },
    { ...charged, account: 'order 3', field: 'delivered', stored: '1', recomputed: '0' },
  ])
})

test('an order whose discount or fee differs from what was posted is named', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { admin, partner, db } = service
  const plainProductId = (await service.product()).productId
  const prices = [{ discountPercent: 10, feeAmount: 1 }, { discountPercent: -10 }, { feeAmount: 1 }]
  for (const price of prices) {
    const { productId } = await service.product()
    expectData(await admin.post('/admin/v1/price-rules', { productId, ...price }), 201)
    await completeOrder(service, { productId, amount: 10 })
    await completeOrder(service, { productId: plainProductId, amount: 10 })
  }
  expect((await verifyLedger(service)).balanced).toBe(true)

  await db.pool.query(`
    update orders set discount_minor = discount_minor + 1, charged_minor = charged_minor - 1
    where order_no = 1`)
  await db.pool.query(`
    update orders set fee_minor = fee_minor + 1, charged_minor = charged_minor + 1
    where order_no = 5`)
  const { differences } = await verifyLedger(service)

  const adjusted = { partnerId: partner.partnerId, currency: 'USD', field: 'discount and fee' }
  expect(differences).toEqual(
    expect.arrayContaining([
      { ...adjusted, account: 'order 1', stored: '101 and 100', recomputed: '100 and 100' },
      { ...adjusted, account: 'order 5', stored: '0 and 101', recomputed: '0 and 100' },
    ]),
  )
})

test('an order whose last event has another status, or is gone, is named', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { partner, db } = service
  const { productId } = await service.product({ supplier: 'sandbox' })
  await completeOrder(service, { productId, amount: 10 })
  await completeOrder(service, { productId, amount: 20 })
  expect((await verifyLedger(service)).balanced).toBe(true)
  const lastEvent = `(partner_id, order_no, event_no) in (
    select partner_id, order_no, last_event from orders where order_no`

  await db.pool.query(`update order_events set to_status = 'CANCELLED' where ${lastEvent} = 1)`)
  await db.pool.query(`delete from order_events where ${lastEvent} = 2)`)
  const { balanced, differences } = await verifyLedger(service)

  expect(balanced).toBe(false)
  const status = { partnerId: partner.partnerId, currency: 'USD', field: 'status' }
  expect(differences).toEqual([
    { ...status, account: 'order 1', stored: 'COMPLETED', recomputed: 'CANCELLED' },
    { ...status, account: 'order 2', stored: 'COMPLETED', recomputed: 'no such event' },
  ])
})

test('a wrong count of orders on hold is named', async () => {
  const service = await startService({ funds: { USD: '100.00' } })
  const { partner, db } = service
  const { productId } = await service.product({ supplier: 'vault' })
  const { id } = await placeOrder(partner, { productId, amount: 10 })
  await service.waitForOrder(id, 'OUT_OF_STOCK')
  await reverse(service, partner, { amount: 100 })
  await service.waitForOrder(id, 'ON_HOLD')
  expect((await verifyLedger(service)).balanced).toBe(true)

  await db.pool.query('update books set orders_on_hold = 0, version = version + 1')

  expect((await verifyLedger(service)).differences).toEqual([
    {
      partnerId: partner.partnerId,
      currency: '',
      account: 'book',
      field: 'orders_on_hold',
      stored: '0',
      recomputed: '1',
    },
  ])
})
