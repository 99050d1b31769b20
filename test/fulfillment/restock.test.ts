import { Readable } from 'node:stream'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '../../src/catalog/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { serveWaiting } from '../../src/fulfillment/mod.ts'
import { importCodes } from '../../src/imports/mod.ts'
import { findOrder, type Order, type PlaceInput } from '../../src/orders/mod.ts'
import { claimAll } from '../support/by-hand.ts'
import { startDomain } from '../support/domain.ts'
import { pauseBefore } from '../support/pause.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { TESTER } from '../support/tester.ts'
import { untilOneWaits } from '../support/lock-waits.ts'

let fixture: FulfillmentFixture
let product: Product

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000_000)
  product = await fixture.product({ supplier: 'vault' })
})
afterEach(() => fixture.end())

test('stock of two face values and a cancellation do not deadlock', async () => {
  const order = await waitingOrder([
    { productId: 1, amount: 20, quantity: 1 },
    { productId: 1, amount: 10, quantity: 1 },
  ])
  await importWithoutServing(['10,A-1', '20,A-2'])
  const canceller = startDomain(fixture.connectAgain(), fixture.clock)
  const slow = fixture.connectAgain()
  const pause = pauseBefore(slow, /insert into stock_reservations/)
  let attempts = 0

  const served = transact(slow, async (tx) => {
    attempts += 1
    // If the two deadlocked, PostgreSQL would end this transaction.
    await tx.rows(sql`set local deadlock_timeout = '20ms'`)
    return serveWaiting(tx, product.productId, { now: fixture.clock.now() })
  })
  await pause.reached
  const cancelled = canceller.orders.cancel(order, { actor: TESTER, reason: 'asked' })
  await untilOneWaits(fixture.db)
  pause.resume()
  await Promise.all([served, cancelled])

  expect(attempts).toBe(1)
  expect(await findOrder(fixture.db, order)).toMatchObject({ status: 'CANCELLED' })
})

test('stock of several face values goes to the oldest batches of each, as far as it suffices', async () => {
  const orders = [
    await waitingOrder(line(20, 3)),
    await waitingOrder(line(10, 2)),
    await waitingOrder(line(20, 2)),
    await waitingOrder(line(10, 1)),
    await waitingOrder(line(20, 1)),
  ]

  await importWithoutServing(['20,B-1', '10,B-2', '20,B-3', '10,B-4'])
  await transact(fixture.db, (tx) =>
    serveWaiting(tx, product.productId, { now: fixture.clock.now() }),
  )

  const waiting = await fixture.db.pool.query<{ order_no: string }>(
    "select order_no from fulfillments where waits_for = 'stock' order by order_no",
  )
  expect(waiting.rows.map((row) => Number(row.order_no))).toEqual(
    [orders[0], orders[3], orders[4]].map((order) => order?.orderNo),
  )
  fixture.worker()
  expect(await fixture.codes(orders[1] ?? expect.unreachable())).toEqual(['B-2', 'B-4'])
  expect(await fixture.codes(orders[2] ?? expect.unreachable())).toEqual(['B-1', 'B-3'])
})

test('onEmptied is called once the last code of a bucket goes to a waiting order', async () => {
  await waitingOrder(line(20, 2))
  await importWithoutServing(['20,E-1', '20,E-2', '20,E-3'])
  let calls = 0
  const sale = { now: fixture.clock.now(), onEmptied: () => void (calls += 1) }
  await transact(fixture.db, (tx) => serveWaiting(tx, product.productId, sale))
  expect(calls).toBe(0)

  await waitingOrder(line(20, 2))
  await importWithoutServing(['20,E-4'])
  await transact(fixture.db, (tx) => serveWaiting(tx, product.productId, sale))
  expect(calls).toBe(1)
})

test('stock reserved for a top-up is free again after the order is cancelled', async () => {
  const recipientFields = [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }]
  await fixture.product({ supplier: 'vault', productType: 'TOP_UP', recipientFields })
  product = { ...product, productId: 2 }
  const order = await waitingOrder([
    { productId: 2, amount: 10, quantity: 1, recipient: { phone: '41790000000' } },
  ])
  await importWithoutServing(['10,D-1'])
  await transact(fixture.db, (tx) => serveWaiting(tx, 2, { now: fixture.clock.now() }))

  await fixture.orders.cancel(order, { actor: TESTER, reason: 'asked' })
  fixture.worker()

  const free = 'select sum(quantity)::integer as free from stock_free where product_id = 2'
  await expect.poll(async () => (await fixture.db.pool.query(free)).rows).toEqual([{ free: 1 }])
})

test('a worker that lost its lease reserves no stock', async () => {
  await fixture.place({ items: line(10, 1) })
  const [late] = await claimAll(fixture)
  await fixture.db.rows(sql`update fulfillments set lease_epoch = lease_epoch + 1, due_at = now()`)
  await importWithoutServing(['10,C-1'])
  const request = late?.request ?? expect.unreachable()

  const [outcome] = await fixture.suppliers.vault.issue([request])

  expect(outcome).toMatchObject({ outcome: 'unknown' })
  expect((await fixture.db.pool.query('select from stock_reservations')).rowCount).toBe(0)
  const [next] = await claimAll(fixture)
  const [issued] = await fixture.suppliers.vault.issue([next?.request ?? request])
  expect(issued).toMatchObject({ outcome: 'issued' })
  expect(await fixture.suppliers.vault.lookUp([request])).toEqual([issued])
})

function line(amount: number, quantity: number): PlaceInput['items'] {
  return [{ productId: 1, amount, quantity }]
}

/** Places an order for which a worker finds no stock, and stops the worker. */
async function waitingOrder(items: PlaceInput['items']): Promise<Order> {
  const worker = fixture.worker()
  const order = await fixture.place({ items })
  await expect.poll(() => waitingBatchesOf(order)).toBe(items.length)
  await worker.stop()
  return order
}

async function waitingBatchesOf(order: Order): Promise<number> {
  const { rows } = await fixture.db.pool.query<{ count: number }>(
    `select count(*)::integer as count from fulfillments
     where order_no = $1 and waits_for = 'stock'`,
    [order.orderNo],
  )
  return rows[0]?.count ?? 0
}

/** Imports lines of face value and code, and serves no waiting order. */
async function importWithoutServing(lines: readonly string[]): Promise<void> {
  const { db, vault, clock } = fixture
  const csv = Readable.from([Buffer.from(`faceValue,giftCardNumber\n${lines.join('\n')}\n`)])
  await importCodes({ db, vault, clock }, { actor: 'test' }, { product, csv })
}
