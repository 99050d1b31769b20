import { MS_PER_HOUR, MS_PER_SECOND, Refusal, type Clock } from '../../core/mod.ts'
import { createRateLimiter, type RateLimit } from './rate-limit.ts'

/** Merchants and networks that are counted at a time. */
const GUESSING_MAX = 10_000
/**
 * The limit of unknown codes per merchant and per network: 60 an hour. Valid codes are always
 * served.
 */
const GUESSES: RateLimit = { perSecond: (60 * MS_PER_SECOND) / MS_PER_HOUR, burst: 60 }

/** Limits lookups of unknown codes by caller and by network. */
export class CodeGuesses {
  readonly #limiter

  constructor(clock: Clock) {
    this.#limiter = createRateLimiter(clock, GUESSING_MAX)
  }

  /** Counts an unknown code. Returns seconds to wait if there were too many. */
  count(...guessers: readonly string[]): number | undefined {
    const waits = guessers.map((one) => this.#limiter.take(one, GUESSES))
    return waits.find((seconds) => seconds !== undefined)
  }

  /** Calls `find`, and counts it as a guess if it finds no card. Refuses rate_limited. */
  async guard<T>(guessers: readonly string[], find: () => Promise<T>): Promise<T> {
    try {
      return await find()
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'not_found') throw error
      const retryAfterSeconds = this.count(...guessers)
      if (retryAfterSeconds === undefined) throw error
      const message = 'too many codes named no card; try again later'
      throw new Refusal('rate_limited', message, { retryAfterSeconds })
    }
  }
}
