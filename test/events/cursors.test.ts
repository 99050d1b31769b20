import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { lengthenPauses, systemClock } from '../../src/core/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { EventFeed, relayEvents } from '../../src/events/mod.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { Gate } from '../support/gate.ts'
import { follow, read } from './reading.ts'

let fixture: FulfillmentFixture
beforeEach(async () => {
  fixture = await startFulfillmentFixture()
})
afterEach(() => fixture.end())

/** Marks the numbers of the feeds as assigned in an earlier life of the database. */
async function beginNewLife(): Promise<void> {
  await fixture.db.rows(sql`update feeds set life = 'earlier'`)
}

test('after events were lost, their numbers are not used again, and later cursors stay valid', async () => {
  const { db, partnerId } = fixture
  await follow(fixture)
  await fixture.deposit(1)
  await relayEvents(db)
  await fixture.deposit(2)
  await beginNewLife()
  await relayEvents(db, { mustSkip: () => true })

  expect((await read(fixture, 40)).events).toMatchObject([
    { id: `evt_${partnerId}_1000002`, data: { amount: 2 } },
  ])
})

test('the cursor of a reader whose events were lost stays valid, also before the next relay', async () => {
  const { db, partnerId } = fixture
  await follow(fixture)
  await fixture.deposit(1)
  await relayEvents(db)
  await beginNewLife()
  expect(await read(fixture, 64)).toMatchObject({ events: [], last: 64 })

  await fixture.deposit(2)
  await relayEvents(db, { mustSkip: () => true })
  expect((await read(fixture, 64)).events).toMatchObject([
    { id: `evt_${partnerId}_1000002`, data: { amount: 2 } },
  ])
  await expect(read(fixture, 1_000_003)).rejects.toThrow(
    `must be evt_${partnerId}_1000002 or earlier`,
  )
})

test('a feed whose beginning was lost begins again, beyond the cursor of its reader', async () => {
  const { db, partnerId } = fixture
  expect(await read(fixture, 64)).toMatchObject({ events: [], last: 64 })
  await fixture.deposit(1)
  await relayEvents(db)

  expect((await read(fixture, 64)).events).toMatchObject([{ id: `evt_${partnerId}_1000001` }])
})

test('the refusal of a cursor beyond the end of the feed names the last event', async () => {
  const { db, partnerId } = fixture
  await follow(fixture)
  await fixture.deposit(1)
  await relayEvents(db)

  await expect(read(fixture, 2)).rejects.toThrow(`after must be evt_${partnerId}_1 or earlier`)
})

test('the long pause after a slow relay ends as soon as the process writes', async () => {
  await follow(fixture)
  lengthenPauses(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const relayed = new Gate()
  let reads = 0
  const monotonic = (): number => {
    reads += 1
    if (reads === 2) relayed.open()
    return 6_000 * reads
  }
  const events = new EventFeed({ db: fixture.db, clock: { ...systemClock, monotonic } })
  const relaying = events.startRelay((error) => {
    throw error
  })
  onTestFinished(() => relaying.stop())
  await relayed.passed()
  await vi.advanceTimersByTimeAsync(900)
  expect(reads).toBe(2)

  events.wake()
  await vi.advanceTimersByTimeAsync(0)
  expect(reads).toBeGreaterThan(2)
})
