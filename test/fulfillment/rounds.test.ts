import { afterEach, beforeEach, expect, test } from 'vitest'
import { listAlerts } from '../../src/alerts/mod.ts'
import { sql } from '../../src/db/mod.ts'
import { noteIssued } from '../../src/fulfillment/dry-rows.ts'
import { holdRounds } from '../../src/fulfillment/rounds.ts'
import { findOrder, type Order } from '../../src/orders/mod.ts'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import { claimAll, deliverOver, issuedCode } from '../review/by-hand.ts'
import { startWorks, type Works } from '../support/works.ts'

const UNFUNDED = { outcome: 'unfunded', reason: 'dry' } as const
const DAY_MS = 86_400_000

let works: Works

beforeEach(async () => {
  works = await startWorks()
  await works.deposit(1_000)
  await works.product({ supplier: 'sandbox' })
})
afterEach(() => works.end())

/** What has been let go on is asked for, and its supplier says this; answers the orders. */
async function turn(...outcomes: IssueOutcome[]): Promise<number[]> {
  const batches = await claimAll(works)
  for (const [at, batch] of batches.entries()) {
    await deliverOver(works.db, works, { batch, outcome: outcomes[at] ?? UNFUNDED })
  }
  return batches.map((batch) => batch.request.orderNo)
}

/** Orders that wait for the account of the sandbox. */
async function heldOrders(count: number): Promise<Order[]> {
  const orders: Order[] = []
  for (let at = 0; at < count; at += 1) {
    orders.push(await works.place())
    await turn()
  }
  return orders
}

async function round(): Promise<void> {
  await works.db.rows(sql`update dry_accounts set next_round_at = now()`)
  await holdRounds(works)
}

/** As if so much time had passed since anything was heard of the account. */
async function pass(time: string): Promise<void> {
  await works.db.rows(sql`
    update dry_accounts
    set refused_at = refused_at - ${time}::interval, funded_at = funded_at - ${time}::interval,
        round_began_at = round_began_at - ${time}::interval`)
}

async function isAlertOpen(): Promise<boolean> {
  const { rows } = await listAlerts(works.db, { page: 1, pageSize: 10 })
  return rows.some(({ kind, resolvedAt }) => kind === 'supplier_unfunded' && !resolvedAt)
}

test('one order after the other tries while the account refuses, and round about', async () => {
  await heldOrders(3)

  const tried: number[] = []
  for (let at = 0; at < 4; at += 1) {
    await round()
    tried.push(...(await turn()))
  }

  expect(tried).toEqual([1, 2, 3, 1])
})

test('rounds grow while nobody is refused, from the oldest on, and begin small again', async () => {
  await heldOrders(14)
  await round()
  expect(await turn()).toEqual([1])
  await round()
  expect(await turn(issuedCode())).toEqual([2])

  await round()
  const tenth = Array.from({ length: 9 }, issuedCode)
  expect(await turn(...tenth)).toEqual([1, 3, 4, 5, 6, 7, 8, 9, 10, 11])
  await round()

  expect(await turn()).toEqual([12])
})

test('a round comes soon after something was issued, and not at once', async () => {
  await heldOrders(2)
  const account = { supplier: 'sandbox', account: '' }
  await works.db.rows(sql`
    update dry_accounts set next_round_at = now() + interval '1 hour'`)
  // However slow this machine is, the round has not been over for long yet.
  await pass('-1 hour')
  await works.db.rows(noteIssued([account]))
  await holdRounds(works)
  expect(await turn()).toEqual([])

  await pass('61 minutes')
  await holdRounds(works)
  expect(await turn()).toEqual([])
  await works.db.rows(noteIssued([account]))
  await holdRounds(works)

  expect(await turn()).toEqual([1])
})

test("an order that its partner cannot pay any more takes nobody else's turn", async () => {
  await works.product({ supplier: 'sandbox' })
  await works.place({ items: [{ productId: 1, amount: 900, quantity: 1 }] })
  await turn()
  await heldOrders(1)
  await works.reverse(500)

  await round()

  expect(await turn()).toEqual([2])
})

test('where nobody waits, only an issue, or a long silence, says that an account is dry no more', async () => {
  await works.product({
    supplier: undefined,
    suppliers: [{ supplier: 'sandbox' }, { supplier: 'generator' }],
  })
  await works.place({ items: [{ productId: 2, amount: 10, quantity: 1 }] })
  await turn()
  await turn(issuedCode())

  await pass('59 minutes')
  await round()
  expect(await isAlertOpen()).toBe(true)
  await works.db.rows(noteIssued([{ supplier: 'sandbox', account: '' }]))
  await round()
  expect(await isAlertOpen()).toBe(false)

  await works.place({ items: [{ productId: 2, amount: 10, quantity: 1 }] })
  await turn()
  await turn(issuedCode())
  await works.db.rows(noteIssued([{ supplier: 'sandbox', account: '' }]))
  await round()
  expect(await isAlertOpen()).toBe(true)
  await pass('2 hours')
  await round()
  expect(await isAlertOpen()).toBe(false)
  expect(await works.db.rows(sql`select from dry_accounts`)).toEqual([])
})

test('an order that tries again and again is cancelled by the deadline of its first wait', async () => {
  const [order] = await heldOrders(1)
  if (!order) throw new Error('nothing was ordered')
  const first = await findOrder(works.db, order)
  for (let day = 1; day <= 7; day += 1) {
    works.clock.advance(DAY_MS)
    await round()
    expect(await turn()).toEqual([1])
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
  await turn()
  const heldSince = async () => (await findOrder(works.db, order))?.statusSinceMs ?? 0
  const first = await heldSince()

  works.clock.advance(DAY_MS)
  await round()
  await turn(issuedCode(), UNFUNDED)
  const second = await heldSince()
  expect(second).toBeGreaterThanOrEqual(first + DAY_MS)

  works.clock.advance(DAY_MS)
  await works.reverse(1_000)
  await round()
  expect(await heldSince()).toBeGreaterThanOrEqual(second + DAY_MS)
  works.clock.advance(DAY_MS)
  await works.deposit(1_000)
  await turn()
  expect(await heldSince()).toBeGreaterThanOrEqual(second + 2 * DAY_MS)
  expect(await findOrder(works.db, order)).toMatchObject({ heldForSupplier: true })
})
