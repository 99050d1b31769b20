import { createServer, type Server, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

/** The first message. The process responds with the addresses of the receivers. */
export interface ListenOrder {
  readonly living: number
  /** Receivers that accept connections and never respond. */
  readonly dead: number
}

export interface ListenReport {
  readonly living: readonly string[]
  readonly dead: readonly string[]
}

/** The message before each run: the number of different webhooks that the receivers will get. */
export interface ExpectOrder {
  readonly expected: number
}

/** The response to `wait`, once all expected webhooks have arrived. */
export interface ReceivedReport {
  /** When the last one arrived, in milliseconds since 1970. */
  readonly lastAt: number
  /** Milliseconds from the instant in the event to its arrival. */
  readonly p50: number
  readonly p99: number
  readonly max: number
}

const RESPONSE = Buffer.from('HTTP/1.1 204 No Content\r\n\r\n')
const END_OF_HEADERS = Buffer.from('\r\n\r\n')
const CONTENT_LENGTH = /^content-length: *(\d+)/im
const WEBHOOK_ID = /^webhook-id: *(\S+)/im
const CREATED_AT = /"createdAt":"([^"]+)"/
const NOTHING: Buffer = Buffer.alloc(0)

const seen = new Set<string>()
let delays: number[] = []
let lastAt = 0
let expected = 0
let sendReport: (() => void) | undefined

process.once('disconnect', () => process.exit())
process.on('message', (message: ListenOrder | ExpectOrder | 'wait') => {
  if (message === 'wait') wait()
  else if ('expected' in message) expect(message)
  else void listen(message)
})

async function listen({ living, dead }: ListenOrder): Promise<void> {
  const report: ListenReport = {
    living: await urlsOf(living, serve),
    dead: await urlsOf(dead, () => undefined),
  }
  process.send?.(report)
}

/**
 * Each receiver has a port of its own, in place of the host of its own that it has in production.
 */
async function urlsOf(count: number, onConnection: (socket: Socket) => void): Promise<string[]> {
  const servers = Array.from({ length: count }, () => createServer(onConnection))
  await Promise.all(servers.map(listening))
  return servers.map((server) => {
    const { port } = server.address() as AddressInfo
    return `http://127.0.0.1:${port}/hooks`
  })
}

function listening(server: Server): Promise<void> {
  return new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
}

function expect(order: ExpectOrder): void {
  seen.clear()
  delays = []
  expected = order.expected
  process.send?.({ ready: true })
}

function wait(): void {
  sendReport = () => {
    delays.sort((one, other) => one - other)
    const at = (share: number): number => delays[Math.floor(delays.length * share)] ?? Number.NaN
    const report = { lastAt, p50: at(0.5), p99: at(0.99), max: delays.at(-1) ?? Number.NaN }
    process.send?.({ report })
  }
  reportIfAll()
}

function reportIfAll(): void {
  if (delays.length < expected) return
  sendReport?.()
  sendReport = undefined
}

/** The least that a receiver must do: it shares the machine with what is measured. */
function serve(socket: Socket): void {
  let rest = NOTHING
  socket.setNoDelay(true)
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk: Buffer) => {
    rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk])
    for (let end = endOf(rest); end > 0; end = endOf(rest)) {
      record(rest.toString('latin1', 0, end))
      rest = rest.subarray(end)
      socket.write(RESPONSE)
    }
  })
}

/** Returns where the first request ends; 0 if its end has not arrived. */
function endOf(bytes: Buffer): number {
  const headEnd = bytes.indexOf(END_OF_HEADERS)
  if (headEnd < 0) return 0
  const [, length = '0'] = CONTENT_LENGTH.exec(bytes.toString('latin1', 0, headEnd)) ?? []
  const end = headEnd + END_OF_HEADERS.length + Number(length)
  return bytes.length < end ? 0 : end
}

function record(request: string): void {
  const [, id = ''] = WEBHOOK_ID.exec(request) ?? []
  const [, createdAt = ''] = CREATED_AT.exec(request) ?? []
  if (seen.has(id)) return
  seen.add(id)
  lastAt = performance.timeOrigin + performance.now()
  delays.push(lastAt - Date.parse(createdAt))
  reportIfAll()
}
