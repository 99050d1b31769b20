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
  const given = decisionsWith(1_000n)
  const { book, state } = given
  const [oldest, middle, newest] = [1, 2, 3].map((orderNo) => openOrder(given, 300n, { orderNo }))
  reverse(given, 400n)
  follow(given)

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
  expect(balances(given)).toMatchObject({ funds: 0n })
  expect(book.counters.ordersOnHold).toBe(1)
  expect([numbers(state.open), numbers(state.held)]).toEqual([[2, 1], [3]])
  expect([[...state.suspended], numbers(state.changed)]).toEqual([[3], [3]])
  expect(state.events).toMatchObject([{ orderNo: 3, to: 'ON_HOLD', heldFor: 'funds' }])
})

test('funds at zero or above suspend nothing', () => {
  const given = decisionsWith(300n)
  const order = openOrder(given, 300n)
  follow(given)

  expect([order.status, given.state.suspended.size]).toEqual(['PENDING', 0])
})

test('an order that the group has completed has no hold to give up', () => {
  const given = decisionsWith(1_000n)
  openOrder(given, 300n, { status: 'COMPLETED' })
  const open = openOrder(given, 300n, { orderNo: 2 })
  reverse(given, 1_000n)
  follow(given)

  expect([open.status, [...given.state.suspended]]).toEqual(['ON_HOLD', [2]])
})

test('if funds rise, waiting orders take their holds again, oldest first; smaller ones may pass', () => {
  const given = decisionsWith(0n)
  const { book, state } = given
  const waits = [500n, 900n, 300n, 250n]
  const orders = waits.map((price, at) => heldOrder(given, price, { orderNo: at + 1 }))
  deposit(given, 1_000n)
  follow(given)

  expect(orders.map(({ status }) => status)).toEqual(['PENDING', 'ON_HOLD', 'PENDING', 'ON_HOLD'])
  expect(balances(given)).toMatchObject({ funds: 200n })
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
  const given = decisionsWith(1_000n)
  const order = heldOrder(given, 700n)
  given.state.fundsSeen.set('USD', 1_000n)
  follow(given)
  expect(order.status).toBe('ON_HOLD')

  deposit(given, 1n)
  follow(given)

  expect(order.status).toBe('PENDING')
})

test('an order that resumes begins a new wait for a supplier, unless it has just ended one', () => {
  const given = decisionsWith(1_000n)
  const [one, other] = [1, 2].map((orderNo) => heldOrder(given, 10n, { orderNo, firstHeldMs: 5 }))
  given.state.supplierFunded.add(2)
  follow(given)

  expect([one?.firstHeldMs, other?.firstHeldMs]).toEqual([undefined, 5])
})

test('an order whose group resumes it and takes its hold away again is not resumed', () => {
  const given = decisionsWith(0n)
  const order = heldOrder(given, 100n)
  deposit(given, 100n)
  follow(given)
  reverse(given, 50n)
  follow(given)

  expect(order.status).toBe('ON_HOLD')
  expect([[...given.state.resumed], [...given.state.suspended]]).toEqual([[], [1]])
  expect([given.book.counters.ordersOnHold, given.state.open]).toEqual([1, []])
  deposit(given, 50n)
  follow(given)
  expect(order.status).toBe('PENDING')
})

test('a waiting order may take the money that an order gives up with its hold', () => {
  const given = decisionsWith(1_000n)
  const large = openOrder(given, 900n, { orderNo: 5 })
  const small = heldOrder(given, 200n, { orderNo: 3 })
  given.state.fundsSeen.set('USD', 100n)
  reverse(given, 300n)
  follow(given)

  expect([large.status, small.status]).toEqual(['ON_HOLD', 'PENDING'])
  expect(balances(given)).toMatchObject({ funds: 500n })
})
