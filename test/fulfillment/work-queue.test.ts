import { expect, test } from 'vitest'
import { WorkQueue } from '../../src/fulfillment/work-queue.ts'
import { Gate } from '../support/gate.ts'

/** A queue whose keys are processed until the gate of each is opened. */
function aQueue(concurrency: number) {
  const started: number[] = []
  const gates = new Map<number, Gate>()
  const queue = new WorkQueue(concurrency, (key) => {
    started.push(key)
    const gate = new Gate()
    gates.set(key, gate)
    return gate.passed()
  })
  /** Ends the run of a key, and lets the queue go on. */
  const end = async (key: number): Promise<void> => {
    gates.get(key)?.open()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { queue, started, end }
}

test('keys are processed in the order in which they were added, two at a time', async () => {
  const { queue, started, end } = aQueue(2)
  for (const key of [3, 1, 2, 1]) queue.add(key)
  expect(started).toEqual([3, 1])

  await end(1)
  expect(started).toEqual([3, 1, 2])
  await end(2)

  expect(started).toEqual([3, 1, 2, 1])
})

test('a key is never processed twice at once, and others need not wait for it', async () => {
  const { queue, started, end } = aQueue(2)
  for (const key of [1, 1, 2]) queue.add(key)
  expect(started).toEqual([1, 2])

  await end(2)
  expect(started).toEqual([1, 2])
  await end(1)

  expect(started).toEqual([1, 2, 1])
})

test('a stopped queue waits for its running keys and starts no other', async () => {
  const { queue, started, end } = aQueue(1)
  for (const key of [1, 2]) queue.add(key)
  let isStopped = false
  const stopping = queue.stop().then(() => (isStopped = true))
  queue.add(3)
  await new Promise((resolve) => setImmediate(resolve))
  expect(isStopped).toBe(false)

  await end(1)
  await stopping

  expect(started).toEqual([1])
})
