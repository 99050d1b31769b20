import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAlerts, type Alert } from '../../src/alerts/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { compile } from '../../src/db/sql.ts'
import { countOpenBatches, createStuckCheck } from '../../src/fulfillment/mod.ts'
import { failedBatches, placeAfter, waitingOrders } from '../../src/fulfillment/unfinished-rows.ts'
import { orderId } from '../../src/orders/mod.ts'
import { claimAll, deliverOver } from '../support/by-hand.ts'
import { indexesOf, planNodes } from '../support/plans.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { TESTER } from '../support/tester.ts'
import { MS_PER_HOUR } from '../../src/core/mod.ts'
import { useSmallDatabases } from '../support/database-pool.ts'

useSmallDatabases()

const REFUSED = { outcome: 'refused', reason: 'no such recipient' } as const
const OUT_OF_STOCK = { outcome: 'out_of_stock' } as const

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000)
  await fixture.product({ supplier: 'sandbox' })
})
afterEach(() => fixture.end())

function checkOf(ordersPerCheck?: number): () => Promise<void> {
  return createStuckCheck({ ...fixture, waitingSeconds: 900 }, ordersPerCheck)
}

async function alerts(kind: string): Promise<Alert[]> {
  const { rows } = await listAlerts(fixture.db, { state: 'open', page: 1, pageSize: 10 })
  return rows.filter((alert) => alert.kind === kind)
}

/** Ends each batch of the open orders with this outcome. */
async function deliverAll(outcome: typeof REFUSED | typeof OUT_OF_STOCK): Promise<void> {
  for (const batch of await claimAll(fixture)) {
    await deliverOver(fixture.db, fixture, { batch, outcome })
  }
}

test('FAILED batches raise one alert for each product and supplier, until they are retried', async () => {
  const check = checkOf()
  const first = await fixture.place()
  const second = await fixture.place({
    items: [
      { productId: 1, amount: 10, quantity: 1 },
      { productId: 1, amount: 20, quantity: 1 },
    ],
  })
  await check()
  expect(await alerts('batches_failed')).toEqual([])
  await deliverAll(REFUSED)

  await check()

  const id = orderId(first)
  expect(await alerts('batches_failed')).toMatchObject([
    {
      subject: 'product:1:sandbox',
      severity: 'critical',
      message:
        'sandbox refuses product 1: 3 batches of 2 orders FAILED, all are retried; ' +
        `the first order is ${id}`,
      details: { productId: 1, supplier: 'sandbox', batches: 3, orders: 2, stopped: 0 },
      count: 1,
    },
  ])
  await fixture.db.rows(sql`update fulfillments set due_at = null`)
  await check()
  const stopped = expect.stringContaining('3 are not retried any more')
  expect(await alerts('batches_failed')).toMatchObject([{ message: stopped }])
  for (const order of [first, second]) {
    await fixture.orders.retry(order, { actor: TESTER, reason: 'they have it again' })
  }
  await check()
  expect(await alerts('batches_failed')).toEqual([])
})

test('FAILED batches of cancelled orders raise no alert, and are not counted', async () => {
  const check = checkOf()
  const order = await fixture.place()
  await deliverAll(REFUSED)
  await check()
  expect(await alerts('batches_failed')).toHaveLength(1)
  expect(await countOpenBatches(fixture.db)).toEqual(new Map([['FAILED', 1]]))

  await fixture.orders.cancel(order, { actor: TESTER, reason: 'no longer wanted' })
  await check()

  expect(await alerts('batches_failed')).toEqual([])
  expect(await countOpenBatches(fixture.db)).toEqual(new Map())
})

test('orders that wait longer than the setting raise one alert for each partner', async () => {
  const check = checkOf()
  const first = await fixture.place()
  const second = await fixture.place()
  await deliverAll(OUT_OF_STOCK)
  await fixture.reverse(990)
  await check()
  expect(await alerts('orders_waiting')).toEqual([])
  fixture.clock.advance(MS_PER_HOUR)
  await fixture.deposit(5)
  await fixture.place({ items: [{ productId: 1, amount: 5, quantity: 1 }] })

  await check()

  const id = orderId(first)
  expect(await alerts('orders_waiting')).toMatchObject([
    {
      subject: `partner:${fixture.partnerId}`,
      severity: 'warning',
      message: expect.stringMatching(/^orders of Acme wait: 1 O\w+, 1 O\w+; the oldest is ord_/),
      details: { orders: { OUT_OF_STOCK: 1, ON_HOLD: 1 }, orderId: id },
      count: 1,
    },
  ])
  for (const order of [first, second]) {
    await fixture.orders.cancel(order, { actor: TESTER, reason: 'waited too long' })
  }
  await check()
  expect(await alerts('orders_waiting')).toEqual([])
})

test('if the limit is 0, no order raises an alert because it waits', async () => {
  await fixture.place()
  fixture.clock.advance(MS_PER_HOUR)

  await createStuckCheck({ ...fixture, waitingSeconds: 0 })()

  expect(await alerts('orders_waiting')).toEqual([])
})

test('a pass over all orders takes several checks, and counts each order once', async () => {
  for (let order = 0; order < 5; order += 1) await fixture.place()
  await deliverAll(REFUSED)
  fixture.clock.advance(MS_PER_HOUR)
  const check = checkOf(2)

  await check()
  await check()
  expect(await alerts('batches_failed')).toEqual([])
  await check()

  expect(await alerts('batches_failed')).toMatchObject([{ details: { batches: 5, orders: 5 } }])
  expect(await alerts('orders_waiting')).toMatchObject([{ details: { orders: { PROCESSING: 5 } } }])
})

test('processes that check at once raise one alert for each cause', async () => {
  await fixture.place()
  await deliverAll(REFUSED)
  fixture.clock.advance(MS_PER_HOUR)

  await Promise.all(Array.from({ length: 8 }, () => checkOf()()))

  expect(await alerts('batches_failed')).toHaveLength(1)
  expect(await alerts('orders_waiting')).toHaveLength(1)
})

/** The partial indexes that leave out COMPLETED orders, which are nearly all orders. */
const WITHOUT_COMPLETED = new Set(['orders_unfinished', 'orders_not_completed'])

test('each statement of a check reads a range of the orders that are not final', async () => {
  const { db } = fixture
  await db.pool.query(`
    insert into orders (
      partner_id, order_no, client_reference, fingerprint, currency, total_minor, unit_count,
      status, previous_status, status_since, hold_no, created_at, completed_at)
    select 9, n, gen_random_uuid(), '', 'USD', 100, 1,
           case when n % 100 = 0 then 'OUT_OF_STOCK' else 'COMPLETED' end, 'PROCESSING', now(), n,
           now(), case when n % 100 > 0 then now() end
    from generate_series(1, 20000) as n`)
  await db.pool.query('analyze')
  const range = {
    after: { partner_id: 0, order_no: 0n },
    last: { partner_id: 9, order_no: 9n },
  }
  for (const statement of [
    placeAfter(range.after, 10),
    waitingOrders(range, 0),
    failedBatches(range),
  ]) {
    const nodes = await planNodes(db, compile(statement).text)
    const scan = nodes.find((node) => WITHOUT_COMPLETED.has(node['Index Name'] ?? ''))
    expect(scan?.['Index Cond']).toContain('ROW(partner_id, order_no) >')
    expect(nodes.filter((node) => node['Join Filter'] !== undefined)).toEqual([])
  }
  const nodes = await planNodes(db, compile(failedBatches(range)).text)
  expect(indexesOf(nodes)).toContain('fulfillments_open')
})
