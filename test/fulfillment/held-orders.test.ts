import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import type { UnfundedAccounts } from '../../src/fulfillment/unfunded.ts'
import { findOrder, type Order } from '../../src/orders/mod.ts'
import { issuedCode } from '../support/by-hand.ts'
import {
  deliverDue,
  deliverIssued,
  isAlertOpen,
  placeHeld,
  runProbe,
  unfundedAccounts,
} from '../support/unfunded-account.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { MS_PER_DAY } from '../../src/core/mod.ts'

const REFUSED = { outcome: 'refused', reason: 'no' } as const

let fixture: FulfillmentFixture
let accounts: UnfundedAccounts

beforeEach(async () => {
  fixture = await startFulfillmentFixture()
  accounts = unfundedAccounts(fixture)
  await fixture.deposit(1_000)
  await fixture.product({ supplier: 'sandbox' })
})
afterEach(() => fixture.end())

test('an order that is probed again and again is cancelled by the deadline of its first wait', async () => {
  const [order] = await placeHeld(fixture, 1)
  if (!order) throw new Error('nothing was ordered')
  const first = await findOrder(fixture.db, order)
  for (let day = 1; day <= 7; day += 1) {
    fixture.clock.advance(MS_PER_DAY)
    await runProbe(fixture, accounts)
    expect(await deliverDue(fixture)).toEqual([1])
    await fixture.orders.sweep()
    if (day === 7) break
    expect(await findOrder(fixture.db, order)).toMatchObject({
      status: 'ON_HOLD',
      statusSinceMs: first?.statusSinceMs,
    })
  }

  expect(await findOrder(fixture.db, order)).toMatchObject({
    status: 'CANCELLED',
    cancelReason: 'the deadline of ON_HOLD has passed',
  })
})

test('a new wait begins after an issue, or after the order was paid again', async () => {
  const items = [1, 2].map(() => ({ productId: 1, amount: 10, quantity: 1 }))
  const order = await fixture.place({ items })
  await deliverDue(fixture)
  const heldSince = async () => (await findOrder(fixture.db, order))?.statusSinceMs ?? 0
  const first = await heldSince()

  fixture.clock.advance(MS_PER_DAY)
  await runProbe(fixture, accounts)
  await deliverDue(fixture, issuedCode())
  const second = await heldSince()
  expect(second).toBeGreaterThanOrEqual(first + MS_PER_DAY)

  fixture.clock.advance(MS_PER_DAY)
  await fixture.reverse(1_000)
  await runProbe(fixture, accounts)
  expect(await heldSince()).toBeGreaterThanOrEqual(second + MS_PER_DAY)
  fixture.clock.advance(MS_PER_DAY)
  await fixture.deposit(1_000)
  await deliverDue(fixture)
  expect(await heldSince()).toBeGreaterThanOrEqual(second + 2 * MS_PER_DAY)
  expect(await findOrder(fixture.db, order)).toMatchObject({ heldForSupplier: true })
})

test('a new wait begins for an order that was open for more than an hour', async () => {
  const [order] = await placeHeld(fixture, 1)
  if (!order) throw new Error('nothing was ordered')
  await runProbe(fixture, accounts)
  await deliverDue(fixture, { outcome: 'pending', askAgainInSeconds: 60 })
  fixture.clock.advance(8 * MS_PER_DAY)
  await fixture.db.rows(sql`update fulfillments set due_at = now()`)

  await deliverDue(fixture)
  await fixture.orders.sweep()

  expect(await findOrder(fixture.db, order)).toMatchObject({
    status: 'ON_HOLD',
    heldForSupplier: true,
  })
})

/**
 * Places an order that waits for an account. The account refused it, and was cleared while another
 * supplier had the batch.
 */
async function placeHeldUnmarked(): Promise<Order> {
  await fixture.product({
    supplier: undefined,
    suppliers: [{ supplier: 'sandbox' }, { supplier: 'generator' }],
  })
  const items = [{ productId: 2, amount: 10, quantity: 1 }]
  const order = await fixture.place({ items })
  await deliverDue(fixture)
  await deliverDue(fixture, { outcome: 'pending', askAgainInSeconds: 60 })
  await runProbe(fixture, accounts)
  await fixture.place({ items })
  await deliverIssued(fixture, accounts, issuedCode())
  await accounts.sweep()
  await fixture.db.rows(sql`update fulfillments set due_at = now() where status <> 'COMPLETED'`)
  await deliverDue(fixture, REFUSED)
  expect(await findOrder(fixture.db, order)).toMatchObject({ heldForSupplier: true })
  expect(await fixture.db.rows(sql`select from unfunded_accounts`)).toEqual([])
  return order
}

test('an order is resumed if the account that refused it was cleared meanwhile', async () => {
  const order = await placeHeldUnmarked()

  await accounts.sweep()

  expect(await deliverDue(fixture)).toEqual([1])
  await deliverDue(fixture, REFUSED)
  expect(await findOrder(fixture.db, order)).toMatchObject({ heldForSupplier: true })
  expect(await isAlertOpen(fixture)).toBe(true)
  await accounts.sweep()
  expect(await deliverDue(fixture)).toEqual([])
})

test('a worker resumes an order whose account was cleared meanwhile', async () => {
  const order = await placeHeldUnmarked()

  fixture.worker()

  await fixture.reaches(order, 'COMPLETED')
})
