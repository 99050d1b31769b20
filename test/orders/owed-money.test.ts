import { afterEach, beforeEach, expect, test } from 'vitest'
import type { IssueOutcome } from '../../src/supply/mod.ts'
import type { LeasedBatch } from '../../src/fulfillment/batch.ts'
import { listMovements } from '../../src/movements/mod.ts'
import { compareOrders, findOrder, orderId, type Order } from '../../src/orders/mod.ts'
import { setCreditLimit } from '../../src/partners/mod.ts'
import { minor } from '../support/domain.ts'
import { claimAll, deliverOver, issuedCode } from '../support/by-hand.ts'
import { startFulfillmentFixture, type FulfillmentFixture } from '../support/fulfillment-fixture.ts'
import { TESTER } from '../support/tester.ts'
import { verifyBooks } from '../support/verified-books.ts'
import { findOrdersOf } from '../../src/trace/mod.ts'

const CANCEL = { actor: TESTER, reason: 'test' }
const end = (): Promise<never> => Promise.reject(new Error('the process ends'))
let fixture: FulfillmentFixture
beforeEach(async () => {
  fixture = await startFulfillmentFixture(1)
  await fixture.product({
    supplier: 'sandbox',
    productType: 'TOP_UP',
    recipientFields: [{ name: 'phone', label: 'Phone', pattern: '[0-9]+', required: true }],
  })
})
afterEach(() => fixture.end())

/** Places an order of top-ups of 10, each a batch of its own. */
function place(quantity: number): Promise<Order> {
  const items = [{ productId: 1, amount: 10, quantity, recipient: { phone: '123' } }]
  return fixture.place({ items })
}

/**
 * Orders top-ups. `arrive` of them arrive, the outcome of `unknown` others is unknown, and the rest
 * is refused. Returns the order and its batches of unknown outcome.
 */
async function buy(
  quantity: number,
  { arrive, unknown = 0 }: { arrive: number; unknown?: number },
): Promise<{ order: Order; unsure: LeasedBatch[] }> {
  const order = await place(quantity)
  const batches = await claimAll(fixture)
  const deliverWith = (outcome: IssueOutcome) => async (batch: LeasedBatch) =>
    await deliverOver(fixture.db, fixture, { batch, outcome })
  const refused = { outcome: 'refused', reason: 'test' } as const
  const unsure = batches.slice(arrive, arrive + unknown)
  await Promise.all(batches.slice(0, arrive).map(deliverWith(issuedCode())))
  await Promise.all(batches.slice(arrive + unknown).map(deliverWith(refused)))
  return { order, unsure }
}

/** A process that ends after it recorded a delivery, before it suspends or settles the order. */
function dyingProcess(): FulfillmentFixture {
  return { ...fixture, orders: { ...fixture.orders, suspend: end, settle: end } }
}

async function statusOf(order: Order): Promise<string | undefined> {
  return (await findOrder(fixture.db, order))?.status
}

test('money for the deliveries of an order ON_HOLD cannot be spent again', async () => {
  await fixture.deposit(100)
  const { order } = await buy(9, { arrive: 3 })
  await fixture.reverse(60)
  expect([await statusOf(order), await fixture.funds()]).toEqual(['ON_HOLD', { USD: '10.00' }])

  await expect(place(4)).rejects.toMatchObject({ kind: 'insufficient_funds' })
  const next = await place(1)
  await fixture.orders.cancel(order, CANCEL)

  expect(await fixture.funds()).toEqual({ USD: '0.00' })
  expect(await findOrder(fixture.db, order)).toMatchObject({
    status: 'CANCELLED',
    chargedMinor: 3_000n,
  })
  expect(await statusOf(next)).toBe('PENDING')
})

test('an order that is resumed holds the rest only, and is charged once', async () => {
  await fixture.deposit(100)
  const { order } = await buy(9, { arrive: 3 })
  await fixture.reverse(60)
  await fixture.deposit(49)
  expect([await statusOf(order), await fixture.funds()]).toEqual(['ON_HOLD', { USD: '59.00' }])

  await fixture.deposit(1)
  expect(await fixture.funds()).toEqual({ USD: '0.00' })
  fixture.worker()

  expect(await fixture.reaches(order, 'COMPLETED')).toMatchObject({ chargedMinor: 9_000n })
  expect(await fixture.funds()).toEqual({ USD: '0.00' })
})

