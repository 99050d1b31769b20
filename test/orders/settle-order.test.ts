import { expect, test } from 'vitest'
import { minorUnits } from '../../src/core/mod.ts'
import type { Order } from '../../src/orders/order.ts'
import { settleOrder } from '../../src/orders/settle-order.ts'
import {
  balances,
  decisionsWith,
  setDelivery,
  heldOrder,
  openOrder,
  type Decisions,
} from './decision-fixture.ts'

function settle({ book, state }: Decisions, orderNo = 1): unknown {
  return settleOrder(book, state, { orderNo })
}

test('an order whose batches are all COMPLETED is charged its price, once', () => {
  const decisions = decisionsWith(1_000n)
  const order = openOrder(decisions, 700n, { status: 'PROCESSING' })
  setDelivery(decisions, order)

  expect([settle(decisions), settle(decisions)]).toEqual([order, undefined])

  expect(order).toMatchObject({
    status: 'COMPLETED',
    chargedMinor: 700n,
    completedMs: decisions.book.now,
    statusSinceMs: decisions.book.now,
  })
  expect(balances(decisions)).toMatchObject({ funds: 300n, issued: 700n })
  expect(decisions.state.changed).toEqual(new Set([order]))
  expect(decisions.state.events.map(({ from, to }) => [from, to])).toEqual([
    ['PROCESSING', 'COMPLETED'],
  ])
})

test.each(['PENDING', 'OUT_OF_STOCK'] as const)(
  'an order that is %s becomes PROCESSING before it is COMPLETED',
  (status) => {
    const decisions = decisionsWith(1_000n)
    const order = openOrder(decisions, 700n, { status })
    setDelivery(decisions, order)

    expect(settle(decisions)).toBe(order)
    expect(decisions.state.events.map(({ eventNo, from, to }) => [eventNo, from, to])).toEqual([
      [5, status, 'PROCESSING'],
      [6, 'PROCESSING', 'COMPLETED'],
    ])
  },
)

test('an order with an open batch, without a delivery, ON_HOLD or absent is not settled', () => {
  const decisions = decisionsWith(1_000n)
  setDelivery(decisions, openOrder(decisions, 100n), { hasOpenBatches: true })
  openOrder(decisions, 100n, { orderNo: 2 })
  setDelivery(decisions, heldOrder(decisions, 100n, { orderNo: 3 }))
  const before = decisions.book.transfers.length

  expect([1, 2, 3, 4].map((orderNo) => settle(decisions, orderNo))).toEqual(
    [1, 2, 3, 4].map(() => undefined),
  )
  expect(decisions.book.transfers).toHaveLength(before)
  expect([decisions.state.changed.size, decisions.state.events]).toEqual([0, []])
})

/** Settles an order of 10.00 with this discount and fee, and returns its transfers. */
function transfersOf(discount: bigint, fee: bigint) {
  const decisions = decisionsWith(2_000n)
  const adjustment = { discountMinor: minorUnits(discount), feeMinor: minorUnits(fee) }
  const order: Order = openOrder(decisions, 1_000n - discount + fee, {
    totalMinor: minorUnits(1_000n),
    adjustment,
  })
  setDelivery(decisions, order)
  settle(decisions)
  const transfers = decisions.book.transfers.slice(2).map(({ code, amount }) => [code, amount])
  return { transfers, charged: order.chargedMinor, balances: balances(decisions) }
}

test('the issued account gets the face value, whatever the discount, surcharge and fee', () => {
  expect(transfersOf(100n, 20n)).toMatchObject({
    transfers: [
      ['order_charge', 920n],
      ['order_discount', 100n],
      ['order_fee', 20n],
    ],
    charged: 920n,
    balances: { funds: 1_080n, issued: 1_000n, discounts: -100n, fees: 20n },
  })
  expect(transfersOf(-100n, 0n)).toMatchObject({
    transfers: [
      ['order_charge', 1_100n],
      ['order_surcharge', 100n],
    ],
    balances: { funds: 900n, issued: 1_000n, discounts: 100n },
  })
  expect(transfersOf(0n, 1n)).toMatchObject({
    transfers: [
      ['order_charge', 1_001n],
      ['order_fee', 1n],
    ],
    balances: { issued: 1_000n, fees: 1n },
  })
})
