import { afterEach, beforeEach, expect, test } from 'vitest'
import { dateAt } from '../../src/core/mod.ts'
import { sql, transact, type Database, type Statement } from '../../src/db/mod.ts'
import type { LeasedBatch } from '../../src/fulfillment/batch.ts'
import { deliver, settleDelivered } from '../../src/fulfillment/deliver.ts'
import { finishReturns, renewLeases } from '../../src/fulfillment/lease-rows.ts'
import { findOrder, type Order } from '../../src/orders/mod.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import { claimAll, endLeases, issuedCode, unexpected } from '../support/by-hand.ts'
import { startDomain } from '../support/domain.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { TESTER } from '../support/tester.ts'

/** A worker that was frozen finds its batch leased again, so all its later writes are refused. */
let fixture: FulfillmentFixture

const NO_STOCK: IssueOutcome = { outcome: 'out_of_stock' }
const LOST: IssueOutcome = { outcome: 'unknown', reason: 'lost' }

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000)
  await fixture.product({ supplier: 'sandbox' })
})
afterEach(() => fixture.end())

interface Overtaken {
  readonly order: Order
  readonly late: LeasedBatch
  readonly current: LeasedBatch
}

async function leaseOne(): Promise<LeasedBatch> {
  return (await claimAll(fixture))[0] ?? expect.unreachable('nothing was leased')
}

async function overtake(): Promise<Overtaken> {
  const order = await fixture.place()
  const late = await leaseOne()
  await endLeases(fixture)
  return { order, late, current: await leaseOne() }
}

async function storedState(): Promise<unknown> {
  const [batches, segments, attempts] = await Promise.all([
    fixture.db.rows(sql`select * from fulfillments order by order_no, batch_no`),
    fixture.db.rows(sql`select * from issued_segments`),
    fixture.db.rows(sql`select * from supplier_attempts`),
  ])
  return { batches, segments, attempts }
}

function deliverOutcome(batch: LeasedBatch, outcome: IssueOutcome) {
  const context = { ...fixture, onFault: unexpected }
  return deliver(context, fixture.partnerId, [{ batch, outcome }])
}

test.each<IssueOutcome>([
  issuedCode(),
  NO_STOCK,
  { outcome: 'refused', reason: 'no' },
  { outcome: 'unfunded', reason: 'no funds' },
  LOST,
  { outcome: 'unavailable', reason: 'away' },
  { outcome: 'pending', askAgainInSeconds: 5 },
])('a worker that lost its lease does not write the outcome: %j', async (outcome) => {
  const { late, current } = await overtake()
  const before = await storedState()

  const { issued } = await deliverOutcome(late, outcome)

  expect(issued).toEqual([])
  expect(await storedState()).toEqual(before)
  expect((await deliverOutcome(current, issuedCode())).issued).toEqual([current])
})

test('a worker that lost its lease does not renew it', async () => {
  const { late, current } = await overtake()
  const before = await storedState()

  await fixture.db.rows(renewLeases(fixture.partnerId, [late], 3_600))
  expect(await storedState()).toEqual(before)

  await fixture.db.rows(renewLeases(fixture.partnerId, [current], 3_600))
  expect(await storedState()).not.toEqual(before)
})

test('a worker that lost its lease does not finish the return of a cancelled order', async () => {
  const order = await fixture.place()
  await leaseOne()
  await cancel(order)
  await endLeases(fixture)
  const late = await leaseOne()
  await endLeases(fixture)
  const current = await leaseOne()
  const finish = (batch: LeasedBatch): Promise<unknown[]> =>
    transact(fixture.db, (tx) => tx.rows(finishReturns(fixture.partnerId, [batch])))

  expect(await finish(late)).toEqual([])
  expect(await finish(current)).toHaveLength(1)
})

const EVENTS: Readonly<Record<string, (order: Order) => Promise<void>>> = {
  'a reversal takes the money': () => fixture.reverse(1_000),
  'the order is cancelled': cancel,
}

test.each(
  Object.keys(EVENTS).flatMap((name) =>
    [issuedCode(), NO_STOCK, LOST].map((outcome) => [name, outcome] as const),
  ),
)('%s: a worker that was calling its supplier writes nothing: %j', async (name, outcome) => {
  const order = await fixture.place()
  const late = await leaseOne()
  await EVENTS[name]?.(order)
  const before = await storedState()

  const { issued } = await deliverOutcome(late, outcome)

  expect(issued).toEqual([])
  expect(await storedState()).toEqual(before)
})

async function cancel(order: Order): Promise<void> {
  await fixture.orders.cancel(order, { actor: TESTER, reason: 'wrong' })
}

