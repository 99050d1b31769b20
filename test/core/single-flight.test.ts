import { expect, test } from 'vitest'
import { SingleFlight, systemClock } from '../../src/core/mod.ts'

interface SlowRead {
  end(value: number): void
  fail(error: Error): void
}

/** Returns a read that ends when the test ends it. */
function slowReads() {
  const reads: SlowRead[] = []
  const read = (): Promise<number> =>
    new Promise((end, fail) => {
      reads.push({ end, fail })
    })
  return { reads, read }
}

test('a fresh read joins no read that is under way, but shares the next one', async () => {
  const shared = new SingleFlight<number>(systemClock, 1_000)
  const { reads, read } = slowReads()
  const first = shared.read(read)
  const anew = [shared.readAnew(read), shared.readAnew(read)]
  expect(reads).toHaveLength(1)

  reads[0]?.end(1)
  expect(await first).toBe(1)
  expect(reads).toHaveLength(2)
  const later = shared.readAnew(read)
  reads[1]?.end(2)
  expect(await Promise.all(anew)).toEqual([2, 2])
  expect(reads).toHaveLength(3)
  reads[2]?.end(3)
  expect(await later).toBe(3)
  expect(shared.fresh).toBe(3)
})

test('a failed read fails for the callers that began or joined it, not for a fresh read', async () => {
  const shared = new SingleFlight<number>(systemClock, 1_000)
  const { reads, read } = slowReads()
  const failing = Promise.allSettled([shared.read(read), shared.read(read)])
  const anew = shared.readAnew(read)
  reads[0]?.fail(new Error('away'))
  expect((await failing).map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  reads[1]?.end(2)
  expect(await anew).toBe(2)
})

test('a value whose read took long stays fresh for longer', async () => {
  let now = 0
  const clock = { ...systemClock, monotonic: () => now }
  const shared = new SingleFlight<number>(clock, 1_000, { readTimes: 100 })
  await shared.read(async () => {
    now += 5
    return 1
  })
  now = 999
  expect(shared.fresh).toBe(1)
  now = 1_000
  expect(shared.fresh).toBeUndefined()
  await shared.read(async () => {
    now += 50
    return 2
  })
  now = 1_000 + 4_999
  expect(shared.fresh).toBe(2)
  now = 1_000 + 5_000
  expect(shared.fresh).toBeUndefined()
})
