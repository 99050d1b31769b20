import { afterEach, beforeEach, expect, test } from 'vitest'
import { sql } from '../../src/db/mod.ts'
import { noteIssued } from '../../src/fulfillment/unfunded-account-rows.ts'
import { releaseUnmarked } from '../../src/fulfillment/probe-schedule.ts'
import { clearUnfundedAccount } from '../../src/fulfillment/unfunded.ts'
import { findOrder, type Order } from '../../src/orders/mod.ts'
import { issuedCode } from '../support/by-hand.ts'
import {
  heldOrders,
  inProbes,
  isAlertOpen,
  pass,
  round,
  SANDBOX,
  turn,
} from '../support/unfunded-account.ts'
import { startWorks, type Works } from '../support/works.ts'

const REFUSED = { outcome: 'refused', reason: 'no' } as const
const DAY_MS = 86_400_000

let works: Works

beforeEach(async () => {
  works = await startWorks()
  await works.deposit(1_000)
  await works.product({ supplier: 'sandbox' })
})
afterEach(() => works.end())

test('an order that tries again and again is cancelled by the deadline of its first wait', async () => {
  const [order] = await heldOrders(works, 1)
  if (!order) throw new Error('nothing was ordered')
  const first = await findOrder(works.db, order)
  for (let day = 1; day <= 7; day += 1) {
    works.clock.advance(DAY_MS)
    await round(works)
    expect(await turn(works)).toEqual([1])
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

test('the wait is another one where something was issued meanwhile, or the order was paid anew', async () => {
  const items = [1, 2].map(() => ({ productId: 1, amount: 10, quantity: 1 }))
  const order = await works.place({ items })
  await turn(works)
  const heldSince = async () => (await findOrder(works.db, order))?.statusSinceMs ?? 0
  const first = await heldSince()

  works.clock.advance(DAY_MS)
  await round(works)
  await turn(works, issuedCode())
  const second = await heldSince()
  expect(second).toBeGreaterThanOrEqual(first + DAY_MS)

  works.clock.advance(DAY_MS)
  await works.reverse(1_000)
  await round(works)
  expect(await heldSince()).toBeGreaterThanOrEqual(second + DAY_MS)
  works.clock.advance(DAY_MS)
  await works.deposit(1_000)
  await turn(works)
  expect(await heldSince()).toBeGreaterThanOrEqual(second + 2 * DAY_MS)
  expect(await findOrder(works.db, order)).toMatchObject({ heldForSupplier: true })
})

test('an order that was on its way for long is held for another wait', async () => {
  const [order] = await heldOrders(works, 1)
  if (!order) throw new Error('nothing was ordered')
  await round(works)
  await turn(works, { outcome: 'pending', askAgainInSeconds: 60 })
  works.clock.advance(8 * DAY_MS)
  await works.db.rows(sql`update fulfillments set due_at = now()`)

  await turn(works)
  await works.orders.sweep()

  expect(await findOrder(works.db, order)).toMatchObject({
    status: 'ON_HOLD',
    heldForSupplier: true,
  })
})

/** An order held by what an account said once that is known to be funded by now. */
async function heldUnmarked(): Promise<Order> {
  await works.product({
    supplier: undefined,
    suppliers: [{ supplier: 'sandbox' }, { supplier: 'generator' }],
  })
  const order = await works.place({ items: [{ productId: 2, amount: 10, quantity: 1 }] })
  await turn(works)
  await turn(works, { outcome: 'pending', askAgainInSeconds: 60 })
  await pass(works, '1 minute')
  await works.db.rows(noteIssued(SANDBOX))
  await clearUnfundedAccount(works, SANDBOX)
  await works.db.rows(sql`update fulfillments set due_at = now()`)
  await turn(works, REFUSED)
  expect(await findOrder(works.db, order)).toMatchObject({ heldForSupplier: true })
  expect(await works.db.rows(sql`select from unfunded_accounts`)).toEqual([])
  return order
}

test('an order that fell short by what an account said long ago asks it again', async () => {
  const order = await heldUnmarked()

  await releaseUnmarked(inProbes(works))

  expect(await turn(works)).toEqual([1])
  await turn(works, REFUSED)
  expect(await findOrder(works.db, order)).toMatchObject({ heldForSupplier: true })
  expect(await isAlertOpen(works)).toBe(true)
  await releaseUnmarked(inProbes(works))
  expect(await turn(works)).toEqual([])
})

test('workers look for such orders', async () => {
  const order = await heldUnmarked()

  works.worker()

  await works.reaches(order, 'COMPLETED')
})
