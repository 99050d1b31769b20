import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { relayEvents } from '../../src/events/mod.ts'
import { createLedger, type GroupStats, type Ledger } from '../../src/ledger/mod.ts'
import {
  findOrder,
  listStatusChanges,
  orderId,
  type Order,
  type OrderWrites,
} from '../../src/orders/mod.ts'
import { submitOrderWrite } from '../../src/orders/order-writes.ts'
import { reverse } from '../../src/partners/mod.ts'
import { follow, read } from '../events/reading.ts'
import { connectLossily, type Loss } from '../ledger/lossy-proxy.ts'
import { moves, put } from '../ledger/fixture.ts'
import { minor } from '../support/domain.ts'
import { expectEventsReplay } from '../support/order-events.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { issuingWrites, orderOf } from './issuing-fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: FulfillmentFixture
let writes: OrderWrites
let ledger: Ledger
const groups: GroupStats[] = []
beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(100_000)
  writes = issuingWrites(fixture)
  groups.length = 0
  const { db, clock } = fixture
  ledger = createLedger({ db, clock, followers: [writes], onGroup: (one) => void groups.push(one) })
})
afterEach(() => fixture.end())

test('an order of generated codes is COMPLETED, through PROCESSING, in the commit that accepts it', async () => {
  await fixture.product()
  const order = await placeUnits(900)
  expect(await findOrder(fixture.db, order)).toMatchObject({
    status: 'COMPLETED',
    previousStatus: 'PROCESSING',
    completedMs: order.createdMs,
    chargedMinor: 900_00n,
  })
  expect(await fixture.funds()).toEqual({ USD: '99100.00' })
  expect(new Set(await fixture.codes(order)).size).toBe(900)
  expect(await batches(order)).toEqual([
    { status: 'COMPLETED', quantity: 400, attempt: 1, is_done: true, due_at: null },
    { status: 'COMPLETED', quantity: 400, attempt: 1, is_done: true, due_at: null },
    { status: 'COMPLETED', quantity: 100, attempt: 1, is_done: true, due_at: null },
  ])
})

test('an order that is completed when it is placed has its changes in its row, and in a feed in use', async () => {
  await fixture.product()
  const orderBeforeFeed = await placeUnits(1)
  await follow(fixture)
  const waiting = await fixture.place()
  const order = await placeUnits(1)

  const atMs = order.createdMs
  const change = { reason: undefined, heldFor: undefined, atMs }
  const changes = [
    { ...change, from: undefined, to: 'PENDING' },
    { ...change, from: 'PENDING', to: 'PROCESSING' },
    { ...change, from: 'PROCESSING', to: 'COMPLETED' },
  ]
  expect(await listStatusChanges(fixture.db, order)).toEqual(changes)
  expect(await listStatusChanges(fixture.db, orderBeforeFeed)).toHaveLength(3)
  expect(await listStatusChanges(fixture.db, waiting)).toMatchObject([{ to: 'PENDING' }])
  await expectEventsReplay(fixture.db)
  await relayEvents(fixture.db)
  const { events } = await read(fixture, 0)
  const orderEvents = events.filter(({ type }) => type.startsWith('order.'))
  expect(orderEvents).toMatchObject([
    { type: 'order.processing', data: { previousStatus: 'PENDING', sequence: 2 } },
    { type: 'order.completed', data: { previousStatus: 'PROCESSING', sequence: 3 } },
  ])
  expect(orderEvents.map(({ data }) => data['orderId'])).toEqual([orderId(order), orderId(order)])
  const remaining = await fixture.db.rows(sql`
    select from order_outbox union all select from order_events where event_no > 1`)
  expect(remaining).toEqual([])
})

test('an order with a line that needs a worker waits as a whole, and is issued once', async () => {
  await fixture.product()
  const sandboxProduct = await fixture.product({ supplier: 'sandbox' })

  const { seal } = fixture.vault
  let seals = 0
  fixture.vault.seal = (...sealed) => {
    seals += 1
    return seal(...sealed)
  }

  const order = await place([
    generatedLine(2),
    { productId: sandboxProduct.productId, amount: 10, quantity: 1 },
  ])

  expect(seals).toBe(0)
  expect(await findOrder(fixture.db, order)).toMatchObject({ status: 'PENDING' })
  expect(await segments()).toBe(0)
  fixture.worker()
  expect(await fixture.codes(order)).toHaveLength(3)
  expect(await segments()).toBe(2)
})

test('a group issues a thousand units; an order that does not fit waits, a smaller one is issued', async () => {
  await fixture.product()
  const first = placeUnits(1)

  const [, large, larger, small] = await Promise.all([
    first,
    placeUnits(600),
    placeUnits(401),
    placeUnits(399),
  ])

  expect([large.status, larger.status, small.status]).toEqual(['COMPLETED', 'PENDING', 'COMPLETED'])
  fixture.worker()
  for (const order of [large, larger, small]) {
    expect(new Set(await fixture.codes(order)).size).toBe(order.unitCount)
  }
})

test('an order of a thousand lines is issued by the group that places it', async () => {
  await fixture.product()

  const order = await placeInLines(1_000)

  expect(order.status).toBe('COMPLETED')
  expect(new Set(await fixture.codes(order)).size).toBe(1_000)
})

test('if codes of an order cannot be sealed, it and the orders behind it wait for a worker', async () => {
  await fixture.product()
  const { seal } = fixture.vault
  fixture.vault.seal = () => {
    throw new Error('no key')
  }

  const orders = await Promise.all([placeUnits(1), placeUnits(2)])
  fixture.vault.seal = seal

  expect(orders.map(({ status }) => status)).toEqual(['PENDING', 'PENDING'])
  // `seal` is called once for the group, not for each of its orders.
  expect(fixture.faults).toMatchObject([{ message: 'no key' }])
  fixture.worker()
  for (const order of orders) expect(await fixture.codes(order)).toHaveLength(order.unitCount)
})

