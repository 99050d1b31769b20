import { connect, createServer, type Socket } from 'node:net'
import type { ConnectionTarget } from '../../src/db/mod.ts'

/** The bytes of a connection that are dropped. Both ends stay open. */
type Lost = 'all' | 'answers'

/** A proxy to PostgreSQL whose connections can fall silent: no byte and no error arrives. */
export interface SilentProxy {
  readonly target: Extract<ConnectionTarget, { host: string }>
  /** Silences the present connections, and returns how many they are. New ones work. */
  silence(lost?: Lost): number
  /** Silences the present connections and all new ones, until `mend`. */
  silenceAll(): void
  /** New connections work again; silent ones stay silent. */
  mend(): void
  close(): Promise<void>
}

interface Relay {
  readonly sockets: readonly [Socket, Socket]
  lost: Lost | undefined
}

export async function startSilentProxy(target: ConnectionTarget): Promise<SilentProxy> {
  if (!('host' in target)) throw new Error('the proxy needs the socket of a server')
  const connections = new Set<Relay>()
  let isAllSilent = false
  const proxy = createServer({ noDelay: true }, (client) => {
    const server = connect(`${target.host}/.s.PGSQL.${target.port}`)
    const relay: Relay = { sockets: [client, server], lost: isAllSilent ? 'all' : undefined }
    connections.add(relay)
    client.on('data', (data) => relay.lost !== 'all' && server.write(data))
    server.on('data', (data) => relay.lost === undefined && client.write(data))
    for (const [socket, peer] of [
      [client, server],
      [server, client],
    ] as const) {
      socket.on('error', () => undefined)
      // On a silent connection, neither side learns that the other one has gone.
      socket.on('close', () => relay.lost === undefined && peer.destroy())
    }
  })
  const port = await new Promise<number>((resolve) => {
    proxy.listen(0, '127.0.0.1', () => {
      const address = proxy.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  const silence = (lost: Lost = 'all'): number => {
    for (const relay of connections) relay.lost = lost
    return [...connections].filter(({ sockets }) => !sockets[0].destroyed).length
  }
  return {
    target: { ...target, host: '127.0.0.1', port },
    silence,
    silenceAll() {
      isAllSilent = true
      silence()
    },
    mend: () => void (isAllSilent = false),
    async close() {
      for (const { sockets } of connections) for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}
