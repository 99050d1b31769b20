import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Product } from '../../src/catalog/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { serveWaiting } from '../../src/fulfillment/mod.ts'
import { importCodes } from '../../src/imports/mod.ts'
import { findOrder } from '../../src/orders/mod.ts'
import { claimAll, deliverOver, issuedCode } from '../support/by-hand.ts'
import { Gate } from '../support/gate.ts'
import { pauseBefore } from '../support/pause.ts'
import {
  csvOf,
  numberedCodes,
  startFulfillmentFixture,
  stockOrder,
  type FulfillmentFixture,
} from '../support/fulfillment-fixture.ts'
import { untilOneWaits } from '../support/lock-waits.ts'

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000_000)
})
afterEach(() => fixture.end())

test('an import serves all batches that it has codes for, beyond the limit of one transaction', async () => {
  const product = await fixture.product({ supplier: 'vault' })
  const items = Array.from({ length: 1_100 }, () => ({ productId: 1, amount: 10, quantity: 1 }))
  const worker = fixture.worker()
  const order = await fixture.place({ items })
  await expect.poll(() => waiting()).toBe(1_100)
  await worker.stop()

  await fixture.import(product, numberedCodes('A', 1_100))

  expect(await waiting()).toBe(0)
  fixture.worker()
  expect(new Set(await fixture.codes(order)).size).toBe(1_100)
})

test('a worker gives stock to waiting batches even without a wake signal', async () => {
  const product = await fixture.product({ supplier: 'vault' })
  fixture.worker()
  const order = await stockOrder(fixture, 3)
  await fixture.reaches(order, 'OUT_OF_STOCK')

  await importWithoutServing(product, numberedCodes('B', 3))

  expect(await fixture.codes(order)).toEqual(numberedCodes('B', 3))
})

test('an import serves a batch that began to wait while the import ran', async () => {
  const product = await fixture.product({ supplier: 'vault' })
  const gate = new Gate()
  const servedOnce = new Gate()
  const { db, vault, clock } = fixture
  const imported = importCodes(
    { db, vault, clock },
    { actor: 'test' },
    {
      product,
      csv: csvOf(numberedCodes('C', 2)),
      async onChunk(tx) {
        await serveWaiting(tx, product.productId, { now: clock.now() })
        servedOnce.open()
        await gate.passed()
      },
    },
  )
  await servedOnce.passed()
  fixture.worker()
  const order = await stockOrder(fixture, 2)
  await fixture.reaches(order, 'OUT_OF_STOCK')
  gate.open()
  await imported

  expect(await fixture.codes(order)).toEqual(numberedCodes('C', 2))
})

test('a supplier that is out of stock, other than our own, is called again after a pause', async () => {
  await fixture.product({ supplier: 'sandbox', supplierSettings: { outcome: 'out_of_stock' } })
  await fixture.product()
  fixture.worker()
  const order = await fixture.place()
  await fixture.reaches(order, 'OUT_OF_STOCK')
  const other = await fixture.place({ items: [{ productId: 2, amount: 10, quantity: 1 }] })
  await fixture.reaches(other, 'COMPLETED')

  const { rows } = await fixture.db.pool.query(
    `select due_at > now() as is_later, (
       select count(*)::integer from supplier_attempts t where t.order_no = f.order_no) as attempts
     from fulfillments f where order_no = $1`,
    [order.orderNo],
  )
  expect(rows).toEqual([{ is_later: true, attempts: 1 }])
})

test('an order with one issued batch and one without stock is OUT_OF_STOCK', async () => {
  await fixture.product({ supplier: 'vault' })
  const order = await fixture.place({
    items: [
      { productId: 1, amount: 10, quantity: 1 },
      { productId: 1, amount: 20, quantity: 1 },
    ],
  })
  const [first, second] = await claimAll(fixture)
  await deliverOver(fixture.db, fixture, { batch: first, outcome: { outcome: 'out_of_stock' } })
  await fixture.db.rows(sql`
    update fulfillments set waits_for = null, due_at = now() where waits_for = 'stock'`)
  const [firstAgain] = await claimAll(fixture)
  const [slow, quick] = [fixture.connectAgain(), fixture.connectAgain()]
  const pause = pauseBefore(slow, /^commit/)

  const parked = deliverOver(slow, fixture, { batch: second, outcome: { outcome: 'out_of_stock' } })
  await pause.reached
  const delivered = deliverOver(quick, fixture, { batch: firstAgain, outcome: issuedCode() })
  await Promise.race([delivered, untilOneWaits(fixture.db)])
  pause.resume()
  await Promise.all([parked, delivered])

  expect(await findOrder(fixture.db, order)).toMatchObject({ status: 'OUT_OF_STOCK' })
})

async function waiting(): Promise<number> {
  const { rows } = await fixture.db.pool.query<{ count: number }>(
    "select count(*)::integer as count from fulfillments where waits_for = 'stock'",
  )
  return rows[0]?.count ?? 0
}

/** Imports codes, as a process does that ends before it serves waiting batches. */
async function importWithoutServing(product: Product, codes: readonly string[]): Promise<void> {
  const { db, vault, clock } = fixture
  await importCodes({ db, vault, clock }, { actor: 'test' }, { product, csv: csvOf(codes) })
}
