import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { hurryBatch } from '../../src/fulfillment/hurry-rows.ts'
import { claimAll, deliverOver, dueIn, issuedCode, secondsUntilDue } from '../support/by-hand.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { TESTER } from '../support/tester.ts'

let fixture: FulfillmentFixture

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  await fixture.deposit(1_000)
  await fixture.product({ supplier: 'sandbox' })
})
afterEach(() => fixture.end())

function batchRow(since: Date) {
  return fixture.db.rows(sql`
    select status, outcome_unknown, attempt, last_fault, lease_owner,
      ${secondsUntilDue(since)} as due_in
    from fulfillments`)
}

async function dueNow(): Promise<void> {
  await fixture.db.rows(sql`update fulfillments set due_at = now()`)
}

test('a pending batch is looked up later, without a fault, and counts no attempt', async () => {
  const order = await fixture.place()
  for (let calls = 0; calls < 3; calls += 1) {
    const [batch] = await claimAll(fixture)
    expect(batch?.isOutcomeUnknown).toBe(calls > 0)
    const outcome = { outcome: 'pending', askAgainInSeconds: 40 } as const
    const since = await deliverOver(fixture.db, fixture, { batch, outcome })
    expect(await batchRow(since)).toEqual([
      {
        status: 'PROCESSING',
        outcome_unknown: true,
        attempt: 1,
        last_fault: null,
        lease_owner: null,
        due_in: dueIn(40),
      },
    ])
    await dueNow()
  }
  const [batch] = await claimAll(fixture)
  await deliverOver(fixture.db, fixture, { batch, outcome: issuedCode() })

  expect(await fixture.codes(order)).toEqual(['N'])
})

test.each([
  [Number.NaN, 1],
  [-5, 1],
  [1e9, 600],
])('a pending batch whose supplier says %d seconds is looked up after %s', async (seconds, due) => {
  await fixture.place()
  const [batch] = await claimAll(fixture)
  const since = await deliverOver(fixture.db, fixture, {
    batch,
    outcome: { outcome: 'pending', askAgainInSeconds: seconds },
  })

  expect(await batchRow(since)).toMatchObject([{ due_in: dueIn(due) }])
})

test('a batch whose supplier says during its lease that something has changed is looked up again at once', async () => {
  const order = await fixture.place()
  const [batch] = await claimAll(fixture)
  const key = batch?.request ?? expect.unreachable()
  const outcome = { outcome: 'pending', askAgainInSeconds: 40 } as const

  await fixture.db.rows(hurryBatch(key, 0))
  expect(await claimAll(fixture)).toEqual([])
  await deliverOver(fixture.db, fixture, { batch, outcome })

  const [again] = await claimAll(fixture)
  const since = await deliverOver(fixture.db, fixture, { batch: again, outcome })
  expect(await batchRow(since)).toMatchObject([{ due_in: dueIn(40) }])
  for (const seconds of [5, 20]) await fixture.db.rows(hurryBatch(key, seconds))
  expect(await batchRow(since)).toMatchObject([{ due_in: dueIn(5) }])
  await dueNow()
  const [last] = await claimAll(fixture)
  await fixture.db.rows(hurryBatch(key, 0))
  await deliverOver(fixture.db, fixture, { batch: last, outcome: issuedCode() })
  await fixture.db.rows(hurryBatch(key, 0))
  expect(await fixture.codes(order)).toEqual(['N'])
})

test('a pending batch of a cancelled order is returned to its supplier', async () => {
  const order = await fixture.place()
  const [batch] = await claimAll(fixture)
  await deliverOver(fixture.db, fixture, {
    batch,
    outcome: { outcome: 'pending', askAgainInSeconds: 40 },
  })

  await fixture.orders.cancel(order, { actor: TESTER, reason: 'asked for' })

  expect(await claimAll(fixture)).toMatchObject([{ isTakenBack: true }])
})
