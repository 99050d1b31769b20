import type { FastifyRequest } from 'fastify'
import { Refusal } from '../core/mod.ts'
import {
  environmentPrincipal,
  findSession,
  permissionsOfPartner,
  requirePartnerUser,
  requirePermission,
  requireSecondFactor,
  userActor,
  isServiceToken,
  tokenPrincipal,
  userPrincipal,
  type OperatorPermission,
  type PartnerPermission,
  type Principal,
  type Session,
} from '../identity/mod.ts'
import type { Context } from './context.ts'
import { isSameDigest, sha256 } from './bodies/digest.ts'
import { requireSameOrigin } from './cookies/same-origin.ts'
import { sessionTokenOf } from './cookies/session-cookie.ts'
import { MODE_HEADER, visitedPartner } from './visited-partner.ts'

/** Authenticates people and tokens of the operator, before the body is read. */
export interface Authentication {
  /**
   * Returns the principal, and records it in the trace. Refuses unauthenticated without a valid
   * token or session, and permission_missing if its holder may not do this, or as
   * `requireSecondFactor`.
   */
  operator(request: FastifyRequest, permission: OperatorPermission): Promise<void> | undefined
  /**
   * Returns the session and the partner of its user, and records them in the trace. Refuses
   * unauthenticated without a valid session; permission_missing as `requireSecondFactor`, for users
   * of the operator or of a suspended partner, and for a role without the permission; and not_found
   * if a test partner is requested that does not exist.
   */
  portal(request: FastifyRequest, permission: PartnerPermission): Promise<void>
  /**
   * Returns the session, and records it in the trace, even if its user must first add a second
   * factor, which is done by such routes. Refuses unauthenticated without a valid session.
   */
  user(request: FastifyRequest): Promise<void>
}

type Options = Pick<Context, 'db' | 'clock' | 'config'>

/**
 * The user whose page sends the request. The cookie is shared by all windows of a browser, so
 * somebody else may have signed in since the page was opened.
 */
const USER_HEADER = 'x-tessera-user'

/** Sent by a page that nobody has touched for a minute. */
const UNATTENDED_HEADER = 'x-tessera-unattended'

/**
 * Returns the session of a token, and records it in the trace. Refuses as `requireSecondFactor`.
 */
async function requireSession(
  options: Options,
  request: FastifyRequest,
  token: string,
): Promise<Session> {
  const session = await requireAnySession(options, request, token)
  requireSecondFactor(options, session)
  return session
}

/** Records the session of a token in the trace. */
async function requireAnySession(
  options: Options,
  request: FastifyRequest,
  token: string,
): Promise<Session> {
  const session = await findSession(options, { token, isUse: !isUnattended(request) })
  if (!session) throw new Refusal('unauthenticated', 'the session is over; sign in again')
  requireSameOrigin(request, options.config)
  const pageUser = request.headers[USER_HEADER]
  if (pageUser !== undefined && pageUser !== String(session.user.userId)) {
    throw new Refusal('unauthenticated', 'somebody else has signed in in this browser')
  }
  request.trace.session = session
  return session
}

/**
 * True for requests that an open page sends by itself. They do not prolong the session, so that the
 * session of a person who has left ends.
 */
function isUnattended({ headers, routeOptions }: FastifyRequest): boolean {
  return headers[UNATTENDED_HEADER] === '1' || routeOptions.config.isUnattended === true
}

function tokenOf(request: FastifyRequest): string {
  const token = sessionTokenOf(request.headers.cookie)
  if (token === undefined) throw new Refusal('unauthenticated', 'nobody is signed in')
  return token
}

/**
 * Returns the authentication of operators: by `Authorization: Bearer <token>` (a service token, or
 * the token of the environment, which is compared in constant time) or by the cookie of a session.
 * The header takes precedence. Wrong tokens are reported to `refuseToken`; invalid sessions are
 * not, because every page of a session that is over causes a few.
 */
export function createAuthentication(
  options: Options,
  refuseToken: (error: Refusal, request: FastifyRequest) => unknown,
): Authentication {
  const { adminToken, adminTokenUse } = options.config
  const isRefused = adminToken === undefined || adminTokenUse === 'refused'
  const expected = isRefused ? undefined : sha256(adminToken)
  const admitUser = async (
    request: FastifyRequest,
    token: string,
    permission: OperatorPermission,
  ): Promise<void> => {
    const session = await requireSession(options, request, token)
    admitAs(request, userPrincipal(options.config, session, request.ip), permission)
  }
  const admitToken = async (
    request: FastifyRequest,
    token: string,
    permission: OperatorPermission,
  ): Promise<void> => {
    const principal = await tokenPrincipal(options, token, request.ip)
    if (!principal) throw refuseToken(noToken(), request)
    admitAs(request, principal, permission)
  }
  return {
    operator(request, permission) {
      const { authorization, cookie } = request.headers
      const session = authorization === undefined ? sessionTokenOf(cookie) : undefined
      if (session !== undefined) return admitUser(request, session, permission)
      const token = /^Bearer +([\x21-\x7e]+)$/i.exec(authorization ?? '')?.[1]
      if (token !== undefined && isServiceToken(token)) {
        return admitToken(request, token, permission)
      }
      if (token === undefined || expected === undefined || !isSameDigest(sha256(token), expected)) {
        throw refuseToken(noToken(), request)
      }
      request.trace.principal = environmentPrincipal(options.config, request.ip)
      return undefined
    },
    portal: (request, permission) => admitVisitor(options, request, permission),
    async user(request) {
      await requireAnySession(options, request, tokenOf(request))
    },
  }
}

async function admitVisitor(
  options: Options,
  request: FastifyRequest,
  permission: PartnerPermission,
): Promise<void> {
  const session = await requireSession(options, request, tokenOf(request))
  const user = requirePartnerUser(session)
  const permissions = permissionsOfPartner(user.role)
  requirePermission(permissions, permission)
  const isTest = request.headers[MODE_HEADER] === 'test'
  const partner = await visitedPartner(options.db, { partnerId: user.partnerId, isTest })
  const actor = { ...userActor(user, request.ip), permission }
  request.trace.visited = { ...partner, permissions, actor }
}

/** Records the principal in the trace. Refuses permission_missing if it may not do this. */
function admitAs(
  { trace }: FastifyRequest,
  { actor, permissions }: Principal,
  permission: OperatorPermission,
): void {
  trace.principal = { actor: { ...actor, permission }, permissions }
  requirePermission(permissions, permission)
}

function noToken(): Refusal {
  return new Refusal('unauthenticated', 'a valid operator token is required')
}
