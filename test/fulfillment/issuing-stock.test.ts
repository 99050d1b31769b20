import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { LineRequest, Product } from '../../src/catalog/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { changeLot, lockBuckets, type LotAct } from '../../src/inventory/mod.ts'
import { createLedger, type Ledger } from '../../src/ledger/mod.ts'
import { findOrder, type Order, type OrderWrites } from '../../src/orders/mod.ts'
import { submitOrderWrite } from '../../src/orders/order-writes.ts'
import { connectLossily, type Loss } from '../ledger/lossy-proxy.ts'
import { minor } from '../support/domain.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { issuingWrites, orderOf } from './issuing-fixture.ts'

let fixture: FulfillmentFixture
let writes: OrderWrites
let ledger: Ledger
let product: Product
let isBusy = false

beforeEach(async () => {
  isBusy = false
  fixture = await startFulfillmentFixture()
  await fixture.deposit(100_000)
  product = await fixture.product({ supplier: 'vault' })
  writes = issuingWrites(fixture, () => isBusy)
  ledger = createLedger({ db: fixture.db, clock: fixture.clock, followers: [writes] })
})
afterEach(() => fixture.end())

test('an order from stock is COMPLETED and charged in the commit that accepts it', async () => {
  await fixture.import(product, codeNames(903))

  const first = await placeUnits(2)
  const order = await placeUnits(900)

  expect(await findOrder(fixture.db, order)).toMatchObject({
    status: 'COMPLETED',
    previousStatus: 'PROCESSING',
    chargedMinor: 9_000_00n,
  })
  expect(await fixture.codes(first)).toEqual(codeNames(903).slice(0, 2))
  expect(await fixture.codes(order)).toEqual(codeNames(903).slice(2, 902))
  expect(await stock()).toEqual({ free: 1, reserved: 902 })
  expect(await fixture.funds()).toEqual({ USD: '90980.00' })
})

test('an order that needs more than the stock waits as a whole; the next one is issued', async () => {
  await fixture.import(product, codeNames(3))

  const [short, small] = await Promise.all([placeUnits(4), placeUnits(3)])

  expect([short.status, small.status]).toEqual(['PENDING', 'COMPLETED'])
  expect(await fixture.codes(small)).toEqual(codeNames(3))
  fixture.worker()
  await fixture.reaches(short, 'OUT_OF_STOCK')
  expect(await stock()).toEqual({ free: 0, reserved: 3 })
})

test('generated lines and lines from stock are issued together, or wait together', async () => {
  const generated = { productId: (await fixture.product()).productId, amount: 1, quantity: 2 }
  await fixture.import(product, codeNames(2))

  const [whole, short] = await Promise.all([
    place([generated, line(2)]),
    place([generated, line(1)]),
  ])

  expect([whole.status, short.status]).toEqual(['COMPLETED', 'PENDING'])
  expect((await fixture.codes(whole)).slice(2)).toEqual(codeNames(2))
  expect(await fixture.db.rows(sql`select from issued_segments`)).toHaveLength(2)
})

test('an order with a line that needs a worker leaves the stock to the next order', async () => {
  const sandboxProduct = await fixture.product({ supplier: 'sandbox' })
  await fixture.import(product, codeNames(1))
  const mixed = [line(1), { productId: sandboxProduct.productId, amount: 10, quantity: 1 }]

  const [waiting, whole] = await Promise.all([place(mixed), placeUnits(1)])

  expect([waiting.status, whole.status]).toEqual(['PENDING', 'COMPLETED'])
  expect(fixture.faults).toEqual([])
  expect(await stock()).toEqual({ free: 0, reserved: 1 })
})

test('an order waits for a worker if another transaction has locked its bucket', async () => {
  await fixture.import(product, codeNames(2))

  const order = await transact(fixture.connectAgain(), async (tx) => {
    await tx.rows(lockBuckets(product.productId, [minor(10, 'USD')]))
    return placeUnits(1)
  })
  const next = await placeUnits(1)

  expect([order.status, next.status]).toEqual(['PENDING', 'COMPLETED'])
  fixture.worker()
  expect(await fixture.codes(order)).toEqual(['CODE-2'])
})

test('lines of several products in stock are issued together', async () => {
  const other = await fixture.product({ supplier: 'vault' })
  await fixture.import(product, codeNames(1))
  await fixture.import(other, ['OTHER-1', 'OTHER-2'])

  const order = await place([{ ...line(2), productId: other.productId }, line(1)])

  expect(order.status).toBe('COMPLETED')
  expect(await fixture.codes(order)).toEqual(['OTHER-1', 'OTHER-2', 'CODE-1'])
})

test('codes of a lot in quarantine are not issued', async () => {
  const { lot } = await fixture.import(product, codeNames(2))
  const change = (act: LotAct) =>
    transact(fixture.db, (tx) => changeLot(tx, { productId: product.productId, lot }, act))

  await change('quarantine')
  const waiting = await placeUnits(1)
  await change('release')
  const order = await placeUnits(1)

  expect([waiting.status, order.status]).toEqual(['PENDING', 'COMPLETED'])
})

