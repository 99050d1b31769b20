import { connect, createServer, type Socket } from 'node:net'
import type { ConnectionTarget } from '../../src/db/mod.ts'

/** A pooler in transaction mode, with as much of PostgreSQL's protocol as tests need. */
export interface TransactionPooler {
  readonly connectionString: string
  close(): void
}

/** A session on the server, and the bytes with which it accepted its start. */
interface Session {
  readonly socket: Socket
  readonly greeting: Buffer
}

type SocketTarget = Exclude<ConnectionTarget, { connectionString: string }>

const SESSIONS = 4
const READY_FOR_QUERY = 'Z'.charCodeAt(0)
const IDLE = 'I'.charCodeAt(0)
/** A query, and the end of an extended query: the server reports that it is ready after each. */
const REQUESTS = new Set(['Q'.charCodeAt(0), 'S'.charCodeAt(0)])
const HEADER_BYTES = 5

/**
 * Starts a pooler with four sessions. A client gets a session with its first message, and gives it
 * back when its transaction ends, as PgBouncer does with `pool_mode = transaction`.
 */
export async function startTransactionPooler(target: SocketTarget): Promise<TransactionPooler> {
  const sockets = new Set<Socket>()
  const idle: Session[] = []
  const startup = startupOf(target)
  for (let count = 0; count < SESSIONS; count += 1) {
    const session = await openSession(`${target.host}/.s.PGSQL.${target.port}`, startup)
    sockets.add(session.socket)
    idle.push(session)
  }
  const pooler = createServer({ noDelay: true }, (client) => {
    sockets.add(client)
    client.on('error', () => undefined)
    client.once('data', () => {
      const { greeting } = idle[0] ?? { greeting: Buffer.alloc(0) }
      client.write(greeting)
      serve(client, idle)
    })
  })
  const port = await new Promise<number>((resolve) => {
    pooler.listen(0, '127.0.0.1', () => {
      const address = pooler.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return {
    connectionString: `postgres://${target.user}@127.0.0.1:${port}/${target.database}`,
    close() {
      for (const socket of sockets) socket.destroy()
      pooler.close()
    },
  }
}

/**
 * Returns the start message of the sessions: as with PgBouncer, a client's options never reach the
 * server.
 */
function startupOf({ user, database }: SocketTarget): Buffer {
  const options = '-c enable_seqscan=off'
  const text = ['user', user, 'database', database, 'options', options, '', ''].join('\0')
  const packet = Buffer.alloc(8 + Buffer.byteLength(text))
  packet.writeInt32BE(packet.length, 0)
  packet.writeInt32BE(196_608, 4)
  packet.write(text, 8)
  return packet
}

async function openSession(path: string, startup: Buffer): Promise<Session> {
  const socket = connect(path)
  socket.write(startup)
  const greeting: Buffer[] = []
  const messages = new Messages()
  for await (const chunk of socket.iterator({ destroyOnReturn: false })) {
    greeting.push(chunk)
    if (messages.read(chunk).some(({ type }) => type === READY_FOR_QUERY)) break
  }
  return { socket, greeting: Buffer.concat(greeting) }
}

/** Passes a client's messages to a session, which is free again after the last response. */
function serve(client: Socket, idle: Session[]): void {
  const requests = new Messages()
  let waiting = 0
  let session: Session | undefined
  client.on('data', (chunk: Buffer) => {
    waiting += requests.read(chunk).filter(({ type }) => REQUESTS.has(type)).length
    session ??= leaseSession()
    session.socket.write(chunk)
  })

  function leaseSession(): Session {
    const idleSession = idle.shift()
    if (!idleSession) throw new Error('the pooler has no session left')
    const answers = new Messages()
    const read = (chunk: Buffer): void => {
      client.write(chunk)
      const ready = answers.read(chunk).filter(({ type }) => type === READY_FOR_QUERY)
      waiting -= ready.length
      if (waiting > 0 || ready.at(-1)?.last !== IDLE) return
      idleSession.socket.off('data', read)
      session = undefined
      idle.unshift(idleSession)
    }
    idleSession.socket.on('data', read)
    return idleSession
  }
}

interface Message {
  readonly type: number
  readonly last: number
}

/** Splits a stream into messages. */
class Messages {
  #rest: Buffer = Buffer.alloc(0)

  read(chunk: Buffer): Message[] {
    const messages: Message[] = []
    let bytes = Buffer.concat([this.#rest, chunk])
    while (bytes.length >= HEADER_BYTES) {
      const length = 1 + bytes.readInt32BE(1)
      if (bytes.length < length) break
      messages.push({ type: bytes.readUInt8(0), last: bytes.readUInt8(length - 1) })
      bytes = bytes.subarray(length)
    }
    this.#rest = bytes
    return messages
  }
}
