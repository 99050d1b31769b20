import { afterEach, beforeEach, expect, test } from 'vitest'
import { compareOrders } from '../../src/orders/mod.ts'
import { startDomainTest, type Domain } from '../support/domain.ts'
import { TESTER } from '../support/tester.ts'

const ALL = [{ first: 1, last: 1_000 }]

let domain: Domain

beforeEach(async () => {
  domain = await startDomainTest()
  await domain.product()
  await domain.deposit(1_000)
})
afterEach(() => domain.end())

function compareAll(afterOrder = 0n) {
  return compareOrders(domain.db, domain.partnerId, { afterOrder, transfers: ALL })
}

/** Places and cancels an order. */
async function placeAndCancel(): Promise<void> {
  const order = await domain.place()
  await domain.orders.cancel(order, { actor: TESTER, reason: 'test' })
}

function alter(statement: string): Promise<unknown> {
  return domain.db.pool.query(statement)
}

/** Alters the tables, compares them, and undoes the change. Returns the differences. */
async function differencesDuring(alteration: string, undo: string): Promise<unknown> {
  await alter(alteration)
  const { differences } = await compareAll()
  await alter(undo)
  return differences.filter(({ stored, recomputed }) => stored !== recomputed)
}

test('`lastFinalOrder` is the order before the first open one, or else the last order', async () => {
  expect((await compareAll()).lastFinalOrder).toBe(0n)
  await placeAndCancel()
  await placeAndCancel()
  expect((await compareAll()).lastFinalOrder).toBe(2n)
  await domain.place()
  await placeAndCancel()

  expect((await compareAll(2n)).lastFinalOrder).toBe(2n)
})

test('an order that differs from its transfers, and a book that differs from its orders, are reported', async () => {
  await domain.place()
  await placeAndCancel()

  expect(
    await differencesDuring(
      `update orders set charged_minor = 1 where order_no = 2`,
      `update orders set charged_minor = 0 where order_no = 2`,
    ),
  ).toEqual([
    { currency: 'USD', account: 'order 2', field: 'charged', stored: '1', recomputed: '0' },
    { currency: 'USD', account: 'order 2', field: 'delivered', stored: '1', recomputed: '0' },
  ])
  expect(
    await differencesDuring(
      `update books set orders_on_hold = 1`,
      `update books set orders_on_hold = 0`,
    ),
  ).toEqual([
    { currency: '', account: 'book', field: 'orders_on_hold', stored: '1', recomputed: '0' },
  ])
  expect(
    await differencesDuring(`update books set last_order = 3`, `update books set last_order = 2`),
  ).toEqual([{ currency: '', account: 'book', field: 'last_order', stored: '3', recomputed: '2' }])
})

test('an aborted comparison ends with the reason of its signal', async () => {
  const signal = AbortSignal.abort(new Error('nobody listens'))

  await expect(
    compareOrders(domain.db, domain.partnerId, { afterOrder: 0n, transfers: ALL, signal }),
  ).rejects.toThrow('nobody listens')
})
