import { expect, test } from 'vitest'
import { PartnerQueue } from '../../src/ledger/partner-queue.ts'
import { aWrite } from './plain-kind.ts'

const WRITES_MAX = 4_096
const WEIGHT_MAX = 65_536
const GROUP_WRITES_MAX = 512
const GROUP_WEIGHT_MAX = 5_000

/** A queue with waiting writes of these weights, and the count of writes that it reports. */
function aQueue(...weights: number[]): { queue: PartnerQueue; queued: () => number } {
  let queued = 0
  const queue = new PartnerQueue(7, (change) => void (queued += change))
  for (const weight of weights) queue.push(aWrite({ weight }))
  return { queue, queued: () => queued }
}

function weightsOfOne(count: number): number[] {
  return Array.from({ length: count }, () => 1)
}

/** Accepts the writes of the group. */
function settleAll(queue: PartnerQueue): void {
  for (const write of queue.group) queue.settle({ write, result: undefined })
}

test('writes move into the group in order, and are counted by weight while they wait', () => {
  const { queue, queued } = aQueue(1, 2, 3)
  const waiting = queue.grown()
  expect([queue.waiting, queue.waitingWeight, queued(), queue.isSettled]).toEqual([3, 6, 6, true])

  queue.growTo(2)
  expect(queue.group).toEqual(waiting.slice(0, 2))
  expect([queue.waiting, queue.waitingWeight, queued(), queue.isSettled]).toEqual([1, 3, 3, false])
  queue.growTo(3)

  expect(queue.group).toEqual(waiting)
  expect(queued()).toBe(0)
})

function sizeOf(...weights: number[]): number {
  return aQueue(...weights).queue.grown().length
}

test('a group has room for 512 writes, or for a weight of 5,000, and at least for one', () => {
  expect(sizeOf(...weightsOfOne(GROUP_WRITES_MAX + 1))).toBe(GROUP_WRITES_MAX)
  expect(sizeOf(1, GROUP_WEIGHT_MAX - 1, 1)).toBe(2)
  expect(sizeOf(1, GROUP_WEIGHT_MAX)).toBe(1)
  expect(sizeOf(GROUP_WEIGHT_MAX + 1, 1)).toBe(1)
})

test('writes may join a group under way as far as its own writes leave room', () => {
  const { queue } = aQueue(GROUP_WEIGHT_MAX - 2)
  queue.growTo(1)
  for (let count = 0; count < 3; count += 1) queue.push(aWrite())

  expect(queue.grown()).toHaveLength(3)
})

test('a queue is full if 4,096 writes wait behind the first one', () => {
  const { queue } = aQueue(...weightsOfOne(WRITES_MAX))
  expect(queue.isFull(1)).toBe(false)
  queue.push(aWrite())
  expect(queue.isFull(1)).toBe(true)

  queue.growTo(1)
  expect(queue.isFull(1)).toBe(true)
  queue.growTo(2)
  expect(queue.isFull(1)).toBe(false)
})

test('a queue may be full by weight, until writes leave it', () => {
  const { queue } = aQueue(7, 1)
  expect([queue.isFull(WEIGHT_MAX - 1), queue.isFull(WEIGHT_MAX)]).toEqual([false, true])

  queue.growTo(1)
  expect([queue.isFull(WEIGHT_MAX - 1), queue.isFull(WEIGHT_MAX)]).toEqual([false, true])
  queue.growTo(2)

  expect(queue.isFull(WEIGHT_MAX + 1)).toBe(false)
})

test('the next group has half of the waiting and the last writers, but at least 16', () => {
  const { queue } = aQueue(...weightsOfOne(40))
  queue.growTo(40)
  settleAll(queue)
  for (let count = 0; count < 21; count += 1) queue.push(aWrite())
  queue.beginHalf()
  expect(queue.group).toHaveLength(21)

  settleAll(queue)
  for (let count = 0; count < 20; count += 1) queue.push(aWrite())
  queue.beginHalf()
  expect([queue.group.length, queue.waiting]).toEqual([20, 0])

  settleAll(queue)
  for (let count = 0; count < 41; count += 1) queue.push(aWrite())
  queue.beginHalf()
  expect([queue.group.length, queue.waiting]).toEqual([31, 10])
  settleAll(queue)
  queue.beginHalf()
  expect(queue.group).toHaveLength(10)
})

test('half is measured by weight, so two requests of many rows are two groups', () => {
  const { queue } = aQueue(1_000, 1_000)
  queue.beginHalf()
  expect([queue.group.length, queue.waiting]).toEqual([1, 1])

  settleAll(queue)
  for (const weight of [1, 1, 1_000, 1]) queue.push(aWrite({ weight }))
  // Half of the 2,003 that wait, and of the 1,000 that were settled.
  queue.beginHalf()
  expect(queue.group.map(({ weight }) => weight)).toEqual([1_000, 1, 1, 1_000])
})

test('a group that grew counts whole among the writers', () => {
  const { queue } = aQueue(...weightsOfOne(40))
  queue.growTo(20)
  queue.growTo(40)
  settleAll(queue)
  for (let count = 0; count < 41; count += 1) queue.push(aWrite())

  queue.beginHalf()

  expect(queue.group).toHaveLength(41)
})

test('if few writes wait, the group takes all: a second group costs more than it gains', () => {
  const { queue } = aQueue(...weightsOfOne(17))
  queue.beginHalf()
  expect([queue.group.length, queue.waiting]).toEqual([16, 1])

  settleAll(queue)
  for (let count = 0; count < 9; count += 1) queue.push(aWrite())
  queue.beginHalf()

  expect([queue.group.length, queue.waiting]).toEqual([10, 0])
})

test('a settled write leaves the group, and its caller gets the result or the error', () => {
  const results: unknown[] = []
  const { queue } = aQueue()
  const listener = {
    resolve: (answer: unknown) => void results.push(['answer', answer]),
    reject: (error: unknown) => void results.push(['error', error]),
  }
  const [one, other] = [aWrite(listener), aWrite(listener)]
  queue.push(one)
  queue.push(other)
  queue.growTo(2)

  queue.settle({ write: one, result: 1 })
  expect(queue.group).toEqual([other])
  queue.settle({ write: other, error: 'no' })

  expect(queue.isSettled).toBe(true)
  expect(results).toEqual([
    ['answer', 1],
    ['error', 'no'],
  ])
})