test('while an order waits for stock of a bucket, the next order of that bucket waits for a worker', async () => {
  fixture.worker()
  const first = await placeUnits(2)
  await fixture.reaches(first, 'OUT_OF_STOCK')
  await fixture.import(product, codeNames(1))

  const smaller = await placeUnits(1)
  const [next] = await Promise.all([placeUnits(1), fixture.codes(smaller)])

  expect([smaller.status, next.status]).toEqual(['PENDING', 'PENDING'])
})

test('while clients write, a group issues no more than 128 batches of stock', async () => {
  await fixture.import(product, codeNames(400))

  isBusy = true
  const busy = [await placeInLines(129), await placeInLines(128)]
  isBusy = false
  const idle = await placeInLines(129)

  expect([...busy, idle].map(({ status }) => status)).toEqual(['PENDING', 'COMPLETED', 'COMPLETED'])
})

test('a group issues a thousand batches of stock at most', async () => {
  await fixture.import(product, codeNames(2_000))

  // The last order weighs half, and belongs to the next group.
  const orders = await Promise.all([997, 4, 3, 1_000].map(placeInLines))

  const statuses = orders.map(({ status }) => status)
  expect(statuses).toEqual(['COMPLETED', 'PENDING', 'COMPLETED', 'COMPLETED'])
})

test.each([
  ['its key', { clientReference: 'another' }, 'fulfilled'],
  ['its reference', { idempotencyKey: undefined }, 'rejected'],
])(
  'an order that is replayed by %s does not use up the limits of its group',
  async (_, change, expectedStatus) => {
    const other = await fixture.product({ supplier: 'vault' })
    await fixture.import(product, codeNames(128))
    await fixture.import(other, ['OTHER'])
    isBusy = true
    const lines = Array.from({ length: 128 }, () => line(1))
    const order = { ...orderOf(lines), idempotencyKey: randomUUID() }
    await ledger.submit(writes, fixture.partnerId, order)

    const again = ledger.submit(writes, fixture.partnerId, { ...order, ...change })
    const behind = place([{ ...line(1), productId: other.productId }])
    const [first, next] = await Promise.allSettled([again, behind])

    expect(first.status).toBe(expectedStatus)
    expect(next).toMatchObject({ value: { status: 'COMPLETED' } })
  },
)

test('a refused order of the group reserves no stock', async () => {
  await fixture.import(product, codeNames(2))
  const expensive = { ...line(2), amount: 1_000, quantity: 500 }

  const [bad, good] = await Promise.allSettled([place([line(1), expensive]), placeUnits(2)])

  expect([bad.status, good.status]).toEqual(['rejected', 'fulfilled'])
  expect(await stock()).toEqual({ free: 0, reserved: 2 })
})

test('partners that order the same product at once get different codes', async () => {
  await fixture.import(product, codeNames(20))
  const other = fixture.connectAgain()
  const otherLedger = createLedger({ db: other, clock: fixture.clock, followers: [writes] })

  const orders = await Promise.all(
    Array.from({ length: 20 }, (_, at) => place([line(1)], at % 2 === 0 ? ledger : otherLedger)),
  )
  fixture.worker()
  const codes = await fixture.codesOfAll(orders)

  expect(new Set(codes.flat()).size).toBe(20)
  expect(await stock()).toEqual({ free: 0, reserved: 20 })
})

test.each<Loss>(['lose_answer', 'lose_request', 'lose_both'])(
  'if a COMMIT is lost (%s), codes are sold once',
  async (loss) => {
    await fixture.import(product, codeNames(5))
    const { database } = fixture.target as { database: string }
    const { proxy, db } = await connectLossily(database)
    ledger = createLedger({ db, clock: fixture.clock, followers: [writes] })
    await placeUnits(1)

    proxy.loseCommit(loss)
    const orders = await Promise.all([placeUnits(1), placeUnits(2)])
    await db.close()
    await proxy.close()

    expect(proxy.lost()).toBe(1)
    expect(orders.map(({ status }) => status)).toEqual(['COMPLETED', 'COMPLETED'])
    const codes = await fixture.codesOfAll(orders)
    expect(codes).toEqual([['CODE-2'], ['CODE-3', 'CODE-4']])
    expect(await stock()).toEqual({ free: 1, reserved: 4 })
  },
)

function codeNames(count: number): string[] {
  return Array.from({ length: count }, (_, at) => `CODE-${at + 1}`)
}

function line(quantity: number): LineRequest {
  return { productId: product.productId, amount: 10, quantity }
}

function placeUnits(quantity: number): Promise<Order> {
  return place([line(quantity)])
}

/** Places an order with lines of one unit, each of which is a batch. */
function placeInLines(count: number): Promise<Order> {
  return place(Array.from({ length: count }, () => line(1)))
}

async function place(items: readonly LineRequest[], by = ledger): Promise<Order> {
  const { order } = await submitOrderWrite(
    { ledger: by, writes },
    fixture.partnerId,
    orderOf(items),
  )
  return order
}

/** Returns the numbers of codes for sale and reserved: no code may be in both, or in neither. */
async function stock(): Promise<unknown> {
  const [counts] = await fixture.db.rows(sql`
    select (select coalesce(sum(quantity), 0)::integer from stock_free) as free,
      (select coalesce(sum(q), 0)::integer
       from stock_reservations, unnest(quantities) as q) as reserved`)
  return counts
}
