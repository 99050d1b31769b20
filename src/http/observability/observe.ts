import type { VisitedPartner } from '../visited-partner.ts'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { loggedActor } from '../../audit/mod.ts'
import { MS_PER_SECOND, Refusal, type RefusalKind, randomFraction } from '../../core/mod.ts'
import { userActor, type Principal, type Session } from '../../identity/mod.ts'
import { readCallerRequestId, type FailedAuthentication } from '../../requests/mod.ts'
import { Arrivals } from '../bodies/arrival.ts'
import type { Services } from '../context.ts'
import type { SignedRequests } from './logged-request.ts'
import { tlsHeaders } from '../listeners/only-by-tls.ts'
import type { RequestSpan } from '../../telemetry/mod.ts'
import { isHost, targetRefusal } from '../request-target.ts'
import type { ShownCodes } from '../response.ts'
import type { Claim } from '../signatures/signature.ts'

/** The data of a request while it runs, for its log line. */
export interface Trace {
  readonly beganAt: number
  /** The `x-request-id` that the caller sent, if it is well formed. */
  readonly callerRequestId: string | undefined
  /** The content type as it was sent. */
  readonly contentType: string | undefined
  /** True if the request arrived after the service had begun to drain. */
  readonly isLate: boolean
  /** Tracks the arrival of the request's body. */
  readonly arrivals: Arrivals
  /** The claim in the headers of a signed request. */
  claim?: Claim
  partnerId?: number
  clientId?: string
  /** True if the credential is of a test partner: metrics leave the request out. */
  isTest?: boolean
  /** True if the request waits for an event, so its duration says nothing about our latency. */
  isLongPoll?: boolean
  /** Who acts as the operator. */
  principal?: Principal
  /** The partner that a user of the portal works on. */
  visited?: VisitedPartner
  /** The session of the user who is signed in. */
  session?: Session
  /** A failed authentication: the address, and the claimed client id. */
  failed?: { readonly address: string; readonly claimedClientId: string | undefined }
  /** The failed authentication, as the request log has it. */
  refused?: FailedAuthentication
  refusal?: RefusalKind
  /** The code of the error response. */
  code?: string
  /** Its span, if the process records any. */
  span?: RequestSpan
  /** The order that the request created or returned again. */
  orderId?: string
  /** Number of rows, if it is a request with several rows. */
  rows?: number
  /** The codes that the response has, unless it is an error. */
  shown?: ShownCodes
}

declare module 'fastify' {
  interface FastifyRequest {
    trace: Trace
  }
  interface FastifyContextConfig {
    /** The literal route. */
    name?: string
    /** True if a page sent it by itself, so it does not show that a person is there. */
    isUnattended?: boolean
  }
}

/** Counts the requests in progress and tells whether new ones are accepted. */
export class Traffic {
  readonly arrivals: Arrivals
  readonly #inFlight = new Set<ServerResponse>()
  readonly #idle: (() => void)[] = []
  isDraining = false
  /** True once the process is about to drain: it still serves, but is not ready. */
  isLeaving = false

  constructor(services: Pick<Services, 'clock' | 'log' | 'config'>) {
    this.arrivals = new Arrivals(services)
  }

  began(request: IncomingMessage, response: ServerResponse): void {
    if (this.isLeaving) response.shouldKeepAlive = false
    this.#inFlight.add(response)
    this.arrivals.began(request, response)
  }

  ended(request: IncomingMessage, response: ServerResponse): void {
    this.arrivals.responded(request, response)
    this.#inFlight.delete(response)
    if (this.#inFlight.size === 0) for (const resolve of this.#idle.splice(0)) resolve()
  }

  get requests(): number {
    return this.#inFlight.size
  }

  /** Refuses new requests from now on. */
  drain(): void {
    this.leave()
    this.isDraining = true
  }

  /** From now on, every response closes its connection. */
  leave(): void {
    this.isLeaving = true
    for (const response of this.#inFlight) response.shouldKeepAlive = false
  }

  /** Resolves when no request is in progress. */
  idle(): Promise<void> {
    if (this.#inFlight.size === 0) return Promise.resolve()
    return new Promise((resolve) => this.#idle.push(resolve))
  }
}

/** Replaces the content type of every request. */
export const OPAQUE = 'application/octet-stream'

/** The services that are told about each request. */
export interface Observers {
  readonly services: Services
  readonly traffic: Traffic
  readonly signedRequests: SignedRequests
  /** True if browsers are told to come by TLS only. */
  readonly isOnlyByTls: boolean
}

/** Gives each request an id and a trace, and each response its headers, log line and metrics. */
export function observeRequests(app: FastifyInstance, observers: Observers): void {
  const { services, traffic } = observers
  app.decorateRequest('trace')
  services.metrics.observe(
    'tessera_http_requests_in_flight',
    'Requests under way',
    () => traffic.requests,
  )
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply, observers)
    done(headFault(request))
  })
}

/** Headers that may occur only once: a proxy may have checked another copy than the one we read. */
const SENT_ONCE: readonly string[] = ['Host', 'Authorization']

/**
 * Returns the refusal of an invalid head, undefined if it is valid: for its target, a missing or
 * invalid Host (RFC 9112, 3.2), or a header that was sent twice.
 */
function headFault({ url, raw: { headers, rawHeaders, httpVersion } }: FastifyRequest) {
  const refusal = targetRefusal(url)
  if (refusal) return refusal
  const { host } = headers
  if (host === undefined && httpVersion === '1.1') return malformed('Host', 'is missing')
  const repeated = SENT_ONCE.find((name) => isRepeated(name, rawHeaders))
  if (repeated !== undefined) return malformed(repeated, 'was sent more than once')
  return host === undefined || isHost(host) ? undefined : malformed('Host', 'names no host')
}

function isRepeated(header: string, rawHeaders: readonly string[]): boolean {
  let times = 0
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at]
    if (name?.length === header.length && name.toLowerCase() === header.toLowerCase()) times += 1
  }
  return times > 1
}

