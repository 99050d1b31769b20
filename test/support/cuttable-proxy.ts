import { connect, createServer, type Socket } from 'node:net'
import type { ConnectionTarget } from '../../src/db/mod.ts'

/** A proxy to PostgreSQL that can be cut and mended. */
export interface CuttableProxy {
  readonly target: ConnectionTarget
  /** Breaks every connection, and each new one, until `mend`. */
  cut(): void
  mend(): void
  /** Leads new connections to another server. */
  pointTo(target: ConnectionTarget): void
  close(): Promise<void>
}

export async function startCuttableProxy(target: ConnectionTarget): Promise<CuttableProxy> {
  let socketPath = socketPathOf(target)
  const sockets = new Set<Socket>()
  let isCut = false
  const proxy = createServer({ noDelay: true }, (client) => {
    if (isCut) {
      client.destroy()
      return
    }
    const server = connect(socketPath)
    for (const [socket, peer] of [
      [client, server],
      [server, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => peer.destroy())
      socket.on('close', () => {
        sockets.delete(socket)
        peer.destroy()
      })
      socket.pipe(peer)
    }
  })
  const port = await new Promise<number>((resolve) => {
    proxy.listen(0, '127.0.0.1', () => {
      const address = proxy.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const cut = (): void => {
    isCut = true
    for (const socket of sockets) socket.destroy()
  }
  return {
    target: { ...target, host: '127.0.0.1', port },
    cut,
    mend: () => void (isCut = false),
    pointTo: (other) => void (socketPath = socketPathOf(other)),
    async close() {
      cut()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

function socketPathOf(target: ConnectionTarget): string {
  if (!('host' in target)) throw new Error('the proxy needs the socket of a server')
  return `${target.host}/.s.PGSQL.${target.port}`
}
