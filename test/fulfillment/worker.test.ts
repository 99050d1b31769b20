import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { findOrder, type Order } from '../../src/orders/mod.ts'
import { startDomain } from '../support/domain.ts'
import { startWorks, type Works } from '../support/works.ts'

let works: Works

beforeEach(async () => {
  works = await startWorks()
  await works.deposit(1_000_000)
})
afterEach(() => works.end())

test('an order of several batches completes with as many different codes as units', async () => {
  await works.product()
  works.worker()

  const order = await works.place({ items: [{ productId: 1, amount: 10, quantity: 2_345 }] })
  const codes = await works.codes(order)

  expect(new Set(codes).size).toBe(2_345)
  expect(await works.funds()).toEqual({ USD: '976550.00' })
})

test('many small orders complete, each once, with two workers on one database', async () => {
  await works.product()
  const db = works.connectAgain()
  works.worker()
  works.worker({ db, ...startDomain(db, works.clock) })

  const orders = await Promise.all(Array.from({ length: 200 }, () => works.place()))
  const codes = await Promise.all(orders.map((order) => works.codes(order)))

  expect(new Set(codes.flat()).size).toBe(200)
  expect(await works.funds()).toEqual({ USD: '998000.00' })
  expect(works.faults).toEqual([])
})

test('batches are leased and issued while the orders of the last ones are settled', async () => {
  await works.product()
  const first = await works.place()
  const second = await works.place()
  const setDue = (orderNo: number, due: string) =>
    works.db.rows(sql`
      update fulfillments set due_at = ${due}::timestamptz where order_no = ${orderNo}`)
  const batchOf = async ({ orderNo }: Order) =>
    works.db.rows(sql`select status from fulfillments where order_no = ${orderNo}`)
  await setDue(second.orderNo, 'infinity')
  const client = await works.connectAgain().pool.connect()
  await client.query('begin')
  await client.query('select from books for update')

  works.worker()
  await expect.poll(() => batchOf(first)).toEqual([{ status: 'COMPLETED' }])
  await setDue(second.orderNo, 'now')
  await expect.poll(() => batchOf(second)).toEqual([{ status: 'COMPLETED' }])
  expect(await findOrder(works.db, first)).toMatchObject({ status: 'PROCESSING' })
  await client.query('rollback')
  client.release()

  await works.reaches(first, 'COMPLETED')
  await works.reaches(second, 'COMPLETED')
})

test('a worker leases few batches while clients write, and many while they do not', async () => {
  await works.product()
  const asked: number[] = []
  const { generator } = works.suppliers
  const issue: typeof generator.issue = (requests) => {
    asked.push(requests.reduce((sum, { quantity }) => sum + quantity, 0))
    return generator.issue(requests)
  }
  const suppliers = { ...works.suppliers, generator: { ...generator, issue } }
  let isBusy = true
  works.worker(undefined, suppliers, { isBusy: () => isBusy })
  const place = () => works.place({ items: [{ productId: 1, amount: 10, quantity: 10_000 }] })

  await works.reaches(await place(), 'COMPLETED')
  const whileBusy = asked.splice(0)
  isBusy = false
  await works.reaches(await place(), 'COMPLETED')

  expect(Math.max(...whileBusy)).toBe(2_000)
  expect(asked).toEqual([10_000])
})

test('stock is sold once: more orders than codes, and the rest wait', async () => {
  const product = await works.product({ supplier: 'vault' })
  await works.import(product, codesOf('A', 30))

  const orders: Order[] = []
  for (let at = 0; at < 4; at += 1) orders.push(await stockOrder(10))
  // All in one turn: a later one may overtake it where a claim takes long.
  works.worker()
  const sold = await Promise.all(orders.slice(0, 3).map((order) => works.codes(order)))
  await works.reaches(last(orders), 'OUT_OF_STOCK')

  expect(sold.flat().toSorted()).toEqual(codesOf('A', 30).toSorted())
})

