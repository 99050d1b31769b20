import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { findOrder, type Order } from '../../src/orders/mod.ts'
import { placeOne, startDomainTest, statusesOf, type Domain } from '../support/domain.ts'
import { TESTER } from '../support/tester.ts'

let domain: Domain

beforeEach(async () => {
  domain = await startDomainTest()
  await domain.product()
})
afterEach(() => domain.end())

test('a reversal suspends the newest orders until the funds cover the others', async () => {
  await domain.deposit(100)
  const orders = [
    await placeOne(domain, 30),
    await placeOne(domain, 30),
    await placeOne(domain, 30),
  ]

  await domain.reverse(40)

  expect(await statusesOf(domain, orders)).toEqual(['PENDING', 'PENDING', 'ON_HOLD'])
  expect(await domain.funds()).toEqual({ USD: '0.00' })
  expect(await batchStates(orders[2])).toEqual([{ waits_for: 'funds', due: false }])
})

test('a reversal of more than all holds leaves the funds below zero', async () => {
  await domain.deposit(50)
  const order = await placeOne(domain, 30)

  await domain.reverse(80)

  expect(await statusesOf(domain, [order])).toEqual(['ON_HOLD'])
  expect(await domain.funds()).toEqual({ USD: '-30.00' })
})

test('a deposit resumes the orders that it covers, oldest first; smaller ones may pass', async () => {
  await domain.deposit(100)
  const orders = [
    await placeOne(domain, 20),
    await placeOne(domain, 70),
    await placeOne(domain, 10),
  ]
  await domain.reverse(100)
  expect(await statusesOf(domain, orders)).toEqual(['ON_HOLD', 'ON_HOLD', 'ON_HOLD'])

  await domain.deposit(35)

  expect(await statusesOf(domain, orders)).toEqual(['PENDING', 'ON_HOLD', 'PENDING'])
  expect(await domain.funds()).toEqual({ USD: '5.00' })
  expect(await batchStates(orders[0])).toEqual([{ waits_for: null, due: true }])
})

test('an order that one reversal suspends and resumes requests stock again', async () => {
  await domain.deposit(1_000)
  const orders = [await placeOne(domain, 600), await placeOne(domain, 100)]
  for (const order of orders) await markOutOfStock(order)

  await domain.reverse(500)

  expect(await statusesOf(domain, orders)).toEqual(['ON_HOLD', 'PENDING'])
  expect(await batchStates(orders[1])).toEqual([{ waits_for: null, due: true }])
  expect(await domain.funds()).toEqual({ USD: '400.00' })
})

test('a reversal suspends no order of another currency', async () => {
  await domain.deposit(100)
  await domain.deposit(100, 'EUR')
  const order = await placeOne(domain, 50)

  await domain.reverse(100, 'EUR')

  expect(await statusesOf(domain, [order])).toEqual(['PENDING'])
})

test('a cancellation voids the whole hold and is final', async () => {
  await domain.deposit(100)
  const order = await placeOne(domain, 60)

  const cancelled = await domain.orders.cancel(order, {
    actor: TESTER,
    reason: 'asked by the partner',
  })

  expect(cancelled).toMatchObject({ status: 'CANCELLED', chargedMinor: 0n })
  expect(await domain.funds()).toEqual({ USD: '100.00' })
  await expect(
    domain.orders.cancel(order, { actor: TESTER, reason: 'again' }),
  ).rejects.toMatchObject({ kind: 'order_final' })
})

test('a cancellation resumes another order that its money covers', async () => {
  await domain.deposit(100)
  const first = await placeOne(domain, 60)
  const second = await placeOne(domain, 40)
  await domain.reverse(40)
  expect(await statusesOf(domain, [first, second])).toEqual(['PENDING', 'ON_HOLD'])

  await domain.orders.cancel(first, { actor: TESTER, reason: 'asked by the partner' })

  expect(await statusesOf(domain, [first, second])).toEqual(['CANCELLED', 'PENDING'])
  expect(await domain.funds()).toEqual({ USD: '20.00' })
})