test('a refused order of the group issues nothing', async () => {
  await fixture.product()
  const expensive = { productId: 1, amount: 1_000, quantity: 500 }

  const [good, bad, other] = await Promise.allSettled([
    placeUnits(1),
    place([expensive]),
    placeUnits(1),
  ])

  expect([good.status, bad.status, other.status]).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await segments()).toBe(2)
})

test.each<Loss>(['lose_answer', 'lose_request', 'lose_both'])(
  'if a COMMIT is lost (%s), orders are issued and charged once',
  async (loss) => {
    await fixture.product()
    const { database } = fixture.target as { database: string }
    const { proxy, db } = await connectLossily(database)
    ledger = createLedger({ db, clock: fixture.clock, followers: [writes] })
    await placeUnits(1)

    proxy.loseCommit(loss)
    const orders = await Promise.all([placeUnits(2), placeUnits(3)])
    await db.close()
    await proxy.close()

    expect(proxy.lost()).toBe(1)
    expect(orders.map(({ orderNo, status }) => [orderNo, status])).toEqual([
      [2, 'COMPLETED'],
      [3, 'COMPLETED'],
    ])
    expect(await segments()).toBe(3)
    expect(await fixture.funds()).toEqual({ USD: '99994.00' })
    for (const order of orders) {
      expect(new Set(await fixture.codes(order)).size).toBe(order.unitCount)
    }
  },
)

test('two requests with one Idempotency-Key in one group make one order', async () => {
  await fixture.product()
  const input = { ...orderOf([generatedLine(2)]), idempotencyKey: randomUUID() }

  const answers = await Promise.all([
    ledger.submit(writes, fixture.partnerId, input),
    ledger.submit(writes, fixture.partnerId, input),
  ])

  expect(groups.map((group) => group.writes)).toEqual([2])
  expect(answers).toMatchObject([
    { order: { orderNo: 1, status: 'COMPLETED' }, isReplayed: false },
    { order: { orderNo: 1, status: 'COMPLETED' }, isReplayed: true },
  ])
  expect(await segments()).toBe(1)
  expect(await fixture.funds()).toEqual({ USD: '99998.00' })
})

test('a reversal in the same group leaves the issued order; an older open order loses its money', async () => {
  await fixture.product()
  const waiting = await fixture.product({ supplier: 'vault' })
  const older = await place([{ productId: waiting.productId, amount: 10, quantity: 1 }])
  groups.length = 0

  const [issued] = await Promise.all([
    placeUnits(1),
    reverse(ledger, {
      partnerId: fixture.partnerId,
      currency: 'USD',
      amountMinor: minor(99_995, 'USD'),
      reference: 'chargeback',
      reason: 'chargeback',
      actor: TESTER,
    }),
  ])

  expect(groups).toMatchObject([{ writes: 2, refused: 0 }])
  expect(await fixture.codes(issued)).toHaveLength(1)
  expect(await findOrder(fixture.db, older)).toMatchObject({ status: 'ON_HOLD' })
  expect(await fixture.funds()).toEqual({ USD: '4.00' })
})

test('a write that fails in the group fails alone; its other orders are issued once', async () => {
  await fixture.product()
  const poison: typeof moves = {
    ...moves,
    name: 'poisoned',
    save: (tx) => tx.write(sql`select 1 / ${0}::integer`),
  }

  const [one, poisoned, other] = await Promise.allSettled([
    placeUnits(2),
    ledger.submit(poison, fixture.partnerId, put(1n)),
    placeUnits(3),
  ])

  expect(poisoned.status).toBe('rejected')
  if (one.status === 'rejected' || other.status === 'rejected') throw new Error('not placed')
  expect(new Set(await fixture.codes(one.value)).size).toBe(2)
  expect(new Set(await fixture.codes(other.value)).size).toBe(3)
  expect(await segments()).toBe(2)
  expect(await fixture.funds()).toEqual({ USD: '99995.00' })
})

test('workers are woken for orders that wait, and not for issued ones', async () => {
  await fixture.product()
  const waiting = await fixture.product({ supplier: 'vault' })

  const issued = await placeUnits(1)
  const order = await place([{ productId: waiting.productId, amount: 10, quantity: 1 }])
  await ledger.submit(writes, fixture.partnerId, { type: 'settle', orderNo: issued.orderNo })
  const cancel = { type: 'cancel', orderNo: order.orderNo, reason: 'no longer wanted' } as const
  await ledger.submit(writes, fixture.partnerId, cancel)

  expect(groups.map(({ hasLeftWork }) => hasLeftWork)).toEqual([false, true, false, true])
})

function generatedLine(quantity: number) {
  return { productId: 1, amount: 1, quantity }
}

function placeUnits(quantity: number): Promise<Order> {
  return place([generatedLine(quantity)])
}

/** Places an order with lines of one unit, each of which is a batch. */
function placeInLines(count: number): Promise<Order> {
  return place(Array.from({ length: count }, () => generatedLine(1)))
}

async function place(items: readonly ReturnType<typeof generatedLine>[]): Promise<Order> {
  const { order } = await submitOrderWrite({ ledger, writes }, fixture.partnerId, orderOf(items))
  return order
}

function batches({ orderNo }: Order) {
  return fixture.db.rows(sql`
    select status, quantity, attempt, completed_at = ordered_at as is_done, due_at
    from fulfillments where order_no = ${orderNo} order by batch_no`)
}

async function segments(): Promise<number> {
  const rows = await fixture.db.rows(sql`select from issued_segments`)
  return rows.length
}
