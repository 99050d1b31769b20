import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { updateProduct } from '../../src/catalog/mod.ts'
import { formatOrderId, systemClock } from '../../src/core/mod.ts'
import { sql, transact } from '../../src/db/mod.ts'
import { EventFeed, listEvents, relayEvents } from '../../src/events/mod.ts'
import { removeOldEvents } from '../../src/events/sweep-feeds.ts'
import { checkForEvents } from '../../src/events/relay.ts'
import { SUPPLIER_TYPES } from '../../src/process/suppliers.ts'
import { follow, read } from './reading.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'

let fixture: FulfillmentFixture
beforeEach(async () => {
  fixture = await startFulfillmentFixture()
})
afterEach(() => fixture.end())

const EVERYTHING = { from: undefined, to: undefined, subject: undefined, type: undefined }

/** Returns the events of the partner, oldest first. */
async function feed() {
  const page = { before: Number.MAX_SAFE_INTEGER, limit: 10_000 }
  const listed = await listEvents(fixture.db, fixture.partnerId, { ...EVERYTHING, ...page })
  return listed.map(({ eventNo, event }) => ({ eventNo, ...event })).toReversed()
}

/** Returns the numbers of each order's events after PENDING, which are the sequence in the feed. */
async function changesOfOrders(): Promise<Record<string, number[]>> {
  const rows = await fixture.db.rows(sql<{ order_no: bigint; created_at: Date; changes: number[] }>`
    select e.order_no, o.created_at, array_agg(e.event_no order by e.event_no) as changes
    from order_events e join orders o using (partner_id, order_no)
    where e.to_status <> 'PENDING' group by e.order_no, o.created_at`)
  return Object.fromEntries(
    rows.map(({ order_no: orderNo, created_at: at, changes }) => {
      const name = {
        partnerId: fixture.partnerId,
        orderNo: Number(orderNo),
        createdMs: at.getTime(),
      }
      return [formatOrderId(name), changes]
    }),
  )
}

test('relays of several processes race with writes: each change is one event, in sequence by order', async () => {
  const product = await fixture.product({ supplier: 'sandbox' })
  await fixture.deposit(1_000)
  await follow(fixture)
  fixture.worker()
  const processes = [fixture.db, fixture.connectAgain(), fixture.connectAgain()]
  let isDone = false
  const relays = processes.map(async (db) => {
    while (!isDone) await relayEvents(db)
  })
  const items = [{ productId: product.productId, amount: 10, quantity: 1 }]
  const orders = await Promise.all(
    Array.from({ length: 12 }, async (_, at) => {
      const order = await fixture.place({ items })
      await fixture.deposit(at + 1)
      return order
    }),
  )
  await fixture.reverse(2_000)
  await fixture.deposit(2_000)
  for (const order of orders) await fixture.reaches(order, 'COMPLETED')
  isDone = true
  await Promise.all(relays)
  await relayEvents(fixture.db)

  const events = await feed()
  expect(events.map(({ eventNo }) => eventNo)).toEqual(events.map((_, at) => at + 1))
  const changes: Record<string, number[]> = {}
  for (const { type, data } of events) {
    const { orderId, sequence } = data
    if (type.startsWith('order.')) (changes[String(orderId)] ??= []).push(Number(sequence))
  }
  expect(changes).toEqual(await changesOfOrders())
  const deposits = events.filter(({ type }) => type === 'balance.credited')
  expect(deposits.map(({ data }) => data['amount'])).toHaveLength(13)
  expect(new Set(deposits.map(({ data }) => data['transactionId'])).size).toBe(13)
})

test('a relay that is killed before its commit leaves everything to the next one', async () => {
  await follow(fixture)
  await fixture.deposit(10)
  const broken = { ...fixture.db, pool: fixture.connectAgain().pool }
  await fixture.db.rows(sql`
    create function refuse() returns trigger language plpgsql as
    $$ begin raise exception 'killed'; end $$`)
  await fixture.db.rows(sql`
    create trigger killed before insert on events execute function refuse()`)
  await expect(relayEvents(broken)).rejects.toThrow('killed')
  expect(await feed()).toEqual([])
  await fixture.db.rows(sql`drop trigger killed on events`)

  expect((await relayEvents(fixture.db)).partnerIds).toEqual([fixture.partnerId])
  expect(await feed()).toMatchObject([{ eventNo: 1, type: 'balance.credited' }])
  expect((await relayEvents(fixture.db)).partnerIds).toEqual([])
})

test('the check finds each kind of change before a relay, and nothing after it', async () => {
  const { db } = fixture
  await follow(fixture)
  const check = async () => (await checkForEvents(db, 0)).hasEvents
  expect(await check()).toBe(false)

  const { productId } = await fixture.product()
  expect(await check()).toBe(true)
  await relayEvents(db)
  expect(await check()).toBe(false)

  await fixture.deposit(1_000)
  expect(await check()).toBe(true)
  await relayEvents(db)
  expect(await check()).toBe(false)

  fixture.worker()
  const items = [{ productId, amount: 10, quantity: 1 }]
  await fixture.reaches(await fixture.place({ items }), 'COMPLETED')
  await relayEvents(db)
  expect(await check()).toBe(false)
  await db.rows(sql`
    insert into order_outbox (partner_id, order_no, event_no)
    select partner_id, order_no, event_no from order_events where to_status <> 'PENDING'`)
  expect(await check()).toBe(true)
  await relayEvents(db)
  expect(await check()).toBe(false)
})

