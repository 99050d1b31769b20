import { expect, test } from 'vitest'
import type { Delivery } from '../../src/orders/order-deliveries.ts'
import type { Order } from '../../src/orders/order.ts'
import { resumeOrder, suspendOrder } from '../../src/orders/suspend-order.ts'
import {
  balances,
  decisionsWith,
  setDelivery,
  heldOrder,
  openOrder,
  type Decisions,
} from './decision-fixture.ts'
import { TESTER } from '../support/tester.ts'

const HOUR = 3_600_000

function suspend({ book, state }: Decisions, orderNo = 1) {
  return suspendOrder(book, state, { type: 'suspend', orderNo })
}

/** Suspends an order again, and returns the instant since which it waits for a supplier. */
function waitsSince(fields: Partial<Order>, delivery: Partial<Delivery> = {}): unknown {
  const decisions = decisionsWith(1_000n)
  const order = openOrder(decisions, 100n, fields)
  setDelivery(decisions, order, { isShort: true, hasOpenBatches: true, ...delivery })
  suspend(decisions)
  expect(order.firstHeldMs).toBe(order.statusSinceMs)
  return order.firstHeldMs
}

test('an order whose batch our account cannot pay gives its hold up and waits for the supplier', () => {
  const decisions = decisionsWith(1_000n)
  const { book, state } = decisions
  const order = openOrder(decisions, 700n, { status: 'PROCESSING' })
  setDelivery(decisions, order, { isShort: true, hasOpenBatches: true })

  suspend(decisions)

  expect(order).toMatchObject({
    status: 'ON_HOLD',
    heldForSupplier: true,
    holdNo: undefined,
    firstHeldMs: book.now,
    statusSinceMs: book.now,
  })
  expect(balances(decisions)).toMatchObject({ funds: 1_000n })
  // It does not wait for the partner's funds.
  expect([book.counters.ordersOnHold, state.held, state.open]).toEqual([0, [], []])
  expect([[...state.suspended], [...state.changed]]).toEqual([[1], [order]])
  expect(state.events).toMatchObject([{ to: 'ON_HOLD', heldFor: 'supplier' }])
})

test('nothing changes if no batch is short, or if the order is ON_HOLD, final or unknown', () => {
  const decisions = decisionsWith(1_000n)
  setDelivery(decisions, openOrder(decisions, 100n))
  openOrder(decisions, 100n, { orderNo: 2 })
  for (const [orderNo, status] of [
    [3, 'ON_HOLD'],
    [4, 'COMPLETED'],
    [5, 'CANCELLED'],
  ] as const) {
    setDelivery(decisions, heldOrder(decisions, 100n, { orderNo, status }), { isShort: true })
  }

  for (const orderNo of [1, 2, 3, 4, 5, 6]) suspend(decisions, orderNo)

  expect([decisions.state.changed.size, decisions.state.events]).toEqual([0, []])
})

test('an order that is tried again keeps the beginning of its wait, for at most an hour', () => {
  const { now } = decisionsWith(0n).book
  const resumedOrder = { firstHeldMs: 100, statusSinceMs: now }

  expect(waitsSince(resumedOrder)).toBe(100)
  expect(waitsSince({ ...resumedOrder, statusSinceMs: now - HOUR })).toBe(100)
  expect(waitsSince({ ...resumedOrder, statusSinceMs: now - HOUR - 1 })).toBe(now)
  expect(waitsSince({ statusSinceMs: now })).toBe(now)
})

test('an order with a batch that was issued meanwhile begins a new wait', () => {
  const { now } = decisionsWith(0n).book
  const resumedOrder = { firstHeldMs: 100, statusSinceMs: now }

  expect(waitsSince(resumedOrder, { lastIssuedMs: 99 })).toBe(100)
  expect(waitsSince(resumedOrder, { lastIssuedMs: 100 })).toBe(100)
  expect(waitsSince(resumedOrder, { lastIssuedMs: 101 })).toBe(now)
})

test('a resumed order waits for the partner alone, among the others by its age', () => {
  const decisions = decisionsWith(0n)
  const { book, state } = decisions
  const others = [1, 5].map((orderNo) => heldOrder(decisions, 100n, { orderNo }))
  const order = heldOrder(decisions, 100n, { orderNo: 3, heldForSupplier: true })
  state.held.pop()
  book.counters.ordersOnHold -= 1
  state.fundsSeen.set('USD', 0n)

  const act = { actor: TESTER, reason: 'paid' }
  expect(resumeOrder(book, state, { type: 'resume', orderNo: 3, act })).toBe(order)

  expect(order).toMatchObject({
    status: 'ON_HOLD',
    heldForSupplier: false,
    statusSinceMs: book.now,
  })
  expect(state.held).toEqual([others[0], order, others[1]])
  expect([book.counters.ordersOnHold, state.fundsSeen.size]).toEqual([3, 0])
  expect([[...state.changed], [...state.supplierFunded]]).toEqual([[order], [3]])
  expect(state.audits).toEqual([
    {
      ...act,
      partnerId: book.partnerId,
      action: 'order.retry',
      target: expect.stringMatching(/^order:ord_/) as string,
      valueOut: 'none',
      at: book.now,
    },
  ])
})

test('only an order that waits for a supplier is resumed; only a resume by an operator is audited', () => {
  const decisions = decisionsWith(1_000n)
  const { book, state } = decisions
  heldOrder(decisions, 100n)
  openOrder(decisions, 100n, { orderNo: 2, heldForSupplier: true })
  heldOrder(decisions, 100n, { orderNo: 3, heldForSupplier: true })
  const resume = (orderNo: number) =>
    resumeOrder(book, state, { type: 'resume', orderNo }) !== undefined

  expect([1, 2, 3, 4].map(resume)).toEqual([false, false, true, false])
  expect(state.audits).toEqual([])
})
