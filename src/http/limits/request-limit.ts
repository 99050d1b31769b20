import type { FastifyReply } from 'fastify'
import { Refusal } from '../../core/mod.ts'
import type { KnownCredential } from '../../partners/mod.ts'
import type { Context } from '../context.ts'
import { createRateLimiter, rateLimitHeaders, type RateLimit } from './rate-limit.ts'

/** The credentials whose buckets are in memory. An evicted one starts with a full bucket. */
const CREDENTIALS_MAX = 100_000
/** An idle credential may send this many seconds' worth of requests at once. */
const BURST_SECONDS = 2
/** Every 50 rows of a request, or a part of 50, count as one request. */
export const ROWS_OF_REQUEST = 50

type LimitedCredential = Pick<KnownCredential, 'clientId' | 'rateLimit'>

/** The limit of requests per second of each credential. Announces it in the headers of replies. */
export class RequestLimit {
  readonly #limiter
  readonly #perSecond: number

  constructor({ clock, config }: Pick<Context, 'clock' | 'config'>) {
    this.#limiter = createRateLimiter(clock, CREDENTIALS_MAX)
    this.#perSecond = config.rateLimit
  }

  /** Counts a request. Refuses rate_limited. */
  count(credential: LimitedCredential, reply: FastifyReply): void {
    const limit = this.#limitOf(credential)
    const wait = this.#limiter.take(credential.clientId, limit)
    this.#announce(credential, limit, reply)
    if (wait !== undefined) throw rateLimited(limit, wait)
  }

  /** Counts the rows of a request beyond the first 50. Refuses rate_limited. */
  countRows(credential: LimitedCredential, reply: FastifyReply, rows: number): void {
    const more = Math.ceil(rows / ROWS_OF_REQUEST) - 1
    if (more <= 0) return
    const limit = this.#limitOf(credential)
    const wait = this.#limiter.takeMore(credential.clientId, limit, more)
    this.#announce(credential, limit, reply)
    if (wait !== undefined) throw rateLimited(limit, wait)
  }

  #limitOf({ rateLimit }: LimitedCredential): RateLimit {
    const perSecond = rateLimit ?? this.#perSecond
    return { perSecond, burst: perSecond * BURST_SECONDS }
  }

  #announce({ clientId }: LimitedCredential, limit: RateLimit, reply: FastifyReply): void {
    if (limit.perSecond === 0) return
    reply.headers(rateLimitHeaders('requests', limit, this.#limiter.left(clientId, limit)))
  }
}

function rateLimited({ perSecond }: RateLimit, retryAfterSeconds: number): Refusal {
  const message = `at most ${perSecond} requests per second are allowed`
  return new Refusal('rate_limited', message, { retryAfterSeconds })
}
