import { expect, test } from 'vitest'
import { followFunds } from '../../src/orders/follow-funds.ts'
import {
  balances,
  decisionsWith,
  deposit,
  heldOrder,
  openOrder,
  reverse,
  type Decisions,
} from './decision-fixture.ts'

function follow({ book, state }: Decisions): void {
  followFunds(book, state)
}

function numbers(orders: Iterable<{ orderNo: number }>): number[] {
  return [...orders].map(({ orderNo }) => orderNo)
}

test('if funds fall below zero, as many of the newest orders as necessary give up their holds', () => {
  const decisions = decisionsWith(1_000n)
  const { book, state } = decisions
  const [oldest, middle, newest] = [1, 2, 3].map((orderNo) =>
    openOrder(decisions, 300n, { orderNo }),
  )
  reverse(decisions, 400n)
  follow(decisions)

  expect([oldest, middle, newest].map((order) => order?.status)).toEqual([
    'PENDING',
    'PENDING',
    'ON_HOLD',
  ])
  expect(newest).toMatchObject({
    holdNo: undefined,
    previousStatus: 'PENDING',
    statusSinceMs: book.now,
  })
  expect(balances(decisions)).toMatchObject({ funds: 0n })
  expect(book.counters.ordersOnHold).toBe(1)
  expect([numbers(state.open), numbers(state.held)]).toEqual([[2, 1], [3]])
  expect([[...state.suspended], numbers(state.changed)]).toEqual([[3], [3]])
  expect(state.events).toMatchObject([{ orderNo: 3, to: 'ON_HOLD', heldFor: 'funds' }])
})

test('funds at zero or above suspend nothing', () => {
  const decisions = decisionsWith(300n)
  const order = openOrder(decisions, 300n)
  follow(decisions)

  expect([order.status, decisions.state.suspended.size]).toEqual(['PENDING', 0])
})

test('an order that the group has completed has no hold to give up', () => {
  const decisions = decisionsWith(1_000n)
  openOrder(decisions, 300n, { status: 'COMPLETED' })
  const open = openOrder(decisions, 300n, { orderNo: 2 })
  reverse(decisions, 1_000n)
  follow(decisions)

  expect([open.status, [...decisions.state.suspended]]).toEqual(['ON_HOLD', [2]])
})

test('if funds rise, waiting orders take their holds again, oldest first; smaller ones may pass', () => {
  const decisions = decisionsWith(0n)
  const { book, state } = decisions
  const prices = [500n, 900n, 300n, 250n]
  const orders = prices.map((price, at) => heldOrder(decisions, price, { orderNo: at + 1 }))
  deposit(decisions, 1_000n)
  follow(decisions)

  expect(orders.map(({ status }) => status)).toEqual(['PENDING', 'ON_HOLD', 'PENDING', 'ON_HOLD'])
  expect(balances(decisions)).toMatchObject({ funds: 200n })
  expect(book.counters.ordersOnHold).toBe(2)
  expect([numbers(state.held), numbers(state.open)]).toEqual([
    [2, 4],
    [3, 1],
  ])
  expect([[...state.resumed], numbers(state.changed)]).toEqual([
    [1, 3],
    [1, 3],
  ])
  expect(orders[0]?.holdNo).toBe(2)
  expect(state.events.map(({ orderNo, to }) => [orderNo, to])).toEqual([
    [1, 'PENDING'],
    [3, 'PENDING'],
  ])
  expect(state.fundsSeen).toEqual(new Map([['USD', 200n]]))
})

test('waiting orders are checked again only if the funds have risen since', () => {
  const decisions = decisionsWith(1_000n)
  const order = heldOrder(decisions, 700n)
  decisions.state.fundsSeen.set('USD', 1_000n)
  follow(decisions)
  expect(order.status).toBe('ON_HOLD')

  deposit(decisions, 1n)
  follow(decisions)

  expect(order.status).toBe('PENDING')
})

test('an order that resumes begins a new wait for a supplier, unless it has just ended one', () => {
  const decisions = decisionsWith(1_000n)
  const [one, other] = [1, 2].map((orderNo) =>
    heldOrder(decisions, 10n, { orderNo, firstHeldMs: 5 }),
  )
  decisions.state.supplierFunded.add(2)
  follow(decisions)

  expect([one?.firstHeldMs, other?.firstHeldMs]).toEqual([undefined, 5])
})

test('an order whose group resumes it and takes its hold away again is not resumed', () => {
  const decisions = decisionsWith(0n)
  const order = heldOrder(decisions, 100n)
  deposit(decisions, 100n)
  follow(decisions)
  reverse(decisions, 50n)
  follow(decisions)

  expect(order.status).toBe('ON_HOLD')
  expect([[...decisions.state.resumed], [...decisions.state.suspended]]).toEqual([[], [1]])
  expect([decisions.book.counters.ordersOnHold, decisions.state.open]).toEqual([1, []])
  deposit(decisions, 50n)
  follow(decisions)
  expect(order.status).toBe('PENDING')
})

test('a waiting order may take the money that an order gives up with its hold', () => {
  const decisions = decisionsWith(1_000n)
  const large = openOrder(decisions, 900n, { orderNo: 5 })
  const small = heldOrder(decisions, 200n, { orderNo: 3 })
  decisions.state.fundsSeen.set('USD', 100n)
  reverse(decisions, 300n)
  follow(decisions)

  expect([large.status, small.status]).toEqual(['ON_HOLD', 'PENDING'])
  expect(balances(decisions)).toMatchObject({ funds: 500n })
})
