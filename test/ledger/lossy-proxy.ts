import { connect, createServer, type Server, type Socket } from 'node:net'
import { inject } from 'vitest'
import { connect as connectPool, type ConnectionTarget, type Database } from '../../src/db/mod.ts'

/** How a transaction commits: a single statement, by the Sync message that follows it. */
type Commit = 'commit' | 'sync'

/**
 * The fate of the next COMMIT that passes:
 *   lose_request   it never reaches the server, and the connection breaks
 *   lose_answer    the server responds, and the connection breaks before the response is passed on
 *   lose_both      it is passed on, and the connection breaks before the server responds
 *   lose_alone     as lose_request, once all earlier requests have their responses
 */
export type Loss = 'lose_request' | 'lose_answer' | 'lose_both' | 'lose_alone'

export interface LossyProxy {
  readonly target: ConnectionTarget
  /** Arms the proxy for one COMMIT: the next, or the one that follows `letThrough` others. */
  loseCommit(loss: Loss, letThrough?: number): void
  /** Arms the proxy for the next statement that is a transaction of its own. */
  loseSync(loss: Loss): void
  /** Returns the number of COMMITs that were lost so far. */
  lost(): number
  close(): Promise<void>
}

type ServerTarget = Extract<ConnectionTarget, { host: string }>

/** Stands between a pool and PostgreSQL, and breaks a connection exactly at COMMIT. */
export async function startLossyProxy(server: ServerTarget): Promise<LossyProxy> {
  const state: ProxyState = { armed: undefined, lost: 0, sockets: new Set() }
  const proxy = createServer({ noDelay: true }, (client) => relay(client, connectTo(server), state))
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
  return host.startsWith('/')
    ? connect(`${host}/.s.PGSQL.${port}`)
    : connect({ port, host, noDelay: true })
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
  let isOver = false
  /**
   * The number of reports of readiness that are due: one after the start and after each request.
   */
  let unanswered = 1
  const requests = new MessageReader((message) => {
    const loss = commitOf(message) === state.armed?.at ? fateOf(state) : undefined
    if (loss === undefined) {
      if (isRequest(message)) unanswered += 1
      return server.write(message)
    }
    state.lost += 1
    isOver = loss === 'lose_alone'
    if (isOver && unanswered > 0) return undefined
    if (loss === 'lose_answer' || loss === 'lose_both') server.write(message)
    if (loss === 'lose_answer') return (isAnswerLost = true)
    return client.destroy()
  })
  const answers = new MessageReader((message) => {
    if (isAnswerLost) return client.destroy()
    client.write(message)
    if (typeOf(message) === READY) unanswered -= 1
    return isOver && unanswered === 0 ? client.end() : undefined
  }, 1)
  client.on('data', (data) => requests.read(data))
  server.on('data', (data) => answers.read(data))
}

function fateOf(state: ProxyState): Loss | undefined {
  if (!state.armed) return undefined
  const { at, loss, letThrough } = state.armed
  state.armed = letThrough === 0 ? undefined : { at, loss, letThrough: letThrough - 1 }
  return letThrough === 0 ? loss : undefined
}

const READY = 'Z'

/** Returns `commit` for a simple query (`Q`) with the text COMMIT, and `sync` for a Sync. */
function commitOf(message: Buffer): Commit | 'none' {
  if (typeOf(message) === 'S') return 'sync'
  return typeOf(message) === 'Q' && /^commit\0$/i.test(textOf(message)) ? 'commit' : 'none'
}

/** True for a message after which the server reports that it is ready. */
function isRequest(message: Buffer): boolean {
  return typeOf(message) === 'S' || typeOf(message) === 'Q'
}

function typeOf(message: Buffer): string {
  return message.toString('latin1', 0, 1)
}

function textOf(message: Buffer): string {
  return message.toString('utf8', 5)
}

const LENGTH_BYTES = 4

/** Splits a stream into PostgreSQL's messages. All but a client's first have a type byte. */
class MessageReader {
  readonly #onMessage: (message: Buffer) => unknown
  #rest = Buffer.alloc(0)
  #typeBytes: 0 | 1

  constructor(onMessage: (message: Buffer) => unknown, typeBytes: 0 | 1 = 0) {
    this.#onMessage = onMessage
    this.#typeBytes = typeBytes
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
