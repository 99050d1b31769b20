import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import {
  endPauses,
  lengthenPauses,
  pause,
  repeat,
  repeatInTime,
  waitAtMost,
} from '../../src/core/mod.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

function ignore(): void {}

const FOREVER = new Promise<void>(() => undefined)

test('a pause is over after its time, or when it is ended', async () => {
  const ended: string[] = []
  const [first, second] = [pause(1_000), pause(1_000)]
  void first.over.then(() => ended.push('first'))
  void second.over.then(() => ended.push('second'))
  second.end()
  await vi.advanceTimersByTimeAsync(999)
  expect(ended).toEqual(['second'])
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toEqual(['second', 'first'])
  expect(vi.getTimerCount()).toBe(0)
})

test('work is awaited until it ends, until it fails, or for the time', async () => {
  await waitAtMost(1_000, Promise.resolve())
  await expect(waitAtMost(1_000, Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(vi.getTimerCount()).toBe(0)
  const waited = waitAtMost(1_000, FOREVER)
  await vi.advanceTimersByTimeAsync(1_000)
  await waited
})

test('all pauses of a process can be ended: between repeated work, and while other work is awaited', async () => {
  let runs = 0
  const work = (): void => void (runs += 1)
  const repeated = [1, 2].map(() => repeat(work, 60_000, () => undefined))
  const waited = waitAtMost(60_000, FOREVER)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toBe(2)
  endPauses()
  await waited
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toBe(4)
  await Promise.all(repeated.map((one) => one.stop()))
  expect(vi.getTimerCount()).toBe(0)
})

test('endPauses ends no pause that is longer than its limit', async () => {
  const ended: string[] = []
  for (const ms of [1_000, 1_001]) void pause(ms).over.then(() => ended.push(`${ms} ms`))
  endPauses(1_000)
  await vi.advanceTimersByTimeAsync(0)
  expect(ended).toEqual(['1000 ms'])
  endPauses()
})

test('repeated work may wait before its first run, and is stopped while it waits', async () => {
  lengthenPauses(1)
  let runs = 0
  const work = (): void => void (runs += 1)
  const [first, second] = [1, 2].map(() => repeat(work, 60_000, ignore, 3_000))
  await second?.stop()
  await vi.advanceTimersByTimeAsync(2_999)
  expect(runs).toBe(0)
  await vi.advanceTimersByTimeAsync(1)
  expect(runs).toBe(1)
  await first?.stop()
})

test('pauses of repeated work can be lengthened, but not those before a renewal in time', async () => {
  lengthenPauses(3)
  const runs: string[] = []
  const polls = repeat(() => void runs.push('poll'), 1_000, ignore)
  const renewals = repeatInTime(
    () => void runs.push('renew'),
    () => 1_000,
    ignore,
  )
  await vi.advanceTimersByTimeAsync(2_999)
  expect(runs).toEqual(['poll', 'renew', 'renew', 'renew'])
  await vi.advanceTimersByTimeAsync(1)
  expect(runs.filter((run) => run === 'poll')).toHaveLength(2)
  await Promise.all([polls.stop(), renewals.stop()])
})
