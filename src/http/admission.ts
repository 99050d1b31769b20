import type { ServerResponse } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isUuid, networkOf, Refusal } from '../core/mod.ts'
import { requirePermission, type Origin, type Principal, type Session } from '../identity/mod.ts'
import { spendNonce, type KnownCredential } from '../partners/mod.ts'
import { AuthenticationRefusal } from './signatures/authentication-refusal.ts'
import { readCallBody } from './bodies/call-body.ts'
import type { Context } from './context.ts'
import { deviceCookieOf } from './cookies/device-cookie.ts'
import { FailedAttempts } from './limits/failed-attempts.ts'
import { valuesMaxOf } from './bodies/json-body.ts'
import { createAuthentication } from './operator.ts'
import { requireSpelledIds } from './path-ids.ts'
import type { QuerySpec } from './queries/query.ts'
import { readQuery, requireDecodable } from './queries/read-query.ts'
import { LargeBodies } from './bodies/large-bodies.ts'
import { BODY_BYTES_MAX, LARGE_BODY_BYTES_MAX, requireSize } from './bodies/read-body.ts'
import { RequestLimit } from './limits/request-limit.ts'
import { requireSameOrigin } from './cookies/same-origin.ts'
import type { AnyCall, Connection, VisitorCall } from './call.ts'
import type { Access, Route } from './route.ts'
import type { Trace } from './observability/observe.ts'
import {
  createAuthenticator,
  type Authenticator,
  type AuthenticatorOptions,
  type Claim,
} from './signatures/signature.ts'
import { merchantGate, notScreened, partnerGate } from './signatures/signed-gates.ts'
import type { VisitedPartner } from './visited-partner.ts'

/** Admission in two steps: what the head shows is checked before the body is read. */
export interface Admission {
  /** Returns undefined if the check finished synchronously. */
  screen(route: Route, request: FastifyRequest): Promise<void> | undefined
  /**
   * Reads a screened request into the call that its route handles. Announces the rate limit of its
   * credential in the headers of the reply.
   */
  admit(route: Route, request: FastifyRequest, reply: FastifyReply): Promise<AnyCall>
  /** Ends what `admit` has begun for a body with many rows. */
  leave(request: FastifyRequest): void
}

/**
 * Refuses, in this order, before the body is read:
 *   body_too_large                        the head declares too much; not for uploads
 *   overloaded                            the service drained when the request arrived
 *   unauthenticated                       as `Authenticator` and `Authentication` say;
 *                                         or rate_limited, as `FailedAttempts` says
 *   permission_missing                    as `Authentication` and `requireSameOrigin` say
 * and then:
 *   unauthenticated, permission_missing   as `Authenticator` says
 *   rate_limited                          the credential exceeds its rate limit
 *   invalid_parameters, invalid_request   a query parameter (named), as `readQuery` says
 *   unsupported_media_type                the content encoding and type of the body
 *   invalid_request                       the body (each field named)
 *   not_found                             an id of the path, as `requireSpelledIds` says
 *   rate_limited                          the rows of the body exceed the rate limit
 */
