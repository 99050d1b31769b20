import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createRateLimiter, type RateLimiter } from '../../src/http/limits/rate-limit.ts'

function newLimiter(keysMax = 100): { limiter: RateLimiter; advance(ms: number): void } {
  let now = 1_000
  const clock = { now: () => 0, monotonic: () => now }
  return { limiter: createRateLimiter(clock, keysMax), advance: (ms) => void (now += ms) }
}

/** Returns the number of `tries` that pass. */
function countPassed(
  limiter: RateLimiter,
  tries: number,
  limit = { perSecond: 1, burst: 5 },
): number {
  return Array.from({ length: tries }, () => limiter.take('key', limit)).filter(
    (wait) => wait === undefined,
  ).length
}

describe('the rate limiter', () => {
  test('a fresh key may burst, then goes at its rate', () => {
    const { limiter, advance } = newLimiter()

    expect(countPassed(limiter, 10)).toBe(5)
    advance(999)
    expect(countPassed(limiter, 1)).toBe(0)
    advance(1)
    expect(countPassed(limiter, 3)).toBe(1)
    advance(60_000)
    expect(countPassed(limiter, 10)).toBe(5)
  })

  test('returns the whole seconds until there is a token again, at least one', () => {
    const { limiter, advance } = newLimiter()
    countPassed(limiter, 5)

    expect(limiter.take('key', { perSecond: 1, burst: 5 })).toBe(1)
    advance(500)
    expect(limiter.take('key', { perSecond: 1, burst: 5 })).toBe(1)
    expect(limiter.take('slow', { perSecond: 0.1, burst: 1 })).toBeUndefined()
    expect(limiter.take('slow', { perSecond: 0.1, burst: 1 })).toBe(10)
  })

  test('0 means no limit', () => {
    expect(countPassed(newLimiter().limiter, 1_000, { perSecond: 0, burst: 0 })).toBe(1_000)
  })

  test('keys do not share tokens', () => {
    const { limiter } = newLimiter()
    countPassed(limiter, 5)

    expect(limiter.take('other', { perSecond: 1, burst: 5 })).toBeUndefined()
  })

  test('if there are more keys than fit, the least recently used is forgotten', () => {
    const { limiter } = newLimiter(2)
    const limit = { perSecond: 1, burst: 1 }
    for (const key of ['a', 'b', 'c']) limiter.take(key, limit)

    expect(limiter.take('c', limit)).toBe(1)
    expect(limiter.take('b', limit)).toBe(1)
    expect(limiter.take('a', limit)).toBeUndefined()
  })

  test('returns the number of tokens that are left, and when all are back', () => {
    const { limiter, advance } = newLimiter()
    const limit = { perSecond: 3, burst: 6 }
    expect(limiter.left('key', limit)).toEqual({ tokens: 6, fullInSeconds: 0 })
    countPassed(limiter, 4, limit)
    expect(limiter.left('key', limit)).toEqual({ tokens: 2, fullInSeconds: 2 })
    advance(334)
    expect(limiter.left('key', limit)).toEqual({ tokens: 3, fullInSeconds: 1 })
    countPassed(limiter, 9, limit)
    expect(limiter.left('key', limit)).toEqual({ tokens: 0, fullInSeconds: 2 })
  })

  test('never more pass than the burst and the refill', () => {
    const steps = fc.array(fc.record({ ms: fc.nat(2_000), tries: fc.nat(20) }), { maxLength: 30 })
    fc.assert(
      fc.property(steps, fc.integer({ min: 1, max: 50 }), (script, perSecond) => {
        const { limiter, advance } = newLimiter()
        const limit = { perSecond, burst: 2 * perSecond }
        let [elapsed, passed] = [0, 0]
        for (const { ms, tries } of script) {
          advance(ms)
          elapsed += ms
          passed += countPassed(limiter, tries, limit)
          expect(passed).toBeLessThanOrEqual(limit.burst + (elapsed / 1_000) * perSecond + 1e-6)
        }
      }),
    )
  })
})
