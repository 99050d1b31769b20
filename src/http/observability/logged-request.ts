import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid } from '../../core/mod.ts'
import type { LoggedRequest } from '../../requests/mod.ts'
import { familyOf } from '../dialects.ts'
import { createRateLimiter, type RateLimiter } from '../limits/rate-limit.ts'
import { pathOf } from '../request-target.ts'
import type { Services } from '../context.ts'
import type { ShownCodes } from '../response.ts'

const PATH_LENGTH_MAX = 500
/**
 * A longer string to sign is left out, because a part of it would mislead. The string of the second
 * signature has the whole request target.
 */
const STRING_LENGTH_MAX = 4_000
const MICROS_PER_MS = 1_000

/** The most unauthenticated requests to log, so that a flood of them does not fill the disk. */
const STRANGERS = { perSecond: 20, burst: 1_000 }

/**
 * Logs requests of partners: those that named a credential or should have, and those that showed
 * codes to a user or on the page of a link.
 */
export class SignedRequests {
  readonly #services: Pick<Services, 'requestLog' | 'credentials'>
  readonly #strangers: RateLimiter

  constructor(services: Pick<Services, 'requestLog' | 'credentials' | 'clock'>) {
    this.#services = services
    this.#strangers = createRateLimiter(services.clock, 1)
  }

  ended(request: FastifyRequest, reply: FastifyReply, ms: number): void {
    const { trace, headers, url } = request
    const isNamed = headers['x-client-id'] !== undefined && familyOf(url) !== 'admin-v1'
    const shown = shownBy(trace)
    if (!isNamed && !trace.refused && !shown) return
    const { requestLog } = this.#services
    const isAuthenticated = trace.clientId !== undefined || shown !== undefined
    if (!isAuthenticated && this.#strangers.take('', STRANGERS) !== undefined) {
      requestLog.countUnlogged()
      return
    }
    requestLog.add(describe(request, reply, { ms, isAuthenticated }))
  }
}

function shownBy({ shown, code }: FastifyRequest['trace']): ShownCodes | undefined {
  return code === undefined ? shown : undefined
}

function describe(
  { id, trace, method, url, headers, ip }: FastifyRequest,
  { raw }: FastifyReply,
  { ms, isAuthenticated }: { readonly ms: number; readonly isAuthenticated: boolean },
): LoggedRequest {
  const { refused } = trace
  const shown = shownBy(trace)
  const clientId = trace.clientId ?? (shown ? undefined : claimedBy(headers))
  const isLong = (refused?.stringToSign?.length ?? 0) > STRING_LENGTH_MAX
  return {
    requestId: id,
    callerRequestId: trace.callerRequestId,
    clientId,
    isAuthenticated,
    method,
    path: pathOf(url).slice(0, PATH_LENGTH_MAX),
    status: raw.writableFinished ? raw.statusCode : undefined,
    code: trace.code,
    micros: Math.round(ms * MICROS_PER_MS),
    address: addressOf(ip),
    orderId: trace.orderId ?? shown?.orderId,
    codesShown: shown?.codes,
    rows: trace.rows,
    userId: shown && trace.session?.user.userId,
    failed: refused && isLong ? { ...refused, stringToSign: undefined } : refused,
  }
}

/** A client that has disconnected at once has no address any more. */
function addressOf(ip: unknown): string {
  return typeof ip === 'string' ? ip : ''
}

/** Returns the credential that a request names. Anybody can name one. */
function claimedBy({ 'x-client-id': named }: FastifyRequest['headers']): string | undefined {
  return typeof named === 'string' && isUuid(named) ? named : undefined
}