export function createAdmission(context: Context): Admission {
  const { config, clock, credentials, db } = context
  const { skewSecondsMax } = config
  const spend: AuthenticatorOptions['spendNonce'] = (nonce) => spendNonce(db, clock, nonce)
  const shared = { clock, skewSecondsMax, spendNonce: spend }
  const authenticator = createAuthenticator({ ...shared, credentials })
  const merchants = createAuthenticator({ ...shared, credentials: context.merchantCredentials })
  const attempts = new FailedAttempts(context)
  const refuse: Refuse = (error, request, to) => {
    if (to !== 'operator') noteFailure(context, request, { error, to })
    return attempts.judge(error, request, to)
  }
  const authenticate = headCheck(context, { partner: authenticator, merchant: merchants }, refuse)
  const limit = new RequestLimit(context)
  const authenticateMerchant = merchantGate(limit, merchants, refuse)
  const authenticatePartner = partnerGate({ ...context, limit }, authenticator, refuse)
  const valuesMax = valuesMaxOf(config.orderLinesMax)
  const largeBodies = new LargeBodies()
  // Operators may set as many rates in one request as its body can hold.
  const valuesMaxOfAccess = (to: Access['to']): number =>
    to === 'operator' ? Number.POSITIVE_INFINITY : valuesMax
  return {
    screen({ access, bodyKind, operation }, request) {
      if (bodyKind.kind !== 'stream') requireSize(request, bytesMaxOf(operation))
      if (request.trace.isLate && !(access.to === 'anyone' && access.isOperational)) {
        throw new Refusal('overloaded', 'the service is shutting down')
      }
      return authenticate(access, request)
    },
    async admit(route, request, reply) {
      const { access } = route
      const sender =
        access.to === 'partner'
          ? await authenticatePartner(request, reply, access.permission)
          : access.to === 'merchant'
            ? await authenticateMerchant(request, reply)
            : senderOf(access, request)
      const valuesMaxHere = valuesMaxOfAccess(access.to)
      const hasManyRows = route.operation.manyRowsAt !== undefined
      const largeBody = hasManyRows ? await largeBodies.read(route, request) : undefined
      const call = readCall(sender, route, { request, reply, valuesMax: valuesMaxHere, largeBody })
      const rows = rowsOf(route, call.body)
      if (rows === undefined) return call
      request.trace.rows = rows
      if (call.credential) limit.countRows(call.credential, reply, rows)
      return call
    },
    leave: (request) => largeBodies.leave(request),
  }
}

function bytesMaxOf({ manyRowsAt }: Route['operation']): number {
  return manyRowsAt === undefined ? BODY_BYTES_MAX : LARGE_BODY_BYTES_MAX
}

/** Returns how many rows a body has, if its route takes rows. */
function rowsOf({ operation: { rowsAt } }: Route, body: unknown): number | undefined {
  if (rowsAt === undefined) return undefined
  return (body as Readonly<Record<string, readonly unknown[]>>)[rowsAt]?.length
}

interface AdmittedRequest {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly valuesMax: number
  /** The body, if it is too large to be read at once. */
  readonly largeBody: object | undefined
}

/** Each field is named: spreading the sender took 4 µs of each request. */
function readCall(
  sender: Sender,
  route: Route,
  { request, reply, valuesMax, largeBody }: AdmittedRequest,
): AnyCall & Sender {
  const { access, ids, query } = route
  const call = {
    credential: sender.credential,
    partnerId: sender.partnerId,
    actor: sender.actor,
    homePartnerId: sender.homePartnerId,
    isTest: sender.isTest,
    permissions: sender.permissions,
    principal: sender.principal,
    session: sender.session,
    origin: sender.origin,
    visitor: sender.visitor,
    merchantId: sender.merchantId,
    network: sender.network,
    params: request.params,
    query: access.to === 'anyone' ? undefined : permittedQuery(query, request),
    rawQuery: request.query,
    body: largeBody ?? readCallBody(route, request, valuesMax),
    headers: request.headers,
    connection: new RequestConnection(request, reply),
  }
  requireSpelledIds(ids, request)
  return call
}

class RequestConnection implements Connection {
  readonly #trace: Trace
  readonly #response: ServerResponse

  constructor({ trace }: FastifyRequest, { raw }: FastifyReply) {
    this.#trace = trace
    this.#response = raw
  }

  isClosed(): boolean {
    return this.#response.destroyed
  }

  waitOnPurpose(): void {
    this.#trace.isLongPoll = true
  }
}

type Refuse = FailedAttempts['judge']
/** Who signs requests. */
type SignedAudience = 'partner' | 'merchant'

