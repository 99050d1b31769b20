import { expect, test } from 'vitest'
import { MicroBatcher, type MicroBatcherOptions } from '../../src/ledger/micro-batcher.ts'
import { eventually } from '../support/eventually.ts'
import { Gate } from '../support/gate.ts'

/** A batcher that serves calls once the gate is open. A result names the size of its batch. */
function aBatcher(options: Partial<MicroBatcherOptions<number, string>> = {}) {
  const gate = new Gate()
  const served: (readonly number[])[] = []
  const batcher = new MicroBatcher<number, string>({
    async serve(all) {
      served.push(all)
      await gate.passed()
      return (one) => `${one} of ${all.length}`
    },
    onFailure: 'failed',
    ...options,
  })
  return { batcher, gate, served }
}

async function nextTick(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

test('calls of one tick are served together, and later calls after them', async () => {
  const { batcher, gate, served } = aBatcher()
  const first = [1, 2].map((one) => batcher.call(one))
  await nextTick()
  const next = [3, 4, 5].map((one) => batcher.call(one))
  await nextTick()
  expect(served).toEqual([[1, 2]])
  gate.open()

  expect(await Promise.all([...first, ...next])).toEqual([
    '1 of 2',
    '2 of 2',
    '3 of 3',
    '4 of 3',
    '5 of 3',
  ])
})

test('a share of the waiting calls is served, in their order', async () => {
  const { batcher, gate, served } = aBatcher({ share: (waiting) => Math.ceil(waiting.length / 2) })
  gate.open()
  await Promise.all([1, 2, 3, 4, 5].map((one) => batcher.call(one)))

  expect(served).toEqual([[1, 2, 3], [4], [5]])
})

test('no call waits for a call that hangs, which returns when it no longer hangs', async () => {
  const { batcher, gate, served } = aBatcher({ patienceMs: 20 })
  const hanging = batcher.call(1)
  await nextTick()
  const waiting = [2, 3].map((one) => batcher.call(one))
  await eventually(() => expect(served).toEqual([[1], [2, 3]]))
  const last = batcher.call(4)
  await eventually(() => expect(served).toEqual([[1], [2, 3], [4]]))
  gate.open()

  expect(await Promise.all([hanging, ...waiting, last])).toEqual([
    '1 of 1',
    '2 of 2',
    '3 of 2',
    '4 of 1',
  ])
  expect(await Promise.all([5, 6].map((one) => batcher.call(one)))).toEqual(['5 of 2', '6 of 2'])
})

test('a failure is the result of all its calls, and the next ones are served', async () => {
  let times = 0
  const { batcher } = aBatcher({
    serve() {
      return (times += 1) === 1 ? Promise.reject(new Error('lost')) : Promise.resolve(String)
    },
  })

  expect(await Promise.all([1, 2].map((one) => batcher.call(one)))).toEqual(['failed', 'failed'])
  expect(await batcher.call(3)).toBe('3')
})
