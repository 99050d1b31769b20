import { expect, test } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import { cancelOrder } from '../../src/orders/cancel-order.ts'
import type { CancelInput } from '../../src/orders/order-input.ts'
import {
  balances,
  decisionsWith,
  setDelivery,
  heldOrder,
  openOrder,
  type Decisions,
} from './decision-fixture.ts'
import { TESTER } from '../support/tester.ts'

function cancel({ book, state }: Decisions, input: Partial<CancelInput> = {}) {
  return cancelOrder(book, state, { type: 'cancel', orderNo: 1, reason: 'why', ...input })
}

function refusal(kind: string): unknown {
  return expect.objectContaining({ kind })
}

test('a cancelled order without deliveries gives its whole hold back', () => {
  const decisions = decisionsWith(1_000n)
  const order = openOrder(decisions, 700n)
  setDelivery(decisions, order, { hasOpenBatches: true })

  expect(cancel(decisions)).toEqual({ order, hasCompleted: false })

  expect(balances(decisions)).toMatchObject({ funds: 1_000n, issued: 0n })
  expect(decisions.book.transfers.at(-1)).toMatchObject({ state: 'void', code: 'order_release' })
  expect(order).toMatchObject({
    status: 'CANCELLED',
    previousStatus: 'PENDING',
    statusSinceMs: decisions.book.now,
    chargedMinor: 0n,
    cancelReason: 'why',
  })
  const { state } = decisions
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
  const decisions = decisionsWith(1_000n)
  const order = openOrder(decisions, 700n, { status: 'PROCESSING' })
  const adjustment = { discountMinor: minorUnits(30n), feeMinor: minorUnits(5n) }
  setDelivery(decisions, order, {
    hasOpenBatches: true,
    irrevocable: { costMinor: 300n, adjustment },
  })

  cancel(decisions)

  expect(order.chargedMinor).toBe(275n)
  expect(balances(decisions)).toMatchObject({
    funds: 725n,
    issued: 300n,
    discounts: -30n,
    fees: 5n,
  })
  expect(decisions.book.transfers.map(({ code }) => code).slice(-3)).toEqual([
    'order_charge',
    'order_discount',
    'order_fee',
  ])
})

test('an order that was delivered completely is settled instead, without an audit entry', () => {
  const decisions = decisionsWith(1_000n)
  const order = openOrder(decisions, 700n, { status: 'PROCESSING' })
  setDelivery(decisions, order, { irrevocable: { costMinor: 700n, adjustment: undefined } })

  expect(cancel(decisions, { actor: TESTER })).toEqual({ order, hasCompleted: true })

  expect(order).toMatchObject({ status: 'COMPLETED', cancelReason: undefined, chargedMinor: 700n })
  expect([decisions.state.cancelled.size, decisions.state.audits]).toEqual([0, []])
})

test('a cancelled order ON_HOLD is charged for what it delivered, even below zero, and waits no more', () => {
  const decisions = decisionsWith(100n)
  const order = heldOrder(decisions, 700n)
  heldOrder(decisions, 900n, { orderNo: 2 })
  setDelivery(decisions, order, { irrevocable: { costMinor: 300n, adjustment: undefined } })

  cancel(decisions)

  expect(balances(decisions)).toMatchObject({ funds: -200n, issued: 300n })
  expect(decisions.book.counters.ordersOnHold).toBe(1)
  expect(decisions.state.held.map(({ orderNo }) => orderNo)).toEqual([2])
})

test('an order ON_HOLD without deliveries moves no money', () => {
  const decisions = decisionsWith(100n)
  const order = heldOrder(decisions, 700n, { heldForSupplier: true })
  const before = decisions.book.transfers.length

  cancel(decisions)

  expect([order.status, order.chargedMinor]).toEqual(['CANCELLED', 0n])
  expect(decisions.book.transfers).toHaveLength(before)
  // It waited for a supplier, so it was not among the orders that wait for funds.
  expect(decisions.book.counters.ordersOnHold).toBe(1)
})

test('a cancellation by an operator is audited with both statuses; one by a deadline is not audited', () => {
  const decisions = decisionsWith(1_000n)
  openOrder(decisions, 100n, { status: 'OUT_OF_STOCK' })
  openOrder(decisions, 100n, { orderNo: 2 })

  cancel(decisions, { actor: TESTER })
  cancel(decisions, { orderNo: 2 })

  expect(decisions.state.audits).toEqual([
    {
      partnerId: decisions.book.partnerId,
      actor: TESTER,
      action: 'order.cancel',
      target: expect.stringMatching(/^order:ord_/) as string,
      valueOut: 'none',
      reason: 'why',
      before: { status: 'OUT_OF_STOCK' },
      after: { status: 'CANCELLED' },
      at: decisions.book.now,
    },
  ])
})

test('the refusals of a cancellation: not_found, order_final, state_conflict, then delivery_under_way', () => {
  const decisions = decisionsWith(1_000n)
  const order = openOrder(decisions, 100n)
  setDelivery(decisions, order, { isUnderWay: true })
  const moved = { onlyIf: { status: 'OUT_OF_STOCK', sinceMs: order.statusSinceMs } }

  expect(() => cancel(decisions, { orderNo: 9 })).toThrow(refusal('not_found'))
  expect(() => cancel(decisions, moved)).toThrow(refusal('state_conflict'))
  expect(() => cancel(decisions)).toThrow(refusal('delivery_under_way'))
  order.status = 'COMPLETED'
  expect(() => cancel(decisions, moved)).toThrow(refusal('order_final'))
  expect(decisions.state.changed.size).toBe(0)
})

test('a deadline cancels an order only if its status has not changed since', () => {
  const decisions = decisionsWith(1_000n)
  const order = openOrder(decisions, 100n)
  const { statusSinceMs: sinceMs } = order

  const early = { status: 'PENDING', sinceMs: sinceMs - 1 }
  expect(() => cancel(decisions, { onlyIf: early })).toThrow(refusal('state_conflict'))
  cancel(decisions, { onlyIf: { status: 'PENDING', sinceMs } })
  expect(order.status).toBe('CANCELLED')
})
