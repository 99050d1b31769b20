import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** How many requests of a connection wait behind the one that is answered. */
const waiting = new WeakMap<Duplex, number>()

/**
 * Calls `begin` once all that came before on this connection is answered: at once, but for clients
 * that send requests ahead (RFC 9112, 9.3.2). So what they ask for second knows what they wrote
 * first, and a connection keeps one answer in memory. Nothing more is read of it meanwhile. What
 * waits is not begun once the client is known to have gone, which only a failed write tells while
 * nothing is read: one or two more may begin by then. Begun with the others they would never end:
 * Node.js tells only the answer whose turn it is that the connection is closed.
 */
export function afterEarlier(
  { socket }: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
): void {
  // An answer has the connection when it is its turn, and tells when it gets it.
  if (response.socket) return begin()
  // Node.js reads on by itself whenever a part of an answer has gone out.
  if (!waiting.has(socket)) socket.on('resume', () => stopReading(socket))
  // Whatever is parsed now makes Node.js read on, until the turn of the event loop ends.
  if (addWaiting(socket, 1) === 1) setImmediate(stopReading, socket)
  response.once('socket', () => {
    if (addWaiting(socket, -1) === 0) socket.resume()
    process.nextTick(begin)
  })
}

/** Whether requests wait on this connection, and nothing more is read of it for that. */
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
