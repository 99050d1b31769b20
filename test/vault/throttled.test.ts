import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { systemClock } from '../../src/core/mod.ts'
import { throttled } from '../../src/vault/throttled.ts'

let now = 0
const clock = { ...systemClock, monotonic: () => now }

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterEach(() => void vi.useRealTimers())

async function advance(ms: number): Promise<void> {
  now += ms
  await vi.advanceTimersByTimeAsync(ms)
}

test('work runs at most once in an interval, and calls before a run begins share the run', async () => {
  let runs = 0
  const work = throttled(clock, 1_000, () => {
    runs += 1
    return Promise.resolve()
  })
  const first = [work(), work()]
  expect(first[0]).toBe(first[1])
  await advance(0)
  expect(runs).toBe(1)

  const second = [work(), work()]
  expect(second[0]).toBe(second[1])
  await advance(999)
  expect(runs).toBe(1)
  await advance(1)
  expect(runs).toBe(2)

  await advance(5_000)
  void work()
  await advance(0)
  expect(runs).toBe(3)
  await Promise.all([...first, ...second])
})

test('a run that fails rejects its callers, and the next run is made', async () => {
  let runs = 0
  const work = throttled(clock, 1_000, () => {
    runs += 1
    return runs === 1 ? Promise.reject(new Error('lost')) : Promise.resolve()
  })
  const [failed] = await Promise.all([Promise.allSettled([work()]), advance(0)])
  expect(failed).toMatchObject([{ status: 'rejected', reason: { message: 'lost' } }])

  const working = work()
  await advance(1_000)
  await working

  expect(runs).toBe(2)
})
