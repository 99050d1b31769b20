import { MS_PER_SECOND, type Clock } from '../../core/mod.ts'

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
  /**
   * Takes `count` more tokens for a request that has taken one. If there are too few, returns the
   * seconds until there are enough. If `count` exceeds a full bucket, the rest is owed, so that
   * later requests wait for it.
   */
  takeMore(key: string, limit: RateLimit, count: number): number | undefined
  /** Returns the tokens that are left, and the whole seconds until the bucket is full again. */
  left(key: string, limit: RateLimit): Quota
}

export interface Quota {
  readonly tokens: number
  readonly fullInSeconds: number
}

/**
 * Returns the headers that announce a limit to its caller, as structured fields
 * (draft-ietf-httpapi-ratelimit-headers): the requests allowed per window, and those that are left.
 * Empty if there is no limit.
 */
export function rateLimitHeaders(
  name: string,
  { perSecond, burst }: RateLimit,
  { tokens, fullInSeconds }: Quota,
): Readonly<Record<string, string>> {
  if (perSecond === 0) return {}
  return {
    'ratelimit-policy': `"${name}";q=${burst};w=${Math.ceil(burst / perSecond)}`,
    ratelimit: `"${name}";r=${tokens};t=${fullInSeconds}`,
  }
}

/** The rounding error of binary fractions of milliseconds, in tokens. */
const TOLERANCE = 1e-6

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

  /** Takes `count` tokens, unless the bucket would then lack more than `room`. */
  function take(
    key: string,
    perSecond: number,
    { count, room }: { readonly count: number; readonly room: number },
  ): number | undefined {
    if (perSecond === 0) return undefined
    const now = clock.monotonic()
    const interval = MS_PER_SECOND / perSecond
    const next = Math.max(now, fullAt.get(key) ?? now) + count * interval
    const wait = next - now - (room + TOLERANCE) * interval
    if (wait > 0) return Math.max(1, Math.ceil(wait / MS_PER_SECOND))
    store(key, next)
    return undefined
  }

  return {
    take: (key, { perSecond, burst }) => take(key, perSecond, { count: 1, room: burst }),
    takeMore: (key, { perSecond, burst }, count) =>
      take(key, perSecond, { count, room: Math.max(burst, count + 1) }),
    left(key, { perSecond, burst }) {
      const now = clock.monotonic()
      const missingMs = Math.max(now, fullAt.get(key) ?? now) - now
      const missing = Math.ceil((missingMs * perSecond) / MS_PER_SECOND - TOLERANCE)
      return {
        tokens: Math.max(0, burst - missing),
        fullInSeconds: Math.ceil(missingMs / MS_PER_SECOND),
      }
    },
  }
}