test('an idle process begins no transaction; a new life of the database skips numbers', async () => {
  const { db } = fixture
  await follow(fixture)
  const queries = vi.spyOn(pg.Client.prototype, 'query')
  const begins = () => queries.mock.calls.filter(([text]) => (text as unknown) === 'begin').length
  const lastEvent = async () =>
    (await fixture.db.rows(sql<{ last: string }>`select last_event::text as last from feeds`))[0]
      ?.last
  const relaying = new EventFeed({ db, clock: systemClock }).startRelay((error) => {
    throw error
  })
  await expect.poll(lastEvent).toBe('1000000')

  const [beginsBefore, queriesBefore] = [begins(), queries.mock.calls.length]
  await expect.poll(() => queries.mock.calls.length).toBeGreaterThan(queriesBefore + 8)
  expect(begins()).toBe(beginsBefore)

  vi.spyOn(db.life, 'currentId', 'get').mockReturnValue('another life')
  await expect.poll(lastEvent).toBe('2000000')
  await relaying.stop()
})

test('nothing is stored for a partner that does not listen', async () => {
  const product = await fixture.product()
  await fixture.deposit(100)
  const items = [{ productId: product.productId, amount: 10, quantity: 1 }]
  await fixture.place({ items })

  expect(await fixture.db.rows(sql`select order_no from order_outbox`)).toEqual([])
  await relayEvents(fixture.db)
  expect(await feed()).toEqual([])
  expect(await fixture.db.rows(sql`select outbox_no from event_outbox`)).toEqual([])
})

test('a relay reads a number of feeds, and the next one continues after them', async () => {
  const { db, partnerId } = fixture
  await follow(fixture)
  await fixture.deposit(1)

  const behindIt = await relayEvents(db, { after: partnerId })
  const fromTheFirst = await relayEvents(db, { after: behindIt.after })

  expect(behindIt).toMatchObject({ partnerIds: [], after: 0 })
  expect(fromTheFirst).toMatchObject({ partnerIds: [partnerId], after: 0 })
})

test('old events are removed; the refusal of a cursor before them names the oldest that is left', async () => {
  const { db, clock, partnerId } = fixture
  await follow(fixture)
  await fixture.deposit(1)
  await fixture.deposit(2)
  await relayEvents(db)
  await db.rows(sql`
    update events set occurred_at = occurred_at - interval '31 days' where event_no = 1`)

  await removeOldEvents({ db, clock, eventDays: 30 })
  expect(await feed()).toMatchObject([{ eventNo: 2 }])
  expect(await read(fixture, undefined)).toMatchObject({ last: 2 })
  expect(await read(fixture, 1)).toMatchObject({ last: 2 })
  await expect(read(fixture, 0)).rejects.toThrow(`after must be evt_${partnerId}_1 or later`)
})

test('one sweep removes all old events of a feed, also if that takes several statements', async () => {
  const { db, clock, partnerId } = fixture
  await follow(fixture)
  await db.rows(sql`
    insert into events (partner_id, event_no, type, subject, occurred_at, data)
    select ${partnerId}, no, 'funds.deposited', 'USD',
           ${new Date(clock.now())}::timestamptz - interval '31 days', '{}'
    from generate_series(1, 20001) as no`)

  await removeOldEvents({ db, clock, eventDays: 30 })

  expect(await feed()).toEqual([])
})

test('a feed without a listener has a gap afterwards, and cursors before the gap are refused', async () => {
  const { db, clock, partnerId } = fixture
  await follow(fixture)
  await fixture.deposit(1)
  await relayEvents(db)
  await db.rows(sql`update feeds set listened_at = listened_at - interval '31 days'`)
  await removeOldEvents({ db, clock, eventDays: 30 })
  await fixture.deposit(2)
  await relayEvents(db)
  expect(await feed()).toHaveLength(1)

  await expect(read(fixture, 1)).rejects.toThrow(`after must be evt_${partnerId}_2 or later`)
  await fixture.deposit(3)
  await relayEvents(db)
  expect((await read(fixture, 2)).events).toMatchObject([
    { id: `evt_${partnerId}_3`, data: { amount: 3 } },
  ])
  await db.rows(sql`
    update events set occurred_at = occurred_at - interval '31 days' where event_no = 1`)
  await removeOldEvents({ db, clock, eventDays: 30 })
  expect(await feed()).toMatchObject([{ eventNo: 3 }])
})

test('many changes of one product between two relays are one event', async () => {
  const { db, clock } = fixture
  await follow(fixture)
  const first = await fixture.product()
  const second = await fixture.product()
  await relayEvents(db)
  const context = { suppliers: SUPPLIER_TYPES, now: clock.now() }
  for (const { productId } of [first, second, first, first]) {
    const change = { brand: `Brand ${randomUUID()}` }
    await transact(db, (tx) => updateProduct(tx, { productId, change }, context))
  }
  const before = (await feed()).length
  await relayEvents(db)

  const productIds = (await feed()).slice(before).map(({ data }) => data['productId'])
  expect(productIds).toHaveLength(2)
  expect(new Set(productIds)).toEqual(new Set([first.productId, second.productId]))
})

test('a change of a test product is not an event of a live partner', async () => {
  await follow(fixture)
  await fixture.product({ supplier: 'sandbox', test: true })
  await relayEvents(fixture.db)

  expect(await feed()).toEqual([])
})
