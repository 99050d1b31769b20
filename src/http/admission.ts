import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid, Refusal } from '../core/mod.ts'
import { spendNonce, type KnownCredential, type Permission } from '../partners/mod.ts'
import { AuthenticationRefusal } from './authentication-refusal.ts'
import { isUtf8Of, requireIdentity } from './content-type.ts'
import type { Context } from './context.ts'
import { FailedAttempts } from './failed-attempts.ts'
import { readJsonBody, valuesMaxOf } from './json-body.ts'
import { createOperatorAuthenticator } from './operator.ts'
import { readQuery } from './read-query.ts'
import { createRateLimiter, rateLimitHeaders } from './rate-limit.ts'
import { requireSize } from './read-body.ts'
import type { AnyCall, BodyKind, Route } from './route.ts'
import { createAuthenticator, type Authenticator, type Claim } from './signature.ts'

/** Admission in two steps: what the head shows is checked before the body is read. */
export interface Admission {
  /** Returns undefined if the check finished synchronously. */
  screen(route: Route, request: FastifyRequest): Promise<void> | undefined
  /**
   * Reads a screened request into the call that its route handles. Announces the rate limit of its
   * credential in the headers of the reply.
   */
  admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<AnyCall>
}

/** The credentials whose buckets are in memory. An evicted one starts with a full bucket. */
const CREDENTIALS_MAX = 100_000
/** An idle credential may send this many seconds' worth of requests at once. */
const BURST_SECONDS = 2

const NO_BYTES = Buffer.alloc(0)

/**
 * Refuses, in this order, before the body is read:
 *   body_too_large                        the head declares too much; not for uploads
 *   overloaded                            the service drained when the request arrived
 *   unauthenticated                       as `Authenticator` and `AuthenticateOperator` say;
 *                                         or rate_limited, as `FailedAttempts` says
 * and then:
 *   unauthenticated, permission_missing   as `Authenticator` says
 *   rate_limited                          the credential exceeds its rate limit
 *   invalid_parameters, invalid_request   a query parameter (named), as `readQuery` says
 *   unsupported_media_type                the content encoding and type of the body
 *   invalid_request                       the body (each field named)
 */
export function createAdmission(context: Context): Admission {
  const { config, clock, credentials, db } = context
  const { skewSecondsMax } = config
  const authenticator = createAuthenticator({
    credentials,
    clock,
    skewSecondsMax,
    spendNonce: (nonce) => spendNonce(db, clock, nonce),
  })
  const authenticateOperator = createOperatorAuthenticator(config.adminToken)
  const attempts = new FailedAttempts(context)
  const refuse: FailedAttempts['judge'] = (error, request, to) => {
    if (to === 'partner') noteFailure(context, request, error)
    return attempts.judge(error, request, to)
  }
  const authenticatePartner = partnerGate(context, authenticator)
  const valuesMax = valuesMaxOf(config.orderLinesMax)
  // Operators may set as many rates at once as fit into a body.
  const valuesMaxTo = { partner: valuesMax, anyone: valuesMax, operator: Number.POSITIVE_INFINITY }
  return {
    screen({ access, bodyKind }, request) {
      if (bodyKind.kind !== 'stream') requireSize(request)
      if (request.trace.isLate && !(access.to === 'anyone' && access.isOperational)) {
        throw new Refusal('overloaded', 'the service is shutting down')
      }
      if (access.to === 'anyone') return undefined
      try {
        if (access.to === 'partner') {
          const claimed = claim(authenticator, request)
          return claimed?.catch((error: unknown) => {
            throw refuse(error, request, 'partner')
          })
        }
        request.trace.actor = authenticateOperator(request.headers.authorization)
        return undefined
      } catch (error) {
        throw refuse(error, request, access.to)
      }
    },
    async admit({ access, query, bodyKind }, request, reply) {
      const credential =
        access.to === 'partner'
          ? await authenticatePartner(request, reply, access.permission).catch((error: unknown) => {
              throw refuse(error, request, 'partner')
            })
          : undefined
      if (access.to === 'operator' && request.trace.actor === undefined) throw notScreened()
      return {
        credential,
        partnerId: credential?.partnerId,
        actor: request.trace.actor,
        params: request.params,
        query: access.to === 'anyone' ? undefined : readQuery(query, request.query),
        rawQuery: request.query,
        body: readBody(bodyKind, request, valuesMaxTo[access.to]),
        headers: request.headers,
      }
    },
  }
}

