import type { Server } from 'node:net'

/** Returns the port on which a server of a test listens. */
export function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('there is no port')
  return address.port
}
