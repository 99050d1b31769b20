import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'

/** How many requests of a connection wait behind the one that is answered. */
const waiting = new WeakMap<Socket, number>()

/**
 * Calls `begin` once all that came before on this connection is answered: at once, but for clients
 * that send requests ahead (RFC 9112, 9.3.2). So what they ask for second knows what they wrote
 * first, and a connection keeps one answer in memory. What waits is not begun when the client has
 * gone. Begun with the others it would never end: Node.js tells only the answer whose turn it is
 * that the connection is closed. Nothing more is read of the connection meanwhile.
 */
export function afterEarlier(
  { socket }: IncomingMessage,
  response: ServerResponse,
  begin: () => void,
): void {
  // An answer has the connection when it is its turn, and tells when it gets it.
  if (response.socket) return begin()
  // Whatever is parsed now makes Node.js read on, until the turn of the event loop ends.
  if (addWaiting(socket, 1) === 1) setImmediate(stopReading, socket)
  response.once('socket', () => {
    if (addWaiting(socket, -1) === 0) socket.resume()
    process.nextTick(begin)
  })
}

function stopReading(socket: Socket): void {
  if (addWaiting(socket, 0) > 0) socket.pause()
}

function addWaiting(socket: Socket, change: number): number {
  const left = (waiting.get(socket) ?? 0) + change
  waiting.set(socket, left)
  return left
}
