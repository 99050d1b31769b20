import assert from 'node:assert/strict'
import { lookup } from 'node:dns/promises'
import { createServer, type ListenOptions, type Server } from 'node:net'
import type { FastifyInstance } from 'fastify'

/** What `localhost` stands for, of IPv4 and of IPv6; any other host is one address. */
export async function addressesOf(host: string): Promise<string[]> {
  if (host !== 'localhost') return [host]
  const found = await lookup(host, { all: true })
  return [...new Set(found.map(({ address }) => address))]
}

/**
 * Connections that wait to be taken; the system has a limit of its own. Node.js takes one in each
 * turn of the event loop, and beyond the 511 that it would let wait the system drops what clients
 * send, who then send it again seconds later.
 */
const BACKLOG = 65_535

export interface Listening {
  /** At the first of the addresses. */
  readonly url: string
  /** Takes no more connections at the others, which the server itself knows nothing of. */
  stopOthers(): void
}

/**
 * Listens at the first of the addresses and, as far as this machine has them, at the same port of
 * the others. Who connects there is handed to the one server, with its listeners and limits: the
 * framework would make a server for each address, without what was set on the first.
 */
export async function listenAt(
  { app, port }: { app: FastifyInstance; port: number },
  [first, ...others]: readonly string[],
): Promise<Listening> {
  assert(first !== undefined, 'whoever listens does so somewhere')
  const url = await app.listen({ host: first, port, backlog: BACKLOG })
  // A URL leaves out its scheme's own port, and 0 stands for any.
  const bound = Number(new URL(url).port) || port
  const doors = others.map((host) => openDoor(app.server, { host, port: bound, backlog: BACKLOG }))
  const opened = await Promise.all(doors)
  return {
    url,
    stopOthers() {
      for (const door of opened) door.close()
    },
  }
}

/** Answers when it is open, or cannot be. */
function openDoor(to: FastifyInstance['server'], at: ListenOptions) {
  const door = createServer({ allowHalfOpen: true, noDelay: true }, (socket) => {
    to.emit('connection', socket)
  })
  return new Promise<Server>((resolve) => {
    door.on('error', () => resolve(door))
    door.listen(at, () => resolve(door))
  })
}
