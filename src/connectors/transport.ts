import {
  Agent as HttpAgent,
  request as httpRequest,
  type ClientRequest,
  type IncomingMessage,
} from 'node:http'
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https'
import { TLSSocket } from 'node:tls'
import { readAtMost } from './read-at-most.ts'

/** No connection was made, so nothing was sent. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}

/** The request may have been sent, and no whole response has arrived. */
export class ResponseLost extends Error {
  override readonly name = 'ResponseLost'
}

export interface Outgoing {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Path and query, below the base address. */
  readonly target: string
  readonly headers: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** Nothing is sent if there is no connection within this time. Default: `responseMs`. */
  readonly beginMs?: number
  /** The most bytes of a response. Default: RESPONSE_BYTES_MAX. */
  readonly bytesMax?: number | undefined
}

export interface Incoming {
  readonly status: number
  readonly headers: IncomingMessage['headers']
  readonly body: Buffer
}

/** The timeouts of one exchange; tests have shorter ones. */
export interface Timeouts {
  readonly connectMs: number
  /**
   * The limit from the connection to the headers of the response, and again from the headers to the
   * end of the response.
   */
  readonly responseMs: number
}

const TIMEOUTS: Timeouts = { connectMs: 5_000, responseMs: 30_000 }

/**
 * About four kilobytes for each unit of the largest batch. Parsing a body of numbers takes a second
 * per megabyte.
 */
const RESPONSE_BYTES_MAX = 4_194_304
const SOCKETS_MAX = 32
const IDLE_SOCKETS_MAX = 8

/**
 * Sends requests to one address over keep-alive connections. Follows no redirect. Every response is
 * bounded in size and time.
 */
export class Transport {
  readonly #base: URL
  readonly #path: string
  readonly #timeouts: Timeouts
  readonly #agent: HttpAgent

  constructor(baseUrl: string, timeouts: Timeouts = TIMEOUTS) {
    this.#base = new URL(baseUrl)
    this.#path = this.#base.pathname.replace(/\/+$/, '')
    this.#timeouts = timeouts
    const pooling = { keepAlive: true, maxSockets: SOCKETS_MAX, maxFreeSockets: IDLE_SOCKETS_MAX }
    this.#agent = this.#isTls() ? new HttpsAgent(pooling) : new HttpAgent(pooling)
  }

  /** Throws NotSent or ResponseLost, and nothing else. */
  send(outgoing: Outgoing): Promise<Incoming> {
    const { method, target, headers, body, beginMs, bytesMax = RESPONSE_BYTES_MAX } = outgoing
    const make = this.#isTls() ? httpsRequest : httpRequest
    const length = body && { 'content-length': String(body.length) }
    const options = {
      method,
      path: this.#path + target,
      headers: { accept: 'application/json', ...headers, ...length },
      agent: this.#agent,
    }
    const { connectMs, responseMs } = this.#timeouts
    const limits = { connectMs, responseMs, beginMs: beginMs ?? responseMs, bytesMax }
    return exchange(make(this.#base.origin, options), body, limits)
  }

  close(): void {
    this.#agent.destroy()
  }

  #isTls(): boolean {
    return this.#base.protocol === 'https:'
  }
}

interface Limits extends Timeouts {
  readonly beginMs: number
  readonly bytesMax: number
}

function exchange(
  outgoing: ClientRequest,
  body: Buffer | undefined,
  { connectMs, responseMs, beginMs, bytesMax }: Limits,
): Promise<Incoming> {
  return new Promise((resolve, reject) => {
    let isConnected = false
    let timer: NodeJS.Timeout | undefined
    const within = (ms: number, what: string): void => {
      clearTimeout(timer)
      timer = setTimeout(() => outgoing.destroy(new Error(what)), ms).unref()
    }
    const fail = (error: Error): void => {
      clearTimeout(timer)
      reject(isConnected ? new ResponseLost(textOf(error)) : new NotSent(textOf(error)))
    }
    // Waits until a connection is free.
    within(beginMs, 'no free connection in time')
    outgoing.on('socket', (socket) => {
      // A process that stops does not wait for the response; the next process looks up the outcome.
      socket.unref()
      const connected = (): void => {
        isConnected = true
        within(responseMs, 'no answer in time')
      }
      if (!socket.connecting) return connected()
      within(connectMs, 'no connection in time')
      socket.once(socket instanceof TLSSocket ? 'secureConnect' : 'connect', connected)
    })
    outgoing.on('error', fail)
    outgoing.on('response', (incoming) => {
      within(responseMs, 'the answer does not end')
      const { statusCode: status = 0, headers } = incoming
      readAtMost(incoming, bytesMax, 'the answer is too large')
        .finally(() => clearTimeout(timer))
        .then((read) => resolve({ status, headers, body: read }))
        .catch(fail)
    })
    outgoing.end(body)
  })
}

/**
 * Returns the system's code of an error, or else its message. Neither has any data that was sent.
 */
function textOf(error: Error): string {
  return 'code' in error && typeof error.code === 'string' ? error.code : error.message
}
