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
import { startWorks, type Works } from '../support/works.ts'

const REFUSED = { outcome: 'refused', reason: 'no' } as const
const DAY_MS = 86_400_000

let works: Works
let accounts: UnfundedAccounts

beforeEach(async () => {
  works = await startWorks()
  accounts = unfundedAccounts(works)
  await works.deposit(1_000)
  await works.product({ supplier: 'sandbox' })
})
afterEach(() => works.end())

test('an order that is probed again and again is cancelled by the deadline of its first wait', async () => {
  const [order] = await placeHeld(works, 1)
  if (!order) throw new Error('nothing was ordered')
  const first = await findOrder(works.db, order)
  for (let day = 1; day <= 7; day += 1) {
    works.clock.advance(DAY_MS)
    await runProbe(works, accounts)
    expect(await deliverDue(works)).toEqual([1])
    await works.orders.sweep()
    if (day === 7) break
    expect(await findOrder(works.db, order)).toMatchObject({
      status: 'ON_HOLD',
      statusSinceMs: first?.statusSinceMs,
    })
  }

  expect(await findOrder(works.db, order)).toMatchObject({
    status: 'CANCELLED',
    cancelReason: 'the deadline of ON_HOLD has passed',
  })
})

test('a new wait begins after an issue, or after the order was paid again', async () => {
  const items = [1, 2].map(() => ({ productId: 1, amount: 10, quantity: 1 }))
  const order = await works.place({ items })
  await deliverDue(works)
  const heldSince = async () => (await findOrder(works.db, order))?.statusSinceMs ?? 0
  const first = await heldSince()

  works.clock.advance(DAY_MS)
  await runProbe(works, accounts)
  await deliverDue(works, issuedCode())
  const second = await heldSince()
  expect(second).toBeGreaterThanOrEqual(first + DAY_MS)

  works.clock.advance(DAY_MS)
  await works.reverse(1_000)
  await runProbe(works, accounts)
  expect(await heldSince()).toBeGreaterThanOrEqual(second + DAY_MS)
  works.clock.advance(DAY_MS)
  await works.deposit(1_000)
  await deliverDue(works)
  expect(await heldSince()).toBeGreaterThanOrEqual(second + 2 * DAY_MS)
  expect(await findOrder(works.db, order)).toMatchObject({ heldForSupplier: true })
})

test('a new wait begins for an order that was open for more than an hour', async () => {
  const [order] = await placeHeld(works, 1)
  if (!order) throw new Error('nothing was ordered')
  await runProbe(works, accounts)
  await deliverDue(works, { outcome: 'pending', askAgainInSeconds: 60 })
  works.clock.advance(8 * DAY_MS)
  await works.db.rows(sql`update fulfillments set due_at = now()`)

  await deliverDue(works)
  await works.orders.sweep()

  expect(await findOrder(works.db, order)).toMatchObject({
    status: 'ON_HOLD',
    heldForSupplier: true,
  })
})

/**
 * Places an order that waits for an account which refused it, and which was cleared while another
 * supplier had the batch.
 */
async function placeHeldUnmarked(): Promise<Order> {
  await works.product({
    supplier: undefined,
    suppliers: [{ supplier: 'sandbox' }, { supplier: 'generator' }],
  })
  const items = [{ productId: 2, amount: 10, quantity: 1 }]
  const order = await works.place({ items })
  await deliverDue(works)
  await deliverDue(works, { outcome: 'pending', askAgainInSeconds: 60 })
  await runProbe(works, accounts)
  await works.place({ items })
  await deliverIssued(works, accounts, issuedCode())
  await accounts.sweep()
  await works.db.rows(sql`update fulfillments set due_at = now() where status <> 'COMPLETED'`)
  await deliverDue(works, REFUSED)
  expect(await findOrder(works.db, order)).toMatchObject({ heldForSupplier: true })
  expect(await works.db.rows(sql`select from unfunded_accounts`)).toEqual([])
  return order
}

test('an order is resumed if the account that refused it was cleared meanwhile', async () => {
  const order = await placeHeldUnmarked()

  await accounts.sweep()

  expect(await deliverDue(works)).toEqual([1])
  await deliverDue(works, REFUSED)
  expect(await findOrder(works.db, order)).toMatchObject({ heldForSupplier: true })
  expect(await isAlertOpen(works)).toBe(true)
  await accounts.sweep()
  expect(await deliverDue(works)).toEqual([])
})

test('a worker resumes such an order', async () => {
  const order = await placeHeldUnmarked()

  works.worker()

  await works.reaches(order, 'COMPLETED')
})
