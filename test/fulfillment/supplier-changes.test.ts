import { afterEach, beforeEach, expect, test } from 'vitest'
import { Readable } from 'node:stream'
import { updateProduct, type Product, type ProductInput } from '../../src/catalog/mod.ts'
import { transact, type Database, type Tx } from '../../src/db/mod.ts'
import { serveWaiting, rerouteBatches } from '../../src/fulfillment/mod.ts'
import { importCodes } from '../../src/imports/mod.ts'
import type { Order } from '../../src/orders/mod.ts'
import { SUPPLIER_TYPES } from '../../src/process/suppliers.ts'
import { claimAll, deliverOver } from '../support/by-hand.ts'
import { pauseBefore } from '../support/pause.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { untilOneWaits } from '../support/lock-waits.ts'

let fixture: FulfillmentFixture
let product: Product

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000)
  product = await fixture.product({ supplier: 'vault' })
})
afterEach(() => fixture.end())

const NONE = { outcome: 'out_of_stock' } as const

test('a batch without stock goes to the present supplier of its product', async () => {
  const order = await fixture.place()
  const [batch] = await claimAll(fixture)
  await sellFrom(fixture.db, { supplier: 'generator' })

  await deliverOver(fixture.db, fixture, { batch, outcome: NONE })

  await expectDelivered(order)
})

test('a batch that is parked while its product gets another supplier goes to that one', async () => {
  const order = await fixture.place()
  const [batch] = await claimAll(fixture)
  const slow = fixture.connectAgain()
  const pause = pauseBefore(slow, /^commit/)

  const parked = deliverOver(slow, fixture, { batch, outcome: NONE })
  await pause.reached
  const changed = sellFrom(fixture.db, { supplier: 'generator' })
  await Promise.race([changed, untilOneWaits(fixture.db)])
  pause.resume()
  await Promise.all([parked, changed])

  await expectDelivered(order)
})

test('stock is not given to a batch that goes to another supplier meanwhile', async () => {
  const worker = fixture.worker()
  const order = await fixture.place()
  await fixture.reaches(order, 'OUT_OF_STOCK')
  await worker.stop()
  const slow = fixture.connectAgain()
  const pause = pauseBefore(slow, /insert into stock_reservations/)

  const imported = importOver(slow)
  await pause.reached
  const changed = sellFrom(fixture.db, { supplier: 'generator' })
  await Promise.race([changed, untilOneWaits(fixture.db)])
  pause.resume()
  await Promise.all([imported, changed])

  await expectDelivered(order)
})

/** Changes the product as the operator's PATCH does. */
function sellFrom(db: Database, change: Partial<ProductInput>): Promise<unknown> {
  const { productId } = product
  const context = { suppliers: SUPPLIER_TYPES, now: fixture.clock.now() }
  return transact(db, async (tx) => {
    await updateProduct(tx, { productId, change }, context)
    await rerouteBatches(tx, productId)
  })
}

/** Imports one code, and serves waiting batches in the same step. */
function importOver(db: Database): Promise<unknown> {
  const { vault, clock } = fixture
  const csv = Readable.from([Buffer.from('faceValue,giftCardNumber\n10,A-1\n')])
  const onChunk = async (tx: Tx): Promise<void> => {
    await serveWaiting(tx, product.productId, { now: clock.now() })
  }
  return importCodes({ db, vault, clock }, { actor: 'test' }, { product, csv, onChunk })
}

/** Expects that the order is completed, and that all other codes are for sale. */
async function expectDelivered(order: Order): Promise<void> {
  fixture.worker()
  const [code] = await fixture.codes(order)
  const { rows } = await fixture.db.pool.query<{ imported: number; free: number }>(
    `select (select coalesce(sum(quantity), 0)::int from stock_blocks) as imported,
            (select coalesce(sum(quantity), 0)::int from stock_free) as free`,
  )
  const [{ imported, free } = { imported: 0, free: -1 }] = rows

  expect(imported - free).toBe(code === 'A-1' ? 1 : 0)
}
