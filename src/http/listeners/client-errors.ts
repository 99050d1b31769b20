import { ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { dateAt, systemClock, randomUUID } from '../../core/mod.ts'
import { errorBody, familyOf, helpHeaders } from '../dialects.ts'
import { tlsHeaders } from './only-by-tls.ts'
import { isHeldBack } from '../limits/pipelined.ts'
import { pathAndQuery } from '../request-target.ts'

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'

const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  [REQUEST_TIMEOUT]: 408,
}

/** The section of `docs/errors.md`. */
const SECTION = 'errors-without-a-kind'

interface ClientError extends Error {
  readonly code?: string
  /** The bytes that the parser rejected. */
  readonly rawPacket?: unknown
}

export interface ClientErrorOptions {
  /** True if browsers are told to come by TLS only. */
  readonly isOnlyByTls: boolean
  readonly target?: string | undefined
}

/**
 * Responds to bytes that are not an HTTP request, or to a request that is too slow, and closes the
 * connection. Sends nothing if the response could be taken for that of an earlier request, and does
 * nothing if we hold back the requests of this connection.
 */
export function sendClientError(
  error: ClientError,
  socket: Duplex,
  { isOnlyByTls, target = targetOf(error.rawPacket) }: ClientErrorOptions,
): void {
  // The rest of the head may have arrived: we have paused reading this connection.
  if (error.code === REQUEST_TIMEOUT && isHeldBack(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable || hasEarlierRequest(socket)) {
    socket.destroy()
    return
  }
  const status = STATUS_OF[error.code ?? ''] ?? 400
  const reason = STATUS_CODES[status] ?? ''
  const text = { code: 'VALIDATION_ERROR', message: reason.toLowerCase(), section: SECTION }
  const family = familyOf(target)
  const body = JSON.stringify(errorBody(family, text))
  const headers = { ...tlsHeaders(isOnlyByTls), ...helpHeaders(family, SECTION) }
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\n` +
      `date: ${dateAt(systemClock.now()).toUTCString()}\r\n` +
      `x-request-id: ${randomUUID()}\r\n` +
      'x-content-type-options: nosniff\r\n' +
      'cache-control: no-store\r\n' +
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}\r\n`)
        .join('') +
      'content-type: application/json; charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/** Returns the request target if the packet begins with a request line. */
function targetOf(packet: unknown): string {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
  return pathAndQuery(text.split(' ', 2)[1] ?? '')
}

/** True if a complete earlier request of this connection has no response yet. */
function hasEarlierRequest(socket: Duplex): boolean {
  // Node's default handler uses this property too. There is no public one.
  const pending: unknown = Reflect.get(socket, '_httpMessage')
  return pending instanceof ServerResponse && (pending.headersSent || pending.req.complete)
}