/** Returns the check of the sender that needs only the head of a request. */
function headCheck(
  context: Context,
  authenticators: Readonly<Record<SignedAudience, Authenticator>>,
  refuse: Refuse,
) {
  const authentication = createAuthentication(context, (error, request) =>
    refuse(error, request, 'operator'),
  )
  const claimSigned = (request: FastifyRequest, to: SignedAudience): Promise<void> | undefined => {
    try {
      return claim(authenticators[to], request)?.catch((error: unknown) => {
        throw refuse(error, request, to)
      })
    } catch (error) {
      throw refuse(error, request, to)
    }
  }
  return (access: Access, request: FastifyRequest): Promise<void> | undefined => {
    switch (access.to) {
      case 'anyone':
        return undefined
      case 'visitor':
        requireSameOrigin(request, context.config)
        return undefined
      case 'user':
        return authentication.user(request)
      case 'portal':
        return authentication.portal(request, access.permission)
      case 'operator':
        return authentication.operator(request, access.permission)
      case 'partner':
      case 'merchant':
        return claimSigned(request, access.to)
    }
  }
}

/** Refuses permission_missing for `unmasked=true` of an operator who may not see personal data. */
function permittedQuery(spec: QuerySpec, { url, query, trace }: FastifyRequest) {
  requireDecodable(url)
  const read = readQuery(spec, query)
  const { principal } = trace
  if (principal && read['unmasked'] === true) {
    requirePermission(principal.permissions, 'personal-data:read')
  }
  return read
}

/** The sender of a request: the members that calls of all routes have. */
interface Sender extends Partial<OrUndefined<VisitedPartner>> {
  readonly credential?: KnownCredential | undefined
  readonly principal?: Principal | undefined
  readonly session?: Session | undefined
  readonly origin?: Origin | undefined
  readonly visitor?: VisitorCall<unknown>['visitor'] | undefined
  readonly merchantId?: number | undefined
  readonly network?: string | undefined
}

type OrUndefined<T> = { readonly [Name in keyof T]: T[Name] | undefined }

/** Returns the sender and address of a screened request without a partner's credential. */
function senderOf({ to }: Access, { trace, ip, headers }: FastifyRequest): Sender {
  const { principal, session, visited } = trace
  if (to === 'operator' && !principal) throw notScreened()
  if (to === 'portal' && !visited) throw notScreened()
  if (to === 'user' && !session) throw notScreened()
  const origin = { address: ip, userAgent: userAgentOf(headers) }
  const actor = principal?.actor
  const deviceCookie = to === 'visitor' ? deviceCookieOf(headers.cookie) : undefined
  const visitor = { network: networkOf(ip), deviceCookie }
  return { actor, ...visited, principal, session, origin, visitor }
}

/**
 * Records a failed authentication in the request log, and at the credential that the request names,
 * if that exists.
 */
function noteFailure(
  context: Context,
  { headers, trace }: FastifyRequest,
  { error, to }: { readonly error: unknown; readonly to: SignedAudience },
): void {
  if (!(error instanceof AuthenticationRefusal)) return
  trace.refused = error.failed
  if (to === 'merchant') return
  const clientId = headers['x-client-id']
  if (typeof clientId !== 'string' || !isUuid(clientId)) return
  const { credentials, credentialUses } = context
  const isKnown = credentials.partnerOf(clientId) !== undefined
  const { message: failure, check: failedCheck } = error.failed
  credentialUses.recordFailure(clientId.toLowerCase(), { failure, failedCheck, isKnown })
}

function claim(authenticator: Authenticator, request: FastifyRequest): Promise<void> | undefined {
  const claimed = authenticator.recognize(request)
  if (claimed instanceof Promise) return recordClaim(request, claimed)
  request.trace.claim = claimed
  return undefined
}

async function recordClaim({ trace }: FastifyRequest, claimed: Promise<Claim>): Promise<void> {
  trace.claim = await claimed
}

const USER_AGENT_LENGTH_MAX = 300

function userAgentOf({ 'user-agent': userAgent }: FastifyRequest['headers']): string | undefined {
  return userAgent?.slice(0, USER_AGENT_LENGTH_MAX)
}
