import type { FastifyReply, FastifyRequest } from 'fastify'
import { answerClientError } from './client-errors.ts'

/** A body must have arrived within this time, whatever becomes of its request. */
export const BODY_MS_MAX = 30_000

/**
 * Ends, with 408, a request whose body trickles in; one that was answered already just loses its
 * connection. Answers how to lift the bound: an upload may take its time, once it was admitted.
 */
export function boundArrival({ raw, headers }: FastifyRequest, reply: FastifyReply): () => void {
  const hasBody =
    headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
  if (!hasBody) return () => undefined
  const timer = setTimeout(() => {
    if (raw.complete) return
    const late = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
    if (reply.raw.writableEnded) raw.socket.destroy()
    else answerClientError(late, raw.socket, raw.url)
  }, BODY_MS_MAX).unref()
  const lift = (): void => clearTimeout(timer)
  raw.once('close', lift)
  return lift
}
