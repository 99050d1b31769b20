import type { FastifyRequest } from 'fastify'
import type { AlertKind } from '../../alerts/mod.ts'
import { isUuid, networkOf, Refusal } from '../../core/mod.ts'
import type { Context } from '../context.ts'
import { raiseSoon } from '../raise-soon.ts'
import { createRateLimiter, type RateLimit } from './rate-limit.ts'
import type { Access } from '../route.ts'

/** Addresses and claimed client ids whose failures are counted at a time. */
const FAILING_MAX = 10_000
/**
 * This many seconds' worth of failures may come at once, because a wrong setting is not an attack.
 */
const FAILURE_BURST_SECONDS = 10
/** The failures beyond this rate raise an alert, long before they get 429. */
const SUSPECT: RateLimit = { perSecond: 1, burst: FAILURE_BURST_SECONDS }
/** One alert per subject and minute. */
const ALERTED: RateLimit = { perSecond: 1 / 60, burst: 1 }

type AuthenticatedAccess = Extract<Access['to'], 'partner' | 'operator' | 'merchant'>

/**
 * Rate-limits failed authentication, by address and by claimed client id, in bounded memory.
 * Valid requests are always served, even if others fail from the same address or in the same name:
 * only the response to failures becomes 429. Guessing is not a threat, as secrets have 256 bits.
 */
export class FailedAttempts {
  readonly #context: Context
  readonly #limit: RateLimit
  readonly #limited: Counters
  readonly #suspect: Counters
  readonly #alerted

  constructor(context: Context) {
    const { config, clock } = context
    this.#context = context
    const perSecond = config.failureLimit
    this.#limit = { perSecond, burst: perSecond * FAILURE_BURST_SECONDS }
    this.#limited = new Counters(clock)
    this.#suspect = new Counters(clock)
    this.#alerted = createRateLimiter(clock, FAILING_MAX)
  }

  /** Returns the error to respond with: rate_limited if there were too many failures. */
  judge(error: unknown, request: FastifyRequest, to: AuthenticatedAccess): unknown {
    if (!(error instanceof Refusal) || error.kind !== 'unauthenticated') return error
    const { ip, trace, headers } = request
    const clientId = headers['x-client-id']
    const claimed = typeof clientId === 'string' && isUuid(clientId) ? clientId : undefined
    trace.failed = { address: ip, claimedClientId: to === 'operator' ? undefined : claimed }
    this.#context.metrics.authenticationFailed(to)
    if (this.#limit.perSecond === 0) return error
    const from = { network: networkOf(ip), claimed: trace.failed.claimedClientId }
    const isSuspect = this.#suspect.take(from, SUSPECT) !== undefined
    if (isSuspect) this.#alert(to, ip, from.claimed)
    const seconds = this.#limited.take(from, this.#limit)
    return seconds === undefined ? error : tooMany(seconds)
  }

  #alert(to: AuthenticatedAccess, address: string, claimed: string | undefined): void {
    const { clock, credentials } = this.#context
    // Mistakes with test credentials are expected, so they raise no alert.
    if (claimed !== undefined && credentials.peek(claimed)?.credential?.isTest === true) return
    const partnerId = claimed === undefined ? undefined : credentials.partnerOf(claimed)
    const named = partnerId === undefined ? 'unknown' : `partner:${partnerId}`
    const subject = to === 'partner' ? named : to
    if (this.#alerted.take(subject, ALERTED) !== undefined) return
    const kind: AlertKind = to === 'operator' ? 'wrong_operator_tokens' : 'wrong_signatures'
    const whose = partnerId === undefined ? 'an unknown partner' : `partner ${partnerId}`
    const what = WHAT_IS_WRONG[to] ?? `signatures of ${whose}`
    const message = `${what} are wrong again and again, last from ${address}`
    const alert = { kind, subject, message, severity: 'warning', at: clock.now() } as const
    raiseSoon(this.#context, { ...alert, details: { address } })
  }
}

/** Counts failures by address and by claimed client. */
class Counters {
  readonly #addresses
  readonly #clients

  constructor(clock: Context['clock']) {
    this.#addresses = createRateLimiter(clock, FAILING_MAX)
    this.#clients = createRateLimiter(clock, FAILING_MAX)
  }

  /** Counts a failure. Returns the seconds to wait if it exceeds the limit, otherwise undefined. */
  take(
    { network, claimed }: { readonly network: string; readonly claimed: string | undefined },
    limit: RateLimit,
  ): number | undefined {
    const byAddress = this.#addresses.take(network, limit)
    const byClient =
      claimed === undefined ? undefined : this.#clients.take(claimed.toLowerCase(), limit)
    return byAddress ?? byClient
  }
}

const WHAT_IS_WRONG: Readonly<Partial<Record<AuthenticatedAccess, string>>> = {
  operator: 'operator tokens',
  merchant: 'signatures of merchants',
}

function tooMany(retryAfterSeconds: number): Refusal {
  const message = 'too many authentications have failed; try again later'
  return new Refusal('rate_limited', message, { retryAfterSeconds })
}