function malformed(header: string, message: string): Refusal {
  const details = [{ field: header.toLowerCase(), message }]
  return new Refusal('invalid_request', `the ${header} header ${message}`, { details })
}

/** Does what `observeRequests` does, for responses that the framework sends without its hooks. */
export function begin(
  request: FastifyRequest,
  reply: FastifyReply,
  { services, traffic, signedRequests, isOnlyByTls }: Observers,
): void {
  const contentType = request.raw.headers['content-type']
  const callerRequestId = readCallerRequestId(request.raw.headers['x-request-id'])
  // The framework would refuse a malformed type before the signature is checked.
  if (contentType !== undefined) request.raw.headers['content-type'] = OPAQUE
  request.trace = {
    beganAt: services.clock.monotonic(),
    callerRequestId,
    contentType,
    isLate: traffic.isDraining,
    arrivals: traffic.arrivals,
  }
  if (services.tracing) request.trace.span = services.tracing.request(request.raw.headers)
  reply.headers({
    'x-request-id': callerRequestId ?? request.id,
    'x-content-type-options': 'nosniff',
    'cache-control': 'no-store',
    ...tlsHeaders(isOnlyByTls),
  })
  traffic.began(request.raw, reply.raw)
  // Fires once, whether the response was finished or the client disconnected.
  reply.raw.on('close', () => {
    traffic.ended(request.raw, reply.raw)
    const ms = services.clock.monotonic() - request.trace.beganAt
    record(request, reply, { services, ms })
    signedRequests.ended(request, reply, ms)
  })
}

function record(
  request: FastifyRequest,
  reply: FastifyReply,
  { services, ms }: { readonly services: Services; readonly ms: number },
): void {
  const { trace, method } = request
  const status = reply.raw.statusCode
  const route = request.routeOptions?.config?.name ?? UNKNOWN_ROUTE
  if (trace.isTest !== true && trace.isLongPoll !== true) {
    services.metrics.requestEnded({ route, method, status, seconds: ms / MS_PER_SECOND })
  }
  const { partnerId, clientId, principal, session, refusal } = trace
  const actor = principal?.actor ?? (session && userActor(session.user, undefined))
  trace.span?.end({ route, method, status, requestId: request.id, partnerId, refusal })
  const { loggedOneIn } = services.config
  const isSampled = loggedOneIn > 1 && isUnremarkable(request, reply, ms)
  if (isSampled && randomFraction() * loggedOneIn >= 1) return
  services.log.info(
    {
      requestId: request.id,
      callerRequestId: trace.callerRequestId,
      method,
      route,
      // Not the path, which may hold a token or the secret of a download link.
      params: route === UNKNOWN_ROUTE ? undefined : paramsOf(request.params),
      status,
      ms: Math.round(ms * 100) / 100,
      isAborted: reply.raw.writableFinished ? undefined : true,
      partnerId,
      clientId,
      actor: actor && loggedActor(actor),
      refusal,
      address: trace.failed?.address,
      claimedClientId: trace.failed?.claimedClientId,
      oneIn: isSampled ? loggedOneIn : undefined,
    },
    'request',
  )
}

/** True if the request succeeded in time. A long poll waits as long as it was asked to. */
function isUnremarkable({ trace }: FastifyRequest, { raw }: FastifyReply, ms: number): boolean {
  const isInTime = ms < SLOW_MS || trace.isLongPoll === true
  return isInTime && raw.writableFinished && raw.statusCode < 400
}

/** Each request that took this long is logged. */
const SLOW_MS = 1_000

const UNKNOWN_ROUTE = 'none'
const PARAM_LENGTH_MAX = 100

/** Returns the route's path parameters, cut if they are long, or undefined if there are none. */
function paramsOf(params: unknown): Record<string, string> | undefined {
  const values = (params ?? {}) as Readonly<Record<string, unknown>>
  let texts: Record<string, string> | undefined
  for (const name in values) {
    texts ??= {}
    texts[name] = String(values[name]).slice(0, PARAM_LENGTH_MAX)
  }
  return texts
}
