import { expect, test } from 'vitest'
import type { Catalog } from '../../src/catalog/mod.ts'
import { splitIntoBatches, type NewBatch, type PlacedLine } from '../../src/orders/line-rows.ts'
import type { OrderInput } from '../../src/orders/order-input.ts'
import type { OrderState } from '../../src/orders/order-state.ts'
import { createOrderWrites } from '../../src/orders/order-writes.ts'
import { decisionsWith, heldOrder, openOrder } from './decision-fixture.ts'

const writes = createOrderWrites({
  // No test here places an order, so nothing is priced.
  catalog: {} as Catalog,
  stockSupplier: 'vault',
  batchUnitsMax: 100,
  linesPerOrderMax: 3,
  unitsPerOrderMax: 1_000,
  findRecipientWallets: () => Promise.reject(new Error('nothing is placed')),
  vault: { blindIndex: () => Buffer.alloc(32), requireKeys: () => undefined },
})

function weightOf(input: Partial<OrderInput> & Pick<OrderInput, 'type'>): number | undefined {
  return writes.weigh?.(input as OrderInput)
}

function placeInput(...quantities: number[]): Partial<OrderInput> & { type: 'place' } {
  const items = quantities.map((quantity) => ({ productId: 1, amount: 1, quantity }))
  return { type: 'place', items }
}

test('a new order weighs 1 for each of its batches; an order that is too large weighs 1', () => {
  expect(weightOf(placeInput(1))).toBe(1)
  expect(weightOf(placeInput(100, 101, 250))).toBe(1 + 2 + 3)
  expect(weightOf(placeInput(1_000))).toBe(10)
  expect(weightOf(placeInput(1_001))).toBe(1)
  expect(weightOf(placeInput(100, 200, 300, 1))).toBe(1)
})

test('a write that changes all batches of an order weighs 50, any other 1', () => {
  expect((['cancel', 'suspend', 'resume'] as const).map((type) => weightOf({ type }))).toEqual([
    50, 50, 50,
  ])
  expect((['settle', 'rebalance'] as const).map((type) => weightOf({ type }))).toEqual([1, 1])
})

test('orders join a group if waiting orders may get money, or open orders may lose theirs', () => {
  const { book } = decisionsWith(0n)
  expect(writes.joins?.(book)).toBe(false)
  book.short.follow(['USD'])
  expect(writes.joins?.(book)).toBe(true)

  const { book: waiting } = decisionsWith(0n)
  waiting.counters.ordersOnHold = 1
  expect(writes.joins?.(waiting)).toBe(true)
})

function leavesWorkAfter(change: (state: OrderState) => unknown): boolean | undefined {
  const { state } = decisionsWith(0n)
  change(state)
  return writes.leavesWork?.(state)
}

test('a worker starts at once for queued, resumed and cancelled batches', () => {
  expect(leavesWorkAfter(() => undefined)).toBe(false)
  expect(leavesWorkAfter(({ issuedBatches }) => issuedBatches.push({} as NewBatch))).toBe(false)
  expect(leavesWorkAfter(({ placedBatches }) => placedBatches.push({} as NewBatch))).toBe(true)
  expect(leavesWorkAfter(({ resumed }) => resumed.add(1))).toBe(true)
  expect(leavesWorkAfter(({ cancelled }) => cancelled.add(1))).toBe(true)
  expect(leavesWorkAfter(({ suspended }) => suspended.add(1))).toBe(false)
})

test('each type of write is decided by its own function', () => {
  const decisions = decisionsWith(1_000n)
  const { book, state } = decisions
  const order = openOrder(decisions, 100n)
  heldOrder(decisions, 100n, { orderNo: 2, heldForSupplier: true })
  const decide = (input: OrderInput) => writes.decide(book, state, input)

  expect(decide({ type: 'rebalance' })).toBeUndefined()
  expect(decide({ type: 'settle', orderNo: 1 })).toBeUndefined()
  expect(decide({ type: 'suspend', orderNo: 1 })).toBeUndefined()
  expect(decide({ type: 'resume', orderNo: 2 })).toMatchObject({ orderNo: 2 })
  expect(decide({ type: 'cancel', orderNo: 1, reason: 'why' })).toEqual({
    order,
    hasCompleted: false,
  })
})

function line(lineNo: number, firstItemNo: number, quantity: number): PlacedLine {
  return { orderNo: 1, lineNo, firstItemNo, priced: { quantity } } as PlacedLine
}

test('lines are split into batches of a limited size, numbered through the order', () => {
  const batches = splitIntoBatches([line(1, 1, 250), line(2, 251, 100), line(3, 351, 1)], 100)

  expect(
    batches.map(({ line: { lineNo }, batchNo, firstItemNo, quantity }) => [
      lineNo,
      batchNo,
      firstItemNo,
      quantity,
    ]),
  ).toEqual([
    [1, 1, 1, 100],
    [1, 2, 101, 100],
    [1, 3, 201, 50],
    [2, 4, 251, 100],
    [3, 5, 351, 1],
  ])
})