test('a worker reserves no stock for an order that lost its money meanwhile', async () => {
  const product = await fixture.product({ supplier: 'vault' })
  const items = [{ productId: product.productId, amount: 10, quantity: 1 }]
  await fixture.place({ items })
  await fixture.import({ ...product }, ['A-1'])
  await fixture.db.rows(sql`update fulfillments set due_at = now(), waits_for = null`)
  const late = await leaseOne()
  await fixture.reverse(1_000)
  const free = (): Promise<unknown> =>
    fixture.db.rows(sql`select block_id, quantity from stock_free`)
  const before = await free()

  const [outcome] = await fixture.suppliers.vault.issue([late.request])

  expect(outcome).not.toMatchObject({ outcome: 'issued' })
  expect(await free()).toEqual(before)
})

test('an order that was suspended and resumed accepts nothing from its earlier worker', async () => {
  const order = await fixture.place()
  const late = await leaseOne()
  await fixture.reverse(1_000)
  expect(await findOrder(fixture.db, order)).toMatchObject({ status: 'ON_HOLD' })
  await fixture.deposit(1_000)
  const current = await leaseOne()

  expect((await deliverOutcome(late, issuedCode())).issued).toEqual([])
  expect((await deliverOutcome(current, issuedCode())).issued).toEqual([current])
  await settleDelivered({ ...fixture }, fixture.partnerId, [current])
  expect(await findOrder(fixture.db, order)).toMatchObject({ status: 'COMPLETED' })
})

test('an order is not settled while one of its batches is open', async () => {
  const items = [1, 2].map(() => ({ productId: 1, amount: 10, quantity: 1 }))
  const order = await fixture.place({ items })
  const [first, second] = await claimAll(fixture)
  if (!first || !second) return expect.unreachable('two batches were leased')
  await deliverOutcome(first, issuedCode())
  const funds = await fixture.funds()

  await fixture.orders.settle(fixture.partnerId, [order.orderNo])

  expect(await findOrder(fixture.db, order)).toMatchObject({ status: 'PROCESSING' })
  expect(await fixture.funds()).toEqual(funds)
  await deliverOutcome(second, issuedCode())
  await fixture.orders.settle(fixture.partnerId, [order.orderNo])
  expect(await findOrder(fixture.db, order)).toMatchObject({ status: 'COMPLETED' })
})

test('if a supplier issues more than was requested, nothing is stored and the batch is looked up', async () => {
  const order = await fixture.place()
  const batch = await leaseOne()
  const { goods } = issuedCode() as Extract<IssueOutcome, { outcome: 'issued' }>
  const faults: unknown[] = []
  const context = { ...fixture, onFault: (error: unknown) => void faults.push(error) }

  const outcome = { outcome: 'issued', goods: [...goods, ...goods] } as const
  const { issued } = await deliver(context, fixture.partnerId, [{ batch, outcome }])

  expect(issued).toEqual([])
  expect(faults).toMatchObject([{ message: 'a supplier issued 2 of 1 units' }])
  expect(await fixture.db.rows(sql`select * from issued_segments`)).toEqual([])
  expect(await fixture.db.rows(sql`select outcome_unknown from fulfillments`)).toEqual([
    { outcome_unknown: true },
  ])
  expect(await findOrder(fixture.db, order)).toMatchObject({ status: 'PROCESSING' })
})

const FOUR_DAYS_MS = 4 * 86_400_000

function isLate(row: unknown): boolean {
  return Object.hasOwn(row as object, 'status_since')
}

test('a deadline cancels only the wait that it read, not a wait that began later', async () => {
  const order = await fixture.place()
  await deliverOutcome(await leaseOne(), { outcome: 'out_of_stock' })
  fixture.clock.advance(FOUR_DAYS_MS)
  let sweeps = 0
  const rows: Database['rows'] = async <Row>(statement: Statement<Row>) => {
    const result = await fixture.db.rows(statement)
    // This runs between the search for late orders and the write that cancels them.
    if (result.some(isLate) && sweeps === 0) await beginWaitAnew()
    return result
  }
  const beginWaitAnew = (): Promise<unknown> =>
    fixture.db.rows(sql`update orders set status_since = ${dateAt(fixture.clock.now())}`)
  const { orders } = startDomain({ ...fixture.db, rows }, fixture.clock)

  await orders.sweep()
  expect(await findOrder(fixture.db, order)).toMatchObject({ status: 'OUT_OF_STOCK' })

  sweeps += 1
  fixture.clock.advance(FOUR_DAYS_MS)
  await orders.sweep()
  expect(await findOrder(fixture.db, order)).toMatchObject({ status: 'CANCELLED' })
})
