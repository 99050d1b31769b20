import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { findOrder, type Order } from '../../src/orders/mod.ts'
import { withoutBackoffs } from '../support/backoffs.ts'
import { startDomain } from '../support/domain.ts'
import {
  numberedCodes,
  startFulfillmentFixture,
  stockOrder,
  type FulfillmentFixture,
} from '../support/fulfillment-fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000_000)
})
afterEach(() => fixture.end())

test('an order of several batches completes with as many different codes as units', async () => {
  await fixture.product()
  fixture.worker()

  const order = await fixture.place({ items: [{ productId: 1, amount: 10, quantity: 2_345 }] })
  const codes = await fixture.codes(order)

  expect(new Set(codes).size).toBe(2_345)
  expect(await fixture.funds()).toEqual({ USD: '976550.00' })
})

test('many small orders complete, each once, with two workers on one database', async () => {
  await fixture.product()
  const db = fixture.connectAgain()
  fixture.worker()
  fixture.worker({ db, ...startDomain(db, fixture.clock) })

  const orders = await Promise.all(Array.from({ length: 200 }, () => fixture.place()))
  const codes = await fixture.codesOfAll(orders)

  expect(new Set(codes.flat()).size).toBe(200)
  expect(await fixture.funds()).toEqual({ USD: '998000.00' })
  expect(fixture.faults).toEqual([])
})

test('batches are leased and issued while the orders of the last ones are settled', async () => {
  await fixture.product()
  const first = await fixture.place()
  const second = await fixture.place()
  const setDue = (orderNo: number, due: string) =>
    fixture.db.rows(sql`
      update fulfillments set due_at = ${due}::timestamptz where order_no = ${orderNo}`)
  const batchOf = async ({ orderNo }: Order) =>
    fixture.db.rows(sql`select status from fulfillments where order_no = ${orderNo}`)
  await setDue(second.orderNo, 'infinity')
  const client = await fixture.connectAgain().pool.connect()
  await client.query('begin')
  await client.query('select from books for update')

  fixture.worker()
  await expect.poll(() => batchOf(first)).toEqual([{ status: 'COMPLETED' }])
  await setDue(second.orderNo, 'now')
  await expect.poll(() => batchOf(second)).toEqual([{ status: 'COMPLETED' }])
  expect(await findOrder(fixture.db, first)).toMatchObject({ status: 'PROCESSING' })
  await client.query('rollback')
  client.release()

  await fixture.reaches(first, 'COMPLETED')
  await fixture.reaches(second, 'COMPLETED')
})

test('a worker leases few batches while clients write, and many while they do not', async () => {
  await fixture.product()
  const quantities: number[] = []
  const { generator } = fixture.suppliers
  const issue: typeof generator.issue = (requests) => {
    quantities.push(requests.reduce((sum, { quantity }) => sum + quantity, 0))
    return generator.issue(requests)
  }
  const suppliers = { ...fixture.suppliers, generator: { ...generator, issue } }
  let isBusy = true
  fixture.worker(undefined, suppliers, { isBusy: () => isBusy })
  const place = () => fixture.place({ items: [{ productId: 1, amount: 10, quantity: 10_000 }] })

  await fixture.reaches(await place(), 'COMPLETED')
  const whileBusy = quantities.splice(0)
  isBusy = false
  await fixture.reaches(await place(), 'COMPLETED')

  expect(Math.max(...whileBusy)).toBe(2_000)
  expect(quantities).toEqual([10_000])
})

test('stock is sold once: if there are more orders than codes, the rest wait', async () => {
  const product = await fixture.product({ supplier: 'vault' })
  await fixture.import(product, numberedCodes('A', 30))

  const orders: Order[] = []
  for (let at = 0; at < 4; at += 1) orders.push(await stockOrder(fixture, 10))
  // All in one tick: if a reservation takes long, a later order may overtake it.
  fixture.worker()
  const sold = await fixture.codesOfAll(orders.slice(0, 3))
  await fixture.reaches(last(orders), 'OUT_OF_STOCK')

  expect(sold.flat().toSorted()).toEqual(numberedCodes('A', 30).toSorted())
})