test('restock serves the oldest first, and lets a smaller order pass one that is too large', async () => {
  const product = await works.product({ supplier: 'vault' })
  works.worker()
  const first = await stockOrder(5)
  const large = await stockOrder(50)
  const small = await stockOrder(3)
  for (const order of [first, large, small]) await works.reaches(order, 'OUT_OF_STOCK')

  await works.import(product, codesOf('B', 8))

  expect(await works.codes(first)).toEqual(codesOf('B', 5))
  expect(await works.codes(small)).toEqual(codesOf('B', 8).slice(5))
  expect((await works.reaches(large, 'OUT_OF_STOCK')).status).toBe('OUT_OF_STOCK')
})

test('codes of a cancelled order go back to stock and are sold to the next', async () => {
  const product = await works.product({ supplier: 'vault' })
  await works.product({ supplier: 'vault', brand: 'Other' })
  await works.import(product, codesOf('C', 10))
  works.worker()
  const partial = await works.place({
    items: [
      { productId: 1, amount: 10, quantity: 10 },
      { productId: 2, amount: 10, quantity: 1 },
    ],
  })
  await works.reaches(partial, 'OUT_OF_STOCK')
  const waiting = await stockOrder(10)
  await works.reaches(waiting, 'OUT_OF_STOCK')

  await works.orders.cancel(partial, { actor: 'test', reason: 'asked by the partner' })

  expect((await works.codes(waiting)).toSorted()).toEqual(codesOf('C', 10).toSorted())
  expect(await works.funds()).toEqual({ USD: '999900.00' })
})

test('a lost response is looked up, and the codes are those of the first purchase', async () => {
  await works.product({ supplier: 'sandbox', supplierSettings: { outcome: 'unknown' } })
  works.worker()

  const order = await works.place({ items: [{ productId: 1, amount: 10, quantity: 3 }] })

  expect(new Set(await works.codes(order)).size).toBe(3)
})

test('a refused batch is FAILED, is retried, and stays FAILED after the last attempt', async () => {
  await works.product({ supplier: 'sandbox', supplierSettings: { outcome: 'refused' } })
  works.worker()

  const order = await works.place()
  await works.reaches(order, 'PROCESSING')

  await expect
    .poll(async () => {
      const { rows } = await works.db.pool.query(
        'select status, last_fault, attempt >= 2 as again from fulfillments',
      )
      return rows
    })
    .toEqual([{ status: 'FAILED', last_fault: 'the sandbox was asked to refuse', again: true }])
})

test('a delivery that cannot be returned is charged exactly, and the rest is refunded', async () => {
  await works.product({
    supplier: 'sandbox',
    productType: 'TOP_UP',
    recipientFields: [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }],
  })
  await works.product({ supplier: 'vault' })
  works.worker()
  const order = await works.place({
    items: [
      { productId: 1, amount: 7.5, quantity: 2, recipient: { phone: '123' } },
      { productId: 2, amount: 10, quantity: 3 },
    ],
  })
  await works.reaches(order, 'OUT_OF_STOCK')

  const cancelled = await works.orders.cancel(order, {
    actor: 'test',
    reason: 'asked by the partner',
  })

  expect(cancelled).toMatchObject({ status: 'CANCELLED', totalMinor: 4_500n, chargedMinor: 1_500n })
  expect(await works.funds()).toEqual({ USD: '999985.00' })
})

test('a reversal during the delivery suspends the order; a deposit completes it', async () => {
  await works.product({ supplier: 'vault' })
  works.worker()
  const order = await stockOrder(1)
  await works.reaches(order, 'OUT_OF_STOCK')
  await works.reverse(1_000_000)
  await works.reaches(order, 'ON_HOLD')
  await works.import(await productOf(1), codesOf('D', 1))

  await works.deposit(500)

  expect(await works.codes(order)).toEqual(codesOf('D', 1))
  expect(await works.funds()).toEqual({ USD: '490.00' })
})

async function productOf(productId: number) {
  return { ...(await works.product({ supplier: 'vault' })), productId }
}

function stockOrder(quantity: number): Promise<Order> {
  return works.place({ items: [{ productId: 1, amount: 10, quantity }] })
}

function codesOf(prefix: string, count: number): string[] {
  return Array.from({ length: count }, (_, at) => `${prefix}-${String(at).padStart(4, '0')}`)
}

function last<T>(list: readonly T[]): T {
  const found = list.at(-1)
  if (found === undefined) throw new Error('the list is empty')
  return found
}
