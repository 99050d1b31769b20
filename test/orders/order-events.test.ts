import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql, transact, type Statement } from '../../src/db/mod.ts'
import {
  findOrder,
  moveBackInStock,
  moveOutOfStock,
  ORDER_STATUSES,
  type Order,
  type OrderStatus,
} from '../../src/orders/mod.ts'
import { TRANSITIONS } from '../../src/orders/transitions.ts'
import { claimAll } from '../support/by-hand.ts'
import { expectEventsReplay } from '../support/order-events.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { TESTER } from '../support/tester.ts'

const FUNDS = 100

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.product()
  await fixture.deposit(FUNDS)
})
afterEach(() => fixture.end())

/** The writes by which the service moves the only order to a status. */
const MOVES: Readonly<Record<OrderStatus, (order: Order) => Promise<unknown>>> = {
  PENDING: () => fixture.deposit(FUNDS),
  PROCESSING: async (order) =>
    (await statusOf(order)) === 'PENDING'
      ? claimAll(fixture)
      : write(moveBackInStock(fixture.partnerId, [BigInt(order.orderNo)], fixture.clock.now())),
  COMPLETED: async (order) => {
    await fixture.db.rows(sql`
      update fulfillments set status = 'COMPLETED', completed_at = now(), due_at = null`)
    await fixture.orders.settle(fixture.partnerId, [order.orderNo])
  },
  CANCELLED: (order) => fixture.orders.cancel(order, { actor: TESTER, reason: 'asked for' }),
  ON_HOLD: () => fixture.reverse(FUNDS),
  OUT_OF_STOCK: (order) =>
    write(moveOutOfStock(fixture.partnerId, [BigInt(order.orderNo)], fixture.clock.now())),
}

/** The statuses that an order passes through before it has each status. */
const WAYS: Readonly<Record<OrderStatus, readonly OrderStatus[]>> = {
  PENDING: [],
  PROCESSING: ['PROCESSING'],
  OUT_OF_STOCK: ['PROCESSING', 'OUT_OF_STOCK'],
  ON_HOLD: ['ON_HOLD'],
  COMPLETED: ['PROCESSING', 'COMPLETED'],
  CANCELLED: ['CANCELLED'],
}

const PAIRS = ORDER_STATUSES.flatMap((from) => TRANSITIONS[from].map((to) => [from, to] as const))

test.each(PAIRS)(
  '%s -> %s: the commit that changes the order leaves one event',
  async (from, to) => {
    const order = await fixture.place()
    for (const status of WAYS[from]) await MOVES[status](order)
    const before = await events()

    await MOVES[to](order)

    expect(await statusOf(order)).toBe(to)
    const event = {
      event_no: before.length + 1,
      from_status: from,
      to_status: to,
      reason: to === 'CANCELLED' ? 'asked for' : null,
      held_for: to === 'ON_HOLD' ? 'funds' : null,
    }
    expect(await events()).toEqual([...before, event])
    expect(await eventsOfLastCommit()).toContain(event.event_no)
    await expectEventsReplay(fixture.db)
  },
)

test('a new order has one event, which comes from no status', async () => {
  await fixture.place()

  expect(await events()).toMatchObject([{ event_no: 1, from_status: null, to_status: 'PENDING' }])
  expect(await eventsOfLastCommit()).toEqual([1])
})

test('an order that waits for our account at a supplier says so in its event', async () => {
  const order = await fixture.place()
  await fixture.db.rows(sql`update fulfillments set waits_for = 'supplier', due_at = null`)

  await fixture.orders.suspend(fixture.partnerId, [order.orderNo])
  await fixture.orders.resume(fixture.partnerId, order.orderNo)

  expect(await events()).toMatchObject([
    { to_status: 'PENDING', held_for: null },
    { to_status: 'ON_HOLD', held_for: 'supplier' },
    { to_status: 'PENDING', held_for: null },
  ])
})

test('a settlement before any worker has leased a batch writes the events of both changes', async () => {
  const order = await fixture.place()

  await MOVES.COMPLETED(order)

  expect(await events()).toMatchObject([
    { from_status: null, to_status: 'PENDING' },
    { from_status: 'PENDING', to_status: 'PROCESSING' },
    { from_status: 'PROCESSING', to_status: 'COMPLETED' },
  ])
  expect(await eventsOfLastCommit()).toEqual([2, 3])
})

const NO_EVENT = { constraint: 'no_event' }

test('if the event of a change cannot be written, the change is not made', async () => {
  const order = await fixture.place()
  await fixture.db.pool.query(
    `alter table order_events add constraint no_event check (event_no < 2)`,
  )

  await expect(MOVES.CANCELLED(order)).rejects.toMatchObject(NO_EVENT)
  await expect(MOVES.PROCESSING(order)).rejects.toMatchObject(NO_EVENT)
  await expect(MOVES.OUT_OF_STOCK(order)).rejects.toMatchObject(NO_EVENT)

  expect(await findOrder(fixture.db, order)).toEqual(order)
  expect(await fixture.funds()).toEqual({ USD: '90.00' })
})

const NO_CHANGE = { constraint: 'no_change' }

test('a change that the database refuses leaves no event', async () => {
  const order = await fixture.place()
  await fixture.db.pool.query(
    `alter table orders add constraint no_change check (status = 'PENDING')`,
  )

  await expect(MOVES.CANCELLED(order)).rejects.toMatchObject(NO_CHANGE)
  await expect(MOVES.PROCESSING(order)).rejects.toMatchObject(NO_CHANGE)
  await expect(MOVES.OUT_OF_STOCK(order)).rejects.toMatchObject(NO_CHANGE)

  expect(await events()).toHaveLength(1)
})

test('an order that is older than the table of events has events from its next change on', async () => {
  const order = await fixture.place()
  await fixture.db.rows(sql`delete from order_events`)
  await fixture.db.rows(sql`update orders set last_event = 0`)

  await MOVES.CANCELLED(order)

  expect(await events()).toMatchObject([
    { event_no: 1, from_status: 'PENDING', to_status: 'CANCELLED' },
  ])
})

function write(statement: Statement<never>): Promise<unknown> {
  return transact(fixture.db, (tx) => tx.rows(statement))
}

async function statusOf(order: Order): Promise<OrderStatus | undefined> {
  return (await findOrder(fixture.db, order))?.status
}

interface EventRow {
  event_no: number
  from_status: string | null
  to_status: string
  reason: string | null
  held_for: string | null
}

/** Returns the events of the only order. */
function events(): Promise<EventRow[]> {
  return fixture.db.rows(sql<EventRow>`
    select event_no, from_status, to_status, reason, held_for
    from order_events order by event_no`)
}

/** Returns the numbers of the events of the transaction that last wrote the order's row. */
async function eventsOfLastCommit(): Promise<number[]> {
  const rows = await fixture.db.rows(sql<{ event_no: number }>`
    select event_no
    from order_events e join orders o using (partner_id, order_no)
    where e.xmin = o.xmin order by event_no`)
  return rows.map((row) => row.event_no)
}