test('restock serves the oldest first, and lets a smaller order pass one that is too large', async () => {
  const product = await fixture.product({ supplier: 'vault' })
  fixture.worker()
  const first = await stockOrder(fixture, 5)
  const large = await stockOrder(fixture, 50)
  const small = await stockOrder(fixture, 3)
  for (const order of [first, large, small]) await fixture.reaches(order, 'OUT_OF_STOCK')

  await fixture.import(product, numberedCodes('B', 8))

  expect(await fixture.codes(first)).toEqual(numberedCodes('B', 5))
  expect(await fixture.codes(small)).toEqual(numberedCodes('B', 8).slice(5))
  expect((await fixture.reaches(large, 'OUT_OF_STOCK')).status).toBe('OUT_OF_STOCK')
})

test('codes of a cancelled order go back to stock and are sold to the next', async () => {
  const product = await fixture.product({ supplier: 'vault' })
  await fixture.product({ supplier: 'vault', brand: 'Other' })
  await fixture.import(product, numberedCodes('C', 10))
  fixture.worker()
  const partial = await fixture.place({
    items: [
      { productId: 1, amount: 10, quantity: 10 },
      { productId: 2, amount: 10, quantity: 1 },
    ],
  })
  await fixture.reaches(partial, 'OUT_OF_STOCK')
  const waiting = await stockOrder(fixture, 10)
  await fixture.reaches(waiting, 'OUT_OF_STOCK')

  await fixture.orders.cancel(partial, { actor: TESTER, reason: 'asked by the partner' })

  expect((await fixture.codes(waiting)).toSorted()).toEqual(numberedCodes('C', 10).toSorted())
  expect(await fixture.funds()).toEqual({ USD: '999900.00' })
})

test('a lost response is looked up, and the codes are those of the first purchase', async () => {
  await fixture.product({ supplier: 'sandbox', supplierSettings: { outcome: 'unknown' } })
  fixture.worker()

  const order = await fixture.place({ items: [{ productId: 1, amount: 10, quantity: 3 }] })

  const codes = await withoutBackoffs(fixture.db, fixture.codes(order))
  expect(new Set(codes).size).toBe(3)
})

test('a refused batch is FAILED, is retried, and stays FAILED after the last attempt', async () => {
  await fixture.product({ supplier: 'sandbox', supplierSettings: { outcome: 'refused' } })
  fixture.worker()

  const order = await fixture.place()
  await fixture.reaches(order, 'PROCESSING')

  const read = async () => {
    const { rows } = await fixture.db.pool.query(
      'select status, last_fault, attempt, due_at from fulfillments',
    )
    return rows
  }
  const finalState = { status: 'FAILED', last_fault: 'the sandbox was asked to refuse', attempt: 6 }
  await withoutBackoffs(fixture.db, expect.poll(read).toEqual([{ ...finalState, due_at: null }]))
})

test('a delivery that cannot be returned is charged exactly, and the rest is refunded', async () => {
  await fixture.product({
    supplier: 'sandbox',
    productType: 'TOP_UP',
    recipientFields: [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }],
  })
  await fixture.product({ supplier: 'vault' })
  fixture.worker()
  const order = await fixture.place({
    items: [
      { productId: 1, amount: 7.5, quantity: 2, recipient: { phone: '123' } },
      { productId: 2, amount: 10, quantity: 3 },
    ],
  })
  await fixture.reaches(order, 'OUT_OF_STOCK')

  const cancelled = await fixture.orders.cancel(order, {
    actor: TESTER,
    reason: 'asked by the partner',
  })

  expect(cancelled).toMatchObject({ status: 'CANCELLED', totalMinor: 4_500n, chargedMinor: 1_500n })
  expect(await fixture.funds()).toEqual({ USD: '999985.00' })
})

test('a reversal during the delivery suspends the order; a deposit completes it', async () => {
  await fixture.product({ supplier: 'vault' })
  fixture.worker()
  const order = await stockOrder(fixture, 1)
  await fixture.reaches(order, 'OUT_OF_STOCK')
  await fixture.reverse(1_000_000)
  await fixture.reaches(order, 'ON_HOLD')
  await fixture.import(await productOf(1), numberedCodes('D', 1))

  await fixture.deposit(500)

  expect(await fixture.codes(order)).toEqual(numberedCodes('D', 1))
  expect(await fixture.funds()).toEqual({ USD: '490.00' })
})

async function productOf(productId: number) {
  return { ...(await fixture.product({ supplier: 'vault' })), productId }
}

function last<T>(list: readonly T[]): T {
  const item = list.at(-1)
  if (item === undefined) throw new Error('the list is empty')
  return item
}
