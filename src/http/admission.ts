import { Readable } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import { Refusal } from '../core/mod.ts'
import type { KnownCredential, Permission } from '../partners/mod.ts'
import type { Context } from './context.ts'
import { readJsonBody } from './json-body.ts'
import { createOperatorAuthenticator, type AuthenticateOperator } from './operator.ts'
import { readQuery } from './query.ts'
import { createRateLimiter } from './rate-limit.ts'
import type { AnyCall, BodyKind, Route } from './route.ts'
import { createAuthenticator } from './signature.ts'

/** Reads a request into the call that its route handles, or refuses it. */
export type Admit = (route: Route, request: FastifyRequest) => Promise<AnyCall>

/** Credentials whose buckets are kept; one that is pushed out starts with a full one. */
const CREDENTIALS_MAX = 100_000
/** An idle credential may make so many seconds' worth of requests at once. */
const BURST_SECONDS = 2

const NO_BYTES = Buffer.alloc(0)

interface Gate {
  readonly context: Context
  partner(request: FastifyRequest, permission: Permission): Promise<Caller>
  readonly operator: AuthenticateOperator
}

/**
 * Admits requests. Refuses, in this order:
 *   unauthenticated, permission_missing   as `Authenticate` or `AuthenticateOperator` say
 *   rate_limited                          the credential has used up its requests
 *   invalid_parameters                    a query parameter (named)
 *   unsupported_media_type                the content type of the body
 *   invalid_request                       the body (each field named)
 */
export function createAdmission(context: Context): Admit {
  const gate: Gate = {
    context,
    partner: partnerGate(context),
    operator: createOperatorAuthenticator(context.config.adminToken),
  }
  return async (route, request) => {
    const caller = await identify(gate, route, request)
    return {
      credential: caller?.credential,
      partnerId: caller?.credential?.partnerId,
      actor: caller?.actor,
      params: request.params,
      query: readQuery(route.query, request.query),
      rawQuery: request.query,
      body: readBody(route.bodyKind, request),
      headers: request.headers,
      baseUrl: () => context.config.publicUrl ?? ownUrl(context, request),
    }
  }
}

interface Caller {
  readonly credential?: KnownCredential
  readonly actor?: string
}

function identify(
  gate: Gate,
  { access }: Route,
  request: FastifyRequest,
): Caller | Promise<Caller> | undefined {
  switch (access.to) {
    case 'partner':
      return gate.partner(request, access.permission)
    case 'operator': {
      const actor = gate.operator(request.headers.authorization)
      request.trace.actor = actor
      return { actor }
    }
    case 'anyone':
      return undefined
  }
}

function partnerGate({ config, clock, credentials }: Context): Gate['partner'] {
  const { skewSecondsMax } = config
  const authenticate = createAuthenticator({ credentials, clock, skewSecondsMax })
  const limiter = createRateLimiter(clock, CREDENTIALS_MAX)
  return async (request, permission) => {
    const { method, headers, body } = request
    const rawBody = Buffer.isBuffer(body) ? body : NO_BYTES
    const credential = await authenticate({ method, headers, rawBody }, permission)
    request.trace.partnerId = credential.partnerId
    request.trace.clientId = credential.clientId
    const perSecond = credential.rateLimit ?? config.rateLimit
    const burst = perSecond * BURST_SECONDS
    const retryAfterSeconds = limiter.take(credential.clientId, { perSecond, burst })
    if (retryAfterSeconds === undefined) return { credential }
    throw new Refusal('rate_limited', `at most ${perSecond} requests per second are allowed`, {
      retryAfterSeconds,
    })
  }
}

function readBody(bodyKind: BodyKind, request: FastifyRequest): unknown {
  switch (bodyKind.kind) {
    case 'none':
      return undefined
    case 'json': {
      const rawBody = Buffer.isBuffer(request.body) ? request.body : NO_BYTES
      if (bodyKind.isOptional && rawBody.length === 0) return bodyKind.check.read({})
      return bodyKind.check.read(readJsonBody(rawBody, request.trace.contentType))
    }
    case 'stream':
      requireContentType(bodyKind.contentTypes, request.trace.contentType)
      return request.body instanceof Readable ? request.body : Readable.from([])
  }
}

function requireContentType(wanted: readonly string[], contentType: string | undefined): void {
  const [type = ''] = (contentType ?? '').toLowerCase().split(';')
  if (wanted.includes(type.trim())) return
  throw new Refusal('unsupported_media_type', `content-type must be ${wanted.join(' or ')}`)
}

/** HTTP/1.0 allows a request without a Host. */
function ownUrl({ config }: Context, { protocol, host }: FastifyRequest): string {
  return `${protocol}://${host === '' ? `${config.host}:${config.port}` : host}`
}
