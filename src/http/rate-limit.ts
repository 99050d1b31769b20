import type { Clock } from '../core/mod.ts'

export interface RateLimit {
  /** Sustained requests per second. 0 means no limit. */
  readonly perSecond: number
  /** Requests that an idle key may make at once. */
  readonly burst: number
}

/** Token buckets by key, in bounded memory. */
export interface RateLimiter {
  /** Takes a token. If there is none, returns the seconds until the next one. */
  take(key: string, limit: RateLimit): number | undefined
}

const MS_PER_SECOND = 1_000

/**
 * A bucket is one instant: when it is full again (the generic cell rate algorithm, a token bucket
 * without a timer). If more than `keysMax` keys are in use, the least recently used one is
 * evicted, so it is full again.
 */
export function createRateLimiter(clock: Clock, keysMax: number): RateLimiter {
  const fullAt = new Map<string, number>()

  function store(key: string, at: number): void {
    // Deleting first moves the key to the end, so the first key is the least recently used.
    fullAt.delete(key)
    fullAt.set(key, at)
    if (fullAt.size <= keysMax) return
    for (const oldest of fullAt.keys()) {
      fullAt.delete(oldest)
      return
    }
  }

  return {
    take(key, { perSecond, burst }) {
      if (perSecond === 0) return undefined
      const now = clock.monotonic()
      const interval = MS_PER_SECOND / perSecond
      const next = Math.max(now, fullAt.get(key) ?? now) + interval
      const wait = next - now - burst * interval
      if (wait > 0) return Math.max(1, Math.ceil(wait / MS_PER_SECOND))
      store(key, next)
      return undefined
    },
  }
}
