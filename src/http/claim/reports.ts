import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../core/mod.ts'
import { isConnectionLost } from '../../db/mod.ts'
import type { Context } from '../context.ts'
import { createRateLimiter, type RateLimit } from '../limits/rate-limit.ts'

/** Lines of the log about refused reports of one kind. */
const WARNINGS: RateLimit = { perSecond: 1, burst: 30 }

/** Logs that a report was refused, unless many were. */
export type Warn = (message: string, fields: Readonly<Record<string, string | undefined>>) => void

/**
 * Adds routes for reports that other servers post. A body is text, whatever type it has, and an
 * error is JSON: no person reads it.
 */
export function addReports(
  app: FastifyInstance,
  { clock, log }: Context,
  addRoutes: (scope: FastifyInstance, warn: Warn) => void,
): void {
  const warnings = createRateLimiter(clock, 1)
  void app.register((scope, _options, done) => {
    scope.removeAllContentTypeParsers()
    scope.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, parsed) => {
      parsed(null, body)
    })
    scope.setErrorHandler((error, _request, reply) => {
      const { status, isFault } = statusOf(error)
      if (isFault) log.error({ err: error }, 'a report of another server failed')
      return reply.status(status).send({ error: status < 500 ? errorText(error) : 'not now' })
    })
    addRoutes(scope, (message, fields) => {
      if (warnings.take('', WARNINGS) === undefined) log.warn(fields, message)
    })
    done()
  })
}

function errorText(error: unknown): string {
  return error instanceof Error ? error.message : 'not accepted'
}

/** Returns the status of a failed request, and whether the failure is a fault of ours. */
export function statusOf(error: unknown): { readonly status: number; readonly isFault: boolean } {
  if (isConnectionLost(error) || error instanceof Refusal) return { status: 503, isFault: false }
  const status: unknown =
    typeof error === 'object' && error !== null ? Reflect.get(error, 'statusCode') : undefined
  const isClients = typeof status === 'number' && status >= 400 && status < 500
  return isClients ? { status, isFault: false } : { status: 500, isFault: true }
}
