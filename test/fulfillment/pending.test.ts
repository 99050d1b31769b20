import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { claimAll, deliverOver, dueIn, issuedCode, secondsUntilDue } from '../support/by-hand.ts'
import { startWorks, type Works } from '../support/works.ts'

let works: Works

beforeEach(async () => {
  works = await startWorks()
  await works.deposit(1_000)
  await works.product({ supplier: 'sandbox' })
})
afterEach(() => works.end())

function batchRow(since: Date) {
  return works.db.rows(sql`
    select status, outcome_unknown, attempt, last_fault, lease_owner,
      ${secondsUntilDue(since)} as due_in
    from fulfillments`)
}

async function dueNow(): Promise<void> {
  await works.db.rows(sql`update fulfillments set due_at = now()`)
}

test('a pending batch is looked up later, without a fault, and counts no attempt', async () => {
  const order = await works.place()
  for (let asked = 0; asked < 3; asked += 1) {
    const [batch] = await claimAll(works)
    expect(batch?.outcomeUnknown).toBe(asked > 0)
    const outcome = { outcome: 'pending', askAgainInSeconds: 40 } as const
    const since = await deliverOver(works.db, works, { batch, outcome })
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
  const [batch] = await claimAll(works)
  await deliverOver(works.db, works, { batch, outcome: issuedCode() })

  expect(await works.codes(order)).toEqual(['N'])
})

test.each([
  [Number.NaN, 1],
  [-5, 1],
  [1e9, 600],
])('a pending batch whose supplier says %d seconds is looked up after %s', async (said, due) => {
  await works.place()
  const [batch] = await claimAll(works)
  const since = await deliverOver(works.db, works, {
    batch,
    outcome: { outcome: 'pending', askAgainInSeconds: said },
  })

  expect(await batchRow(since)).toMatchObject([{ due_in: dueIn(due) }])
})

test('a pending batch of a cancelled order is returned to its supplier', async () => {
  const order = await works.place()
  const [batch] = await claimAll(works)
  await deliverOver(works.db, works, {
    batch,
    outcome: { outcome: 'pending', askAgainInSeconds: 40 },
  })

  await works.orders.cancel(order, { actor: 'test', reason: 'asked for' })

  expect(await claimAll(works)).toMatchObject([{ takingBack: true }])
})
