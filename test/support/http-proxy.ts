import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { Socket } from 'node:net'
import type { Certificate } from './certificate.ts'

/**
 * The fate of one request:
 *   pass     it and its response are passed on
 *   lose     it never arrives, and the connection breaks
 *   after    it arrives and gets a response, but the connection breaks instead of passing that on
 *   middle   half of its response arrives, and then the connection breaks
 *   twice    it arrives twice, and the second response is passed on
 *   hold     it arrives and gets a response, which is held back
 *   late     its connection breaks, and it arrives later, when nobody waits for it
 */
export type Fate = 'pass' | 'lose' | 'after' | 'middle' | 'twice' | 'hold' | 'late'

export interface Passing {
  readonly method: string
  readonly target: string
  readonly body: string
}

export interface HttpProxy {
  readonly url: string
  /** The requests in their order, each with its fate. */
  readonly seen: (Passing & { readonly fate: Fate })[]
  /** Resolves when no late request is still under way. */
  calm(): Promise<void>
  close(): Promise<void>
}

export interface HttpProxyOptions {
  /** The URL of the service. */
  readonly target: string
  /** Decides the fate of each request, and its delay in milliseconds. */
  fate(passing: Passing): { readonly fate: Fate; readonly delayMs?: number }
  /** Waits until a late request arrives, in the time of the service. */
  pause?(ms: number): Promise<void>
  /** Resolves when a request may go on. */
  ready?(passing: Passing): Promise<void>
  /** The certificate of the proxy; without one it uses no TLS. */
  readonly certificate?: Certificate
}

const LATE_MS = 150

/** A proxy to a service that loses, delays and repeats requests and responses. */
export async function startHttpProxy(options: HttpProxyOptions): Promise<HttpProxy> {
  const { target, fate, ready, certificate, pause: pauseLate = pause } = options
  const seen: HttpProxy['seen'] = []
  const late = new Set<Promise<unknown>>()
  const sockets = new Set<Socket>()
  const handle = async (incoming: IncomingMessage, answer: ServerResponse): Promise<void> => {
    const exchange = { incoming, body: await readAll(incoming) }
    const { method = '', url = '' } = incoming
    const passing = { method, target: url, body: exchange.body.toString('utf8') }
    const { fate: decided, delayMs = 0 } = fate(passing)
    seen.push({ ...passing, fate: decided })
    await ready?.(passing)
    if (delayMs > 0) await pause(delayMs)
    if (decided === 'lose' || decided === 'late') {
      incoming.socket.destroy()
      if (decided === 'late')
        remember(
          late,
          pauseLate(LATE_MS).then(() => forward(target, exchange)),
        )
      return
    }
    if (decided === 'twice') await forward(target, exchange)
    const reply = await forward(target, exchange)
    if (decided === 'hold') return
    if (decided === 'after') return void incoming.socket.destroy()
    answer.writeHead(reply.status, reply.headers)
    if (decided !== 'middle') return void answer.end(reply.body)
    answer.write(reply.body.subarray(0, Math.floor(reply.body.length / 2)), () =>
      incoming.socket.destroy(),
    )
  }
  const listener = (incoming: IncomingMessage, answer: ServerResponse): void => {
    handle(incoming, answer).catch(() => incoming.socket.destroy())
  }
  const server = certificate ? createTlsServer(certificate, listener) : createServer(listener)
  // A busy test process would close a connection on which its next request is already under way.
  server.keepAliveTimeout = 0
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  const port = await new Promise<number>((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address()
      resolve(typeof address === 'object' && address ? address.port : 0)
    })
  })
  return {
    url: `${certificate ? 'https' : 'http'}://127.0.0.1:${port}`,
    seen,
    async calm() {
      while (late.size > 0) await Promise.all(late)
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

function remember(late: Set<Promise<unknown>>, coming: Promise<unknown>): void {
  const pending = coming.catch(() => undefined).finally(() => late.delete(pending))
  late.add(pending)
}

interface Exchange {
  readonly incoming: IncomingMessage
  readonly body: Buffer
}

interface Reply {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

async function forward(target: string, { incoming, body }: Exchange): Promise<Reply> {
  const { method, url = '/', headers } = incoming
  const { host: _, connection: __, ...passed } = headers
  const reply = await new Promise<IncomingMessage>((resolve, reject) => {
    const sent = request(target + url, { method, headers: passed }, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
  const read = await readAll(reply)
  const { 'transfer-encoding': ___, connection: ____, ...answered } = reply.headers
  const length = { 'content-length': String(read.length) }
  return { status: reply.statusCode ?? 0, headers: { ...answered, ...length }, body: read }
}

async function readAll(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
