import type { FastifyReply, FastifyRequest } from 'fastify'
import { invalidPart, Refusal } from '../core/mod.ts'
import { isConnectionLost } from '../db/mod.ts'
import { refusalOfAct } from '../policy/mod.ts'
import type { Services } from './context.ts'
import { FaultOnPurpose } from './fault-on-purpose.ts'
import { DIALECTS, FAULT, familyOf, faultResponse, refusalResponse } from './dialects.ts'

const BAD_URL_CODE = 'FST_ERR_BAD_URL'
export const JSON_TYPE = 'application/json; charset=utf-8'
/**
 * Headers to remove from an error: those that a route may have set before it failed, and
 * `connection`. The framework would close the connection after refusing a body; we read the body to
 * its end instead, so that a client that is still sending gets the response.
 */
const HEADERS_OF_SUCCESS = ['connection', 'content-disposition', 'etag']

/**
 * Sends an error in the format of the path's family. A refusal is counted, an outage of the
 * database becomes a refusal, and anything else is a bug, logged here only.
 */
export function sendError(
  thrown: unknown,
  request: FastifyRequest,
  { reply, services }: { reply: FastifyReply; services: Services },
): FastifyReply {
  const family = familyOf(request.url)
  const error = refusalOfAct(thrown) ?? thrown
  const refusal = toRefusal(error)
  request.trace.code = refusal ? DIALECTS[family][refusal.kind].code : FAULT.code
  if (refusal) {
    request.trace.refusal = refusal.kind
    if (request.trace.isTest !== true) services.metrics.refused(refusal.kind)
    // The framework's message for a malformed path quotes the path and its query.
    if (refusal !== error && memberOf(error, 'code') !== BAD_URL_CODE) {
      services.log.warn({ requestId: request.id, err: error }, 'refused after an error')
    }
  } else if (!(error instanceof FaultOnPurpose)) {
    services.log.error({ requestId: request.id, err: error }, 'request failed')
  }
  const { publicUrl } = services.config
  const { status, headers, body } = refusal
    ? refusalResponse(family, refusal, publicUrl)
    : faultResponse(family, publicUrl)
  for (const name of HEADERS_OF_SUCCESS) if (reply.hasHeader(name)) reply.removeHeader(name)
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'content-type': JSON_TYPE, ...headers })
    .send(body)
}

/** Returns the refusal that an error stands for, or undefined if it is a bug. */
function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isConnectionLost(error)) {
    return new Refusal('overloaded', 'the service cannot reach its database')
  }
  const code = memberOf(error, 'code')
  if (code === BAD_URL_CODE) return invalidPart('path', 'is malformed', 'invalid_parameters')
  const status = memberOf(error, 'statusCode')
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return invalidPart('request', 'is malformed')
  }
  return undefined
}

function memberOf(error: unknown, name: 'code' | 'statusCode'): unknown {
  return typeof error === 'object' && error !== null && name in error
    ? Reflect.get(error, name)
    : undefined
}
