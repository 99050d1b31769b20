import { connect, createServer, type Server, type Socket } from 'node:net'
import { inject } from 'vitest'
import { connect as connectPool, type ConnectionTarget, type Database } from '../../src/db/mod.ts'

/** What a statement alone commits with is the Sync behind it. */
type Commit = 'commit' | 'sync'

/**
 * What happens to the next COMMIT that comes by:
 *   lose_request   it never reaches the server, and the connection breaks
 *   lose_answer    the server answers it, and the connection breaks instead
 *   lose_both      it is passed on, and the connection breaks before anybody knows
 */
export type Loss = 'lose_request' | 'lose_answer' | 'lose_both'

export interface LossyProxy {
  readonly target: ConnectionTarget
  /** Arms the proxy for one COMMIT: the next, or the one that follows `letThrough` others. */
  loseCommit(loss: Loss, letThrough?: number): void
  /** Arms it for the next statement that is a transaction of its own. */
  loseSync(loss: Loss): void
  /** How many COMMITs were lost so far. */
  lost(): number
  close(): Promise<void>
}

type ServerTarget = Extract<ConnectionTarget, { host: string }>

/** Stands between a pool and PostgreSQL, and breaks a connection exactly at COMMIT. */
export async function startLossyProxy(server: ServerTarget): Promise<LossyProxy> {
  const state: ProxyState = { armed: undefined, lost: 0, sockets: new Set() }
  const proxy = createServer((client) => relay(client, connectTo(server), state))
  const port = await listen(proxy)
  return {
    target: { ...server, host: '127.0.0.1', port },
    loseCommit: (loss, letThrough = 0) => void (state.armed = { at: 'commit', loss, letThrough }),
    loseSync: (loss) => void (state.armed = { at: 'sync', loss, letThrough: 0 }),
    lost: () => state.lost,
    async close() {
      for (const socket of state.sockets) socket.destroy()
      await new Promise((resolve) => proxy.close(resolve))
    },
  }
}

/** A pool on a database of the tests' server; the proxy breaks its connections. */
export async function connectLossily(
  database: string,
  connectionsMax = 3,
): Promise<{ proxy: LossyProxy; db: Database }> {
  const proxy = await startLossyProxy({ ...inject('postgres'), database })
  const db = connectPool(proxy.target, { connectionsMax, onIdleError: () => undefined })
  return { proxy, db }
}

interface ProxyState {
  armed: { readonly at: Commit; readonly loss: Loss; letThrough: number } | undefined
  lost: number
  readonly sockets: Set<Socket>
}

function connectTo({ host, port }: ServerTarget): Socket {
  return host.startsWith('/') ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host)
}

async function listen(proxy: Server): Promise<number> {
  await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
  const address = proxy.address()
  if (address === null || typeof address === 'string') throw new Error('no port')
  return address.port
}

function relay(client: Socket, server: Socket, state: ProxyState): void {
  for (const [socket, peer] of [
    [client, server],
    [server, client],
  ] as const) {
    state.sockets.add(socket)
    socket.on('error', () => peer.destroy())
    socket.on('close', () => {
      state.sockets.delete(socket)
      peer.end()
    })
  }
  let isAnswerLost = false
  const requests = new MessageReader((message) => {
    const loss = commitOf(message) === state.armed?.at ? fateOf(state) : undefined
    if (!loss) return server.write(message)
    state.lost += 1
    if (loss !== 'lose_request') server.write(message)
    if (loss === 'lose_answer') return (isAnswerLost = true)
    return client.destroy()
  })
  client.on('data', (data) => requests.read(data))
  server.on('data', (data) => (isAnswerLost ? client.destroy() : client.write(data)))
}

function fateOf(state: ProxyState): Loss | undefined {
  if (!state.armed) return undefined
  const { at, loss, letThrough } = state.armed
  state.armed = letThrough === 0 ? undefined : { at, loss, letThrough: letThrough - 1 }
  return letThrough === 0 ? loss : undefined
}

/** A simple query (`Q`) whose text is COMMIT, as the pool's transactions send it; or a Sync. */
function commitOf(message: Buffer): Commit | 'none' {
  const type = message.toString('latin1', 0, 1)
  if (type === 'S') return 'sync'
  return type === 'Q' && /^commit\0$/i.test(textOf(message)) ? 'commit' : 'none'
}

function textOf(message: Buffer): string {
  return message.toString('utf8', 5)
}

const LENGTH_BYTES = 4

/** Cuts a stream into PostgreSQL's messages: the first has no type byte, all others have one. */
class MessageReader {
  readonly #onMessage: (message: Buffer) => unknown
  #rest = Buffer.alloc(0)
  #typeBytes = 0

  constructor(onMessage: (message: Buffer) => unknown) {
    this.#onMessage = onMessage
  }

  read(data: Buffer): void {
    this.#rest = Buffer.concat([this.#rest, data])
    for (;;) {
      const head = this.#typeBytes + LENGTH_BYTES
      if (this.#rest.length < head) return
      const end = this.#typeBytes + this.#rest.readUInt32BE(this.#typeBytes)
      if (this.#rest.length < end) return
      const message = this.#rest.subarray(0, end)
      this.#rest = this.#rest.subarray(end)
      this.#typeBytes = 1
      this.#onMessage(message)
    }
  }
}
