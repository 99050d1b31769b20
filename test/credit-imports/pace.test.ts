import { expect, onTestFinished, test, vi } from 'vitest'
import {
  checkCreditFile,
  findCreditImport,
  startCreditImports,
  startCredits,
} from '../../src/credit-imports/mod.ts'
import { Pace } from '../../src/credit-imports/pace.ts'
import { openFixture } from '../consumers/fixture.ts'
import { eventually } from '../support/eventually.ts'
import { TESTER } from '../support/tester.ts'

const MINUTE_MS = 60_000

async function* fileOf(length: number) {
  const rows = Array.from({ length }, (_, at) => `a@example.com,A,1,USD,row-${at}\n`)
  const text = `email,fullName,amount,currency,reference\n${rows.join('')}`
  yield await Promise.resolve(Buffer.from(text))
}

test('files rest 49 times as long as they worked, while clients write', async () => {
  let [now, isBusy] = [1_000, true]
  const clock = { now: () => 0, monotonic: () => now }
  const pace = new Pace({ clock, isBusy: () => isBusy })
  const work = (ms: number) => pace.work(() => Promise.resolve((now += ms)))
  expect(pace.isResting()).toBe(false)
  await work(10)
  now += 489
  expect(pace.isResting()).toBe(true)
  isBusy = false
  expect(pace.isResting()).toBe(false)
  isBusy = true
  now += 1
  expect(pace.isResting()).toBe(false)

  // After two parts at once, the rest is as long as after the same parts one by one.
  await Promise.all([work(10), work(10)])
  now += 979
  expect(pace.isResting()).toBe(true)
  // A part that was delayed for minutes is not followed by a rest of hours.
  await work(10 * MINUTE_MS)
  now += 5_000
  expect(pace.isResting()).toBe(false)
})

test('a file rests after each part while clients write, and completes even if they never stop', async () => {
  const fixture = await openFixture()
  onTestFinished(() => fixture.close())
  const { db } = fixture
  const partnerId = await fixture.partner({ USD: 10_000_00n })
  const terms = { fileReference: 'pay', isDryRun: false, createsConsumers: true }
  const key = await checkCreditFile(fixture, { ...terms, partnerId, actor: TESTER }, fileOf(2_001))
  await startCredits(fixture, key, TESTER)
  let now = 0
  const clock = { ...fixture.clock, monotonic: () => now }
  const isBusy = vi.fn<() => boolean>(() => true)
  const worker = startCreditImports(
    { ...fixture, clock, leaseSeconds: 30, isBusy },
    () => undefined,
  )
  for (const credited of [1_000, 2_000]) {
    await vi.waitFor(async () =>
      expect(await findCreditImport(db, key)).toMatchObject({ credited }),
    )
    isBusy.mockClear()
    await vi.waitFor(() => expect(isBusy.mock.calls.length).toBeGreaterThan(2))
    expect(await findCreditImport(db, key)).toMatchObject({ state: 'RUNNING', credited })
    now += 1_000
  }
  await eventually(async () => {
    now += MINUTE_MS
    expect(await findCreditImport(db, key)).toMatchObject({ state: 'DONE', credited: 2_001 })
  })
  await worker.stop()
})

test('while clients write, a third file is worked on before two earlier files have ended', async () => {
  const fixture = await openFixture()
  onTestFinished(() => fixture.close())
  const { db } = fixture
  const start = async (rows: number) => {
    const partnerId = await fixture.partner({ USD: 10_000_00n })
    const terms = { fileReference: 'pay', isDryRun: false, createsConsumers: true }
    const key = await checkCreditFile(fixture, { ...terms, partnerId, actor: TESTER }, fileOf(rows))
    await startCredits(fixture, key, TESTER)
  }
  const untilLeased = (...rows: readonly number[]) =>
    eventually(async () => {
      const found = await db.pool.query<{ row_count: number }>(
        `select row_count from credit_imports where state = 'RUNNING' and lease_until > now()`,
      )
      expect(found.rows.map((row) => row.row_count)).toEqual(expect.arrayContaining([...rows]))
    })
  await Promise.all([start(1_001), start(1_002)])
  let now = 0
  const clock = { ...fixture.clock, monotonic: () => now }
  const worker = startCreditImports(
    { ...fixture, clock, leaseSeconds: 30, isBusy: () => true },
    () => undefined,
  )
  onTestFinished(() => worker.stop())
  await untilLeased(1_001, 1_002)
  await start(1)
  // Each has one more part, and then rests until the clock advances.
  now = MINUTE_MS
  await untilLeased(1)
  const { rows } = await db.pool.query(`select from credit_imports where state = 'RUNNING'`)
  expect(rows).toHaveLength(3)
})
