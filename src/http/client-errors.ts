import { ServerResponse, STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { randomUUID } from 'node:crypto'
import { errorBody, familyOf } from './dialects.ts'
import { isHeldBack } from './pipelined.ts'
import { pathAndQuery } from './request-target.ts'

const REQUEST_TIMEOUT = 'ERR_HTTP_REQUEST_TIMEOUT'

const STATUS_OF: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  [REQUEST_TIMEOUT]: 408,
}

interface ClientError extends Error {
  readonly code?: string
  /** The bytes that the parser refused, if it did. */
  readonly rawPacket?: unknown
}

/**
 * Answers bytes that are no request, or one that takes too long to arrive, and ends the connection.
 * Says nothing where the answer could be taken for that of an earlier request of the connection,
 * and leaves alone one whose requests wait, which is late because of us.
 */
export function answerClientError(
  error: ClientError,
  socket: Duplex,
  target = targetOf(error.rawPacket),
): void {
  // The rest of a head that we do not read for now may be here since long.
  if (error.code === REQUEST_TIMEOUT && isHeldBack(socket)) return
  if (error.code === 'ECONNRESET' || !socket.writable || isAnsweringAnother(socket)) {
    socket.destroy()
    return
  }
  const status = STATUS_OF[error.code ?? ''] ?? 400
  const reason = STATUS_CODES[status] ?? ''
  const body = JSON.stringify(
    errorBody(familyOf(target), { code: 'VALIDATION_ERROR', message: reason.toLowerCase() }),
  )
  socket.end(
    `HTTP/1.1 ${status} ${reason}\r\n` +
      `x-request-id: ${randomUUID()}\r\n` +
      'x-content-type-options: nosniff\r\n' +
      'cache-control: no-store\r\n' +
      'content-type: application/json; charset=utf-8\r\n' +
      `content-length: ${Buffer.byteLength(body)}\r\n` +
      `connection: close\r\n\r\n${body}`,
    () => socket.destroy(),
  )
}

/** What the packet asks for, if it begins with a request line. */
function targetOf(packet: unknown): string {
  const text = Buffer.isBuffer(packet) ? packet.toString('latin1') : ''
  return pathAndQuery(text.split(' ', 2)[1] ?? '')
}

/** Whether an earlier request, that arrived whole, is still being answered on this connection. */
function isAnsweringAnother(socket: Duplex): boolean {
  // Node's own default looks here too; there is no public way.
  const pending: unknown = Reflect.get(socket, '_httpMessage')
  return pending instanceof ServerResponse && (pending.headersSent || pending.req.complete)
}