test('money for an unknown outcome is held until the outcome is known', async () => {
  await fixture.deposit(90)
  const { order, unsure } = await buy(9, { arrive: 1, unknown: 2 })
  await fixture.reverse(50)
  expect([await statusOf(order), await fixture.funds()]).toEqual(['ON_HOLD', { USD: '10.00' }])

  const [one, other] = unsure
  const outcome = { outcome: 'refused', reason: 'test' } as const
  await deliverOver(fixture.db, fixture, { batch: one, outcome })
  expect(await fixture.funds()).toEqual({ USD: '20.00' })
  await deliverOver(fixture.db, fixture, { batch: other, outcome: issuedCode() })
  expect(await fixture.funds()).toEqual({ USD: '20.00' })

  await fixture.orders.cancel(order, CANCEL)
  expect(await fixture.funds()).toEqual({ USD: '20.00' })
})

test('an order that one group resumes and suspends again still holds what it owes', async () => {
  await fixture.deposit(10)
  const { order } = await buy(1, { arrive: 0, unknown: 1 })
  await fixture.reverse(5)
  expect([await statusOf(order), await fixture.funds()]).toEqual(['ON_HOLD', { USD: '-5.00' }])

  await Promise.all([fixture.deposit(5), fixture.reverse(1)])

  expect([await statusOf(order), await fixture.funds()]).toEqual(['ON_HOLD', { USD: '-1.00' }])
})

test('a sweep releases money that is held for a delivery that failed', async () => {
  await fixture.deposit(20)
  const { unsure } = await buy(2, { arrive: 0, unknown: 1 })
  await fixture.reverse(10)
  expect(await fixture.funds()).toEqual({ USD: '0.00' })
  const [batch] = unsure
  const outcome = { outcome: 'refused', reason: 'test' } as const
  await expect(deliverOver(fixture.db, dyingProcess(), { batch, outcome })).rejects.toThrow('ends')
  expect(await fixture.funds()).toEqual({ USD: '0.00' })

  await fixture.orders.sweep()

  expect(await fixture.funds()).toEqual({ USD: '10.00' })
})

test('an order that was delivered completely keeps its hold, and is settled', async () => {
  await fixture.deposit(30)
  const order = await place(2)
  const [one, other] = await claimAll(fixture)
  await deliverOver(fixture.db, fixture, { batch: one, outcome: issuedCode() })
  await expect(
    deliverOver(fixture.db, dyingProcess(), { batch: other, outcome: issuedCode() }),
  ).rejects.toThrow('ends')
  const waiting = await place(1)
  await fixture.reverse(25)

  expect([await statusOf(order), await statusOf(waiting)]).toEqual(['PROCESSING', 'ON_HOLD'])
  expect(await fixture.funds()).toEqual({ USD: '-15.00' })
  await fixture.orders.settle(fixture.partnerId, [order.orderNo])
  expect(await statusOf(order)).toBe('COMPLETED')
  expect(await fixture.funds()).toEqual({ USD: '-15.00' })
})

test('every write that takes funds below zero suspends the newest orders', async () => {
  const { ledger, partnerId } = fixture
  const limit = (amount: number) =>
    setCreditLimit(ledger, {
      partnerId,
      currency: 'USD',
      limitMinor: minor(amount, 'USD'),
      actor: TESTER,
      reason: 'test',
    })
  await limit(50)
  const { order: older } = await buy(2, { arrive: 1 })
  const newer = await place(3)
  expect(await fixture.funds()).toEqual({ USD: '0.00' })

  await limit(35)
  expect([await statusOf(older), await statusOf(newer)]).toEqual(['PROCESSING', 'ON_HOLD'])
  expect(await fixture.funds()).toEqual({ USD: '15.00' })
  await limit(5)
  expect([await statusOf(older), await statusOf(newer)]).toEqual(['ON_HOLD', 'ON_HOLD'])
  expect(await fixture.funds()).toEqual({ USD: '-5.00' })
})

test('every movement of a suspended order names it, and is found by its reference', async () => {
  await fixture.deposit(100)
  const { order } = await buy(9, { arrive: 3 })
  await fixture.reverse(60)
  await fixture.deposit(50)
  await fixture.reverse(50)
  await fixture.orders.cancel(order, CANCEL)
  const { db, partnerId } = fixture
  const list = async (filter: object) =>
    (await listMovements(db, partnerId, { pageSize: 100, ...filter })).movements.toReversed()

  const own = (await list({})).filter(({ kind }) => kind.startsWith('order_'))

  expect(own.map(({ kind, heldMinor, postedMinor }) => [kind, heldMinor, postedMinor])).toEqual([
    ['order_hold', 9_000n, 0n],
    ['order_release', -9_000n, 0n],
    ['order_hold', 3_000n, 0n],
    ['order_release', -3_000n, 0n],
    ['order_hold', 9_000n, 0n],
    ['order_release', -9_000n, 0n],
    ['order_hold', 3_000n, 0n],
    ['order_charge', -3_000n, -3_000n],
  ])
  const { clientReference: reference } = order
  expect(new Set(own.map((one) => [one.orderId, one.reference].join()))).toEqual(
    new Set([`${orderId(order)},${reference}`]),
  )
  expect(await list({ reference })).toEqual(own)
  expect(await list({ kind: 'order_release' })).toHaveLength(3)
  const named = await Promise.all(
    own.map(({ transactionId }) => findOrdersOf({ db, vault: fixture.vault }, transactionId)),
  )
  expect(named.map(([found]) => found?.order.orderNo)).toEqual(own.map(() => order.orderNo))
})

