import assert from 'node:assert/strict'
import { lookup } from 'node:dns/promises'
import { createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** Returns both loopback addresses for `localhost`, and any other host as it is. */
export async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host]
  const addresses = await lookup(host, { all: true })
  return [...new Set(addresses.map(({ address }) => address))]
}

/**
 * The length of the accept queue, which the system may limit further. Node.js accepts one
 * connection per tick. With its default of 511, the system drops connection attempts, and clients
 * retry seconds later.
 */
const BACKLOG = 65_535

export interface Listening {
  /** The URL at the first address. */
  readonly url: string
  /** Stops listening at the other addresses, which the framework does not know of. */
  stopOthers(): void
}

/**
 * Listens at the first address, then at the same port of each other address that this machine has.
 * All connections are handed to one server, so its listeners and limits apply. The framework would
 * create another server per address, without them.
 */
export async function listenAt(
  { app, port }: { app: FastifyInstance; port: number },
  [first, ...others]: readonly string[],
): Promise<Listening> {
  assert(first !== undefined, 'a listening server has an address')
  const url = await app.listen({ host: first, port, backlog: BACKLOG })
  // An empty port in the URL means its scheme's default. Port 0 would mean any free port.
  const bound = Number(new URL(url).port) || port
  const listening = others.map((host) =>
    listenOn({ host, port: bound, backlog: BACKLOG }, app.server),
  )
  const servers = await Promise.all(listening)
  return {
    url,
    stopOthers() {
      for (const server of servers) server.close()
    },
  }
}

/** Hands connections at an address to `to`. Resolves when it listens, or cannot listen there. */
function listenOn(at: ListenOptions, to: FastifyInstance['server']) {
  const server = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    to.emit('connection', socket)
  })
  return new Promise<Server>((resolve) => {
    server.on('error', () => resolve(server))
    server.listen(at, () => resolve(server))
  })
}
