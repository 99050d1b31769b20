import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** Requests of a connection that wait for an earlier response. */
const waiting = new WeakMap<Duplex, number>()

/**
 * Calls `begin` once all earlier requests of this connection have their responses. That is
 * immediately, unless the client pipelines (RFC 9112, 9.3.2). So a pipelined read sees the write
 * before it, and a connection holds one response in memory. While requests wait, the connection is
 * not read. Waiting requests are dropped once the client is known to have disconnected. While
 * nothing is read, only a failed write shows the disconnection, so one or two more requests may
 * begin. They must not begin together: Node.js reports a closed connection to the current response
 * only, so the others would never end.
 */
export function afterEarlier(
  { socket }: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
): void {
  // A response gets the socket when it is the next to be sent.
  if (response.socket) return begin()
  // Node.js resumes reading whenever a part of a response was written.
  if (!waiting.has(socket)) socket.on('resume', () => stopReading(socket))
  // Node.js also resumes after the current parse, until the end of this tick.
  if (addWaiting(socket, 1) === 1) setImmediate(stopReading, socket)
  response.once('socket', () => {
    if (addWaiting(socket, -1) === 0) socket.resume()
    process.nextTick(begin)
  })
}

/** True if requests wait on this connection, which is therefore not read. */
export function isHeldBack(socket: Duplex): boolean {
  return (waiting.get(socket) ?? 0) > 0
}

function stopReading(socket: Socket): void {
  if (isHeldBack(socket)) socket.pause()
}

function addWaiting(socket: Socket, change: number): number {
  const left = (waiting.get(socket) ?? 0) + change
  waiting.set(socket, left)
  return left
}