/**
 * Notes the failed authentication of a request, for the request log, and at the credential that it
 * names, if there is such a one.
 */
function noteFailure(context: Context, { headers, trace }: FastifyRequest, error: unknown): void {
  if (!(error instanceof AuthenticationRefusal)) return
  trace.refused = error.failed
  const clientId = headers['x-client-id']
  if (typeof clientId !== 'string' || !isUuid(clientId)) return
  const { credentials, credentialUses } = context
  const isKnown = credentials.partnerOf(clientId) !== undefined
  credentialUses.failed(clientId.toLowerCase(), { failure: error.message, isKnown })
}

function claim(authenticator: Authenticator, request: FastifyRequest): Promise<void> | undefined {
  const claimed = authenticator.recognize(request)
  if (claimed instanceof Promise) return keepClaim(request, claimed)
  request.trace.claim = claimed
  return undefined
}

async function keepClaim({ trace }: FastifyRequest, claimed: Promise<Claim>): Promise<void> {
  trace.claim = await claimed
}

function partnerGate({ config, clock, credentialUses }: Context, authenticator: Authenticator) {
  const limiter = createRateLimiter(clock, CREDENTIALS_MAX)
  return async (
    request: FastifyRequest,
    reply: FastifyReply,
    permission: Permission,
  ): Promise<KnownCredential> => {
    const { body, trace } = request
    if (!trace.claim) throw notScreened()
    const rawBody = Buffer.isBuffer(body) ? body : NO_BYTES
    const credential = await authenticator.authenticate(trace.claim, rawBody, permission)
    trace.partnerId = credential.partnerId
    trace.clientId = credential.clientId
    trace.isTest = credential.isTest
    credentialUses.used(credential.clientId)
    const perSecond = credential.rateLimit ?? config.rateLimit
    const limit = { perSecond, burst: perSecond * BURST_SECONDS }
    const retryAfterSeconds = limiter.take(credential.clientId, limit)
    reply.headers(rateLimitHeaders('requests', limit, limiter.left(credential.clientId, limit)))
    if (retryAfterSeconds === undefined) return credential
    throw new Refusal('rate_limited', `at most ${perSecond} requests per second are allowed`, {
      retryAfterSeconds,
    })
  }
}

/** Returns the error for a request that skipped the first step. */
function notScreened(): Error {
  return new Error('a request is screened before it is admitted')
}

function readBody(bodyKind: BodyKind, request: FastifyRequest, valuesMax: number): unknown {
  switch (bodyKind.kind) {
    case 'none':
      return undefined
    case 'json': {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : NO_BYTES
      if (bodyKind.isOptional && rawBody.length === 0) return bodyKind.check.read({})
      requireIdentity(request.headers['content-encoding'])
      return bodyKind.check.read(readJsonBody(rawBody, request.trace.contentType, valuesMax))
    }
    case 'stream':
      requireIdentity(request.headers['content-encoding'])
      requireContentType(bodyKind.contentTypes, request.trace.contentType)
      return request.body instanceof Readable ? request.body : Readable.from([])
  }
}

function requireContentType(wanted: readonly string[], contentType: string | undefined): void {
  if (isUtf8Of(wanted, contentType)) return
  throw new Refusal('unsupported_media_type', `content-type must be ${wanted.join(' or ')}`)
}