test('an order ON_HOLD is cancelled when its deadline passes, not before', async () => {
  await domain.deposit(100)
  const order = await placeOne(domain, 60)
  await domain.reverse(100)

  domain.clock.advance(7 * 86_400_000 - 60_000)
  await domain.orders.sweep()
  expect(await statusesOf(domain, [order])).toEqual(['ON_HOLD'])

  domain.clock.advance(120_000)
  await domain.orders.sweep()
  expect(await statusesOf(domain, [order])).toEqual(['CANCELLED'])
  expect(await domain.funds()).toEqual({ USD: '0.00' })
})

test('a cancellation completes an order that is delivered whole and cannot be taken back', async () => {
  await domain.deposit(100)
  const order = await deliveredTopUp()

  await expect(
    domain.orders.cancel(order, { actor: TESTER, reason: 'asked by the partner' }),
  ).rejects.toMatchObject({ kind: 'order_final', message: 'the order is COMPLETED' })

  const { totalMinor } = order
  expect(await findOrder(domain.db, order)).toMatchObject({
    status: 'COMPLETED',
    chargedMinor: totalMinor,
    cancelReason: undefined,
  })
  expect(await domain.funds()).toEqual({ USD: '90.00' })
})

test('a deadline completes an order that is delivered whole and cannot be taken back', async () => {
  await domain.deposit(100)
  const order = await deliveredTopUp()
  await domain.db.rows(
    sql`update orders set previous_status = status, status = 'OUT_OF_STOCK'
      where order_no = ${order.orderNo}`,
  )
  domain.clock.advance(4 * 86_400_000)

  await domain.orders.sweep()

  expect(await statusesOf(domain, [order])).toEqual(['COMPLETED'])
})

test('a cancellation takes back codes even if all of them were issued', async () => {
  await domain.deposit(100)
  const order = await placeOne(domain, 60)
  await deliverUnsettled(order)

  const how = { actor: TESTER, reason: 'asked by the partner' }
  expect(await domain.orders.cancel(order, how)).toMatchObject({ status: 'CANCELLED' })
  expect(await domain.funds()).toEqual({ USD: '100.00' })
})

test('the database refuses a transition that is not in the table', async () => {
  await domain.deposit(100)
  await placeOne(domain, 10)

  await expect(
    domain.db.pool.query(
      `update orders set previous_status = status, status = 'COMPLETED', completed_at = now()`,
    ),
  ).rejects.toMatchObject({ constraint: 'orders_transition' })
})

/** Marks all batches of an order as issued, as they are before a worker settles the order. */
async function deliverUnsettled({ orderNo }: Order): Promise<void> {
  await domain.db.rows(
    sql`update fulfillments set status = 'COMPLETED', due_at = null, completed_at = now()
      where order_no = ${orderNo}`,
  )
}

/** Makes an order wait for stock, as a worker that found none at any supplier does. */
async function markOutOfStock({ orderNo }: Order): Promise<void> {
  await domain.db.rows(
    sql`update fulfillments set waits_for = 'stock', due_at = null where order_no = ${orderNo}`,
  )
  await domain.db.rows(
    sql`update orders set previous_status = status, status = 'OUT_OF_STOCK'
      where order_no = ${orderNo}`,
  )
}

/** Places an order of a top-up of 10, which is delivered and not settled. */
async function deliveredTopUp(): Promise<Order> {
  const { productId } = await domain.product({
    productType: 'TOP_UP',
    recipientFields: [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }],
  })
  const order = await domain.place({
    items: [{ productId, amount: 10, quantity: 1, recipient: { phone: '1' } }],
  })
  await deliverUnsettled(order)
  return order
}

async function batchStates(order: Order | undefined): Promise<unknown[]> {
  const { rows } = await domain.db.pool.query(
    'select waits_for, due_at is not null as due from fulfillments where order_no = $1',
    [order?.orderNo],
  )
  return rows
}