test('a verification reports a wrong hold for a debt, uncovered funds, and a hold without an order', async () => {
  await fixture.deposit(150)
  const { order } = await buy(9, { arrive: 3 })
  await place(1)
  await fixture.reverse(100)
  const scope = { afterOrder: 0n, transfers: [{ first: 1, last: 100 }] }
  const differencesDuring = async (alteration: string, undo: string): Promise<unknown> => {
    await fixture.db.pool.query(alteration)
    const { differences } = await compareOrders(fixture.db, fixture.partnerId, scope)
    await verifyBooks(fixture.db)
    await fixture.db.pool.query(undo)
    return differences
      .filter(({ stored, recomputed }) => stored !== recomputed)
      .map(({ account, field, stored, recomputed }) => [account, field, stored, recomputed])
  }

  expect(
    await differencesDuring(
      `update orders set kept_minor = 2999 where order_no = 1`,
      `update orders set kept_minor = 3000 where order_no = 1`,
    ),
  ).toEqual([
    ['funds', 'held_for_orders', '4000', '3999'],
    ['order 1', 'owed', '2999', '3000'],
  ])
  expect(
    await differencesDuring(
      `update accounts set debits_posted = debits_posted + 1001 where kind = 'funds'`,
      `update accounts set debits_posted = debits_posted - 1001 where kind = 'funds'`,
    ),
  ).toEqual([['funds', 'covered', '-1', 'order 2 ON_HOLD']])
  expect(
    await differencesDuring(
      `update order_holds set partner_id = 9 where hold_no = 2`,
      `update order_holds set partner_id = 1 where hold_no = 2`,
    ),
  ).toEqual([
    ['transfer 2', 'order', 'none', 'one'],
    ['transfer 6', 'order', 'none', 'one'],
  ])
  await fixture.orders.cancel(order, CANCEL)
  expect(
    await differencesDuring(
      `update fulfillments set quantity = 2 where order_no = 1 and batch_no = 1`,
      `update fulfillments set quantity = 1 where order_no = 1 and batch_no = 1`,
    ),
  ).toEqual([['order 1', 'delivered', '3000', '4000']])
})

/** Removes the hold of the only order ON_HOLD: an earlier release held nothing for debts. */
async function forgetHold(): Promise<void> {
  await fixture.db.pool.query(`
    with new_transfer as (
      update books set version = version + 1, last_transfer = last_transfer + 1
      returning last_transfer
    ), void_transfer as (
      insert into transfers (
        partner_id, transfer_no, debit_account, credit_account, amount, debit_available,
        credit_available, pending_no, state, code, created_at)
      select partner_id, new_transfer.last_transfer, debit_account, credit_account, amount,
             debit_available + amount, credit_available, transfer_no, 3, 5, o.status_since
      from transfers join orders o using (partner_id), new_transfer
      where transfer_no = o.kept_hold_no
      returning debit_account, credit_account, amount
    ), changed_accounts as (
      update accounts
      set debits_pending = debits_pending
            - case account_id when debit_account then amount else 0 end,
          credits_pending = credits_pending
            - case account_id when credit_account then amount else 0 end
      from void_transfer where account_id in (debit_account, credit_account)
    ), deleted_hold as (delete from order_holds where hold_no = (select kept_hold_no from orders))
    update orders set kept_hold_no = null, kept_minor = null`)
}

test('an order that an earlier release left without a hold suspends others once it is charged', async () => {
  await fixture.deposit(100)
  const { order } = await buy(9, { arrive: 3 })
  await fixture.reverse(60)
  await forgetHold()
  expect(await fixture.funds()).toEqual({ USD: '40.00' })
  const next = await place(4)

  await fixture.orders.cancel(order, CANCEL)

  expect(await statusOf(next)).toBe('ON_HOLD')
  expect(await fixture.funds()).toEqual({ USD: '10.00' })
})
