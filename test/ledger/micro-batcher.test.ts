import { expect, test } from 'vitest'
import { MicroBatcher, type MicroBatcherOptions } from '../../src/ledger/micro-batcher.ts'
import { eventually } from '../support/eventually.ts'
import { Gate } from '../support/gate.ts'

/** Answers how many were served at once; those served while the gate is shut wait at it. */
function together(options: Partial<MicroBatcherOptions<number, string>> = {}) {
  const gate = new Gate()
  const served: (readonly number[])[] = []
  const asked = new MicroBatcher<number, string>({
    async serve(take) {
      const all = take()
      served.push(all)
      await gate.passed()
      return (one) => `${one} of ${all.length}`
    },
    otherwise: 'failed',
    ...options,
  })
  return { asked, gate, served }
}

async function nextTick(): Promise<void> {
  await new Promise((resolve) => setImmediate(resolve))
}

test('what is asked in one turn is served at once, what comes meanwhile after it', async () => {
  const { asked, gate, served } = together()
  const first = [1, 2].map((one) => asked.ask(one))
  await nextTick()
  const next = [3, 4, 5].map((one) => asked.ask(one))
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

test('of those that wait a share goes, in their order', async () => {
  const { asked, gate, served } = together({ share: (waiting) => Math.ceil(waiting.length / 2) })
  gate.open()
  await Promise.all([1, 2, 3, 4, 5].map((one) => asked.ask(one)))

  expect(served).toEqual([[1, 2, 3], [4], [5]])
})

test('nobody waits for those that hang, and those are answered when they no longer do', async () => {
  const { asked, gate, served } = together({ patienceMs: 20 })
  const hanging = asked.ask(1)
  await nextTick()
  const waiting = [2, 3].map((one) => asked.ask(one))
  await eventually(() => expect(served).toEqual([[1], [2, 3]]))
  const last = asked.ask(4)
  await eventually(() => expect(served).toEqual([[1], [2, 3], [4]]))
  gate.open()

  expect(await Promise.all([hanging, ...waiting, last])).toEqual([
    '1 of 1',
    '2 of 2',
    '3 of 2',
    '4 of 1',
  ])
  expect(await Promise.all([5, 6].map((one) => asked.ask(one)))).toEqual(['5 of 2', '6 of 2'])
})

test('where serving fails all of them hear so, and the next ones are served', async () => {
  let times = 0
  const { asked } = together({
    serve(take) {
      take()
      return (times += 1) === 1 ? Promise.reject(new Error('lost')) : Promise.resolve(String)
    },
  })

  expect(await Promise.all([1, 2].map((one) => asked.ask(one)))).toEqual(['failed', 'failed'])
  expect(await asked.ask(3)).toBe('3')
})

test('whoever fails after another took over takes nobody away from it', async () => {
  const failing = new Gate()
  let times = 0
  const { asked, gate } = together({
    patienceMs: 20,
    async serve(take) {
      if ((times += 1) === 1) {
        await failing.passed()
        throw new Error('lost')
      }
      await gate.passed()
      const all = take()
      return (one) => `${one} of ${all.length}`
    },
  })
  const first = asked.ask(1)
  await eventually(() => expect(times).toBeGreaterThan(1))
  failing.open()
  await nextTick()
  gate.open()

  expect(await first).toBe('1 of 1')
})

test('where serving fails before it takes anybody, all who wait hear so', async () => {
  const { asked } = together({ serve: () => Promise.reject(new Error('lost')) })

  expect(await Promise.all([1, 2].map((one) => asked.ask(one)))).toEqual(['failed', 'failed'])
})
