import type { FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '../core/mod.ts'
import { isConnectionLost } from '../db/mod.ts'
import type { Services } from './context.ts'
import { answerFault, answerRefusal, familyOf } from './dialects.ts'

const BAD_URL_CODE = 'FST_ERR_BAD_URL'
const JSON_TYPE = 'application/json; charset=utf-8'
/**
 * What a route may have set before it failed. And `connection`, which the framework closes when a
 * body is refused: what is left of that body is read and dropped instead, so that the sender, who
 * is still sending, sees the answer and not a broken connection.
 */
const HEADERS_OF_SUCCESS = ['connection', 'content-disposition', 'etag']

/**
 * Answers an error in the family of the path. A refusal is counted; a database that is away is a
 * refusal too; anything else is our fault, logged here and nowhere else.
 */
export function answerError(
  error: unknown,
  request: FastifyRequest,
  { reply, services }: { reply: FastifyReply; services: Services },
): FastifyReply {
  const family = familyOf(request.url)
  const refusal = toRefusal(error)
  if (refusal) {
    request.trace.refusal = refusal.kind
    services.metrics.refused(refusal.kind)
    // The framework's message of a malformed path quotes it, with its query.
    if (refusal !== error && fieldOf(error, 'code') !== BAD_URL_CODE) {
      services.log.warn({ requestId: request.id, err: error }, 'refused after an error')
    }
  } else {
    services.log.error({ requestId: request.id, err: error }, 'request failed')
  }
  const { status, headers, body } = refusal ? answerRefusal(family, refusal) : answerFault(family)
  for (const name of HEADERS_OF_SUCCESS) if (reply.hasHeader(name)) reply.removeHeader(name)
  return reply
    .code(status)
    .headers({ 'cache-control': 'no-store', 'content-type': JSON_TYPE, ...headers })
    .send(body)
}

/** The refusal that an error stands for; undefined where it is a fault of ours. */
function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error
  if (isConnectionLost(error)) {
    return new Refusal('overloaded', 'the service cannot reach its database')
  }
  const code = fieldOf(error, 'code')
  if (code === BAD_URL_CODE) return new Refusal('invalid_parameters', 'the path is malformed')
  const status = fieldOf(error, 'statusCode')
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Refusal('invalid_request', 'the request is malformed')
  }
  return undefined
}

function fieldOf(error: unknown, name: 'code' | 'statusCode'): unknown {
  return typeof error === 'object' && error !== null && name in error
    ? Reflect.get(error, name)
    : undefined
}
