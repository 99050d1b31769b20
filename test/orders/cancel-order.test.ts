import { expect, test } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import type { CancelInput } from '../../src/orders/order-input.ts'
import {
  balances,
  decisionsWith,
  delivered,
  heldOrder,
  openOrder,
  type Decisions,
} from './decision-fixture.ts'
import { TESTER } from '../support/tester.ts'

function cancel({ book, state }: Decisions, of: Partial<CancelInput> = {}) {
  return cancelOrder(book, state, { type: 'cancel', orderNo: 1, reason: 'why', ...of })
}

function refusal(kind: string): unknown {
  return expect.objectContaining({ kind })
}

test('a cancelled order without deliveries gives its whole hold back', () => {
  const given = decisionsWith(1_000n)
  const order = openOrder(given, 700n)
  delivered(given, order, { hasOpenBatches: true })

  expect(cancel(given)).toEqual({ order, hasCompleted: false })

  expect(balances(given)).toMatchObject({ funds: 1_000n, issued: 0n })
  expect(given.book.transfers.at(-1)).toMatchObject({ state: 'void', code: 'order_release' })
  expect(order).toMatchObject({
    status: 'CANCELLED',
    previousStatus: 'PENDING',
    statusSinceMs: given.book.now,
    chargedMinor: 0n,
    cancelReason: 'why',
  })
  const { state } = given
  expect([state.changed.has(order), state.cancelled.has(1), state.open]).toEqual([true, true, []])
  expect(state.events).toEqual([
    {
      orderNo: 1,
      eventNo: 5,
      from: 'PENDING',
      to: 'CANCELLED',
      reason: 'why',
      heldFor: undefined,
    },
  ])
})

test('deliveries that cannot be taken back are charged, with their discount and fee', () => {
  const given = decisionsWith(1_000n)
  const order = openOrder(given, 700n, { status: 'PROCESSING' })
  const adjustment = { discountMinor: minorUnits(30n), feeMinor: minorUnits(5n) }
  delivered(given, order, { hasOpenBatches: true, irrevocable: { costMinor: 300n, adjustment } })

  cancel(given)

  expect(order.chargedMinor).toBe(275n)
  expect(balances(given)).toMatchObject({ funds: 725n, issued: 300n, discounts: -30n, fees: 5n })
  expect(given.book.transfers.map(({ code }) => code).slice(-3)).toEqual([
    'order_charge',
    'order_discount',
    'order_fee',
  ])
})

test('an order that was delivered completely is settled instead, without an audit entry', () => {
  const given = decisionsWith(1_000n)
  const order = openOrder(given, 700n, { status: 'PROCESSING' })
  delivered(given, order, { irrevocable: { costMinor: 700n, adjustment: undefined } })

  expect(cancel(given, { actor: TESTER })).toEqual({ order, hasCompleted: true })

  expect(order).toMatchObject({ status: 'COMPLETED', cancelReason: undefined, chargedMinor: 700n })
  expect([given.state.cancelled.size, given.state.audits]).toEqual([0, []])
})

test('an order ON_HOLD owes what it delivered, even below zero, and no longer waits', () => {
  const given = decisionsWith(100n)
  const order = heldOrder(given, 700n)
  heldOrder(given, 900n, { orderNo: 2 })
  delivered(given, order, { irrevocable: { costMinor: 300n, adjustment: undefined } })

  cancel(given)

  expect(balances(given)).toMatchObject({ funds: -200n, issued: 300n })
  expect(given.book.counters.ordersOnHold).toBe(1)
  expect(given.state.held.map(({ orderNo }) => orderNo)).toEqual([2])
})

test('an order ON_HOLD without deliveries moves no money', () => {
  const given = decisionsWith(100n)
  const order = heldOrder(given, 700n, { heldForSupplier: true })
  const before = given.book.transfers.length

  cancel(given)

  expect([order.status, order.chargedMinor]).toEqual(['CANCELLED', 0n])
  expect(given.book.transfers).toHaveLength(before)
  // It waited for a supplier, so it was not among the orders that wait for funds.
  expect(given.book.counters.ordersOnHold).toBe(1)
})

test('an operator who cancels is audited with the status before and after, a deadline is not', () => {
  const given = decisionsWith(1_000n)
  openOrder(given, 100n, { status: 'OUT_OF_STOCK' })
  openOrder(given, 100n, { orderNo: 2 })

  cancel(given, { actor: TESTER })
  cancel(given, { orderNo: 2 })

  expect(given.state.audits).toEqual([
    {
      partnerId: given.book.partnerId,
      actor: TESTER,
      action: 'order.cancel',
      target: expect.stringMatching(/^order:ord_/) as string,
      valueOut: 'none',
      reason: 'why',
      before: { status: 'OUT_OF_STOCK' },
      after: { status: 'CANCELLED' },
      at: given.book.now,
    },
  ])
})

test('not_found, then order_final, then state_conflict, then delivery_under_way', () => {
  const given = decisionsWith(1_000n)
  const order = openOrder(given, 100n)
  delivered(given, order, { isUnderWay: true })
  const moved = { onlyIf: { status: 'OUT_OF_STOCK', sinceMs: order.statusSinceMs } }

  expect(() => cancel(given, { orderNo: 9 })).toThrow(refusal('not_found'))
  expect(() => cancel(given, moved)).toThrow(refusal('state_conflict'))
  expect(() => cancel(given)).toThrow(refusal('delivery_under_way'))
  order.status = 'COMPLETED'
  expect(() => cancel(given, moved)).toThrow(refusal('order_final'))
  expect(given.state.changed.size).toBe(0)
})

test('a deadline cancels an order only if its status has not changed since', () => {
  const given = decisionsWith(1_000n)
  const order = openOrder(given, 100n)
  const { statusSinceMs: sinceMs } = order

  const early = { status: 'PENDING', sinceMs: sinceMs - 1 }
  expect(() => cancel(given, { onlyIf: early })).toThrow(refusal('state_conflict'))
  cancel(given, { onlyIf: { status: 'PENDING', sinceMs } })
  expect(order.status).toBe('CANCELLED')
})
