import { lookup as systemLookup, type LookupAddress } from 'node:dns'
import { isIP, type LookupFunction } from 'node:net'
import { Agent, buildConnector } from 'undici'
import { MS_PER_SECOND, type Clock } from '../core/mod.ts'
import { exchange } from './exchange.ts'
import { traced, type Tracing } from '../telemetry/mod.ts'
import { isPublicAddress } from './public-address.ts'
import { addressOf } from './webhook-url.ts'

export interface OutgoingWebhook {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** The outcome of one attempt. */
export interface WebhookResponse {
  /** Undefined: there was no response. */
  readonly status: number | undefined
  /** The reason of a failure, in plain words. Undefined: the receiver accepted the event. */
  readonly fault: string | undefined
  /** The beginning of the response, if it failed. */
  readonly response: string | undefined
  readonly durationMs: number
}

export type Resolve = (
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
) => void

export interface SenderOptions {
  readonly clock: Clock
  /** True if private addresses are allowed, for tests and for private networks. */
  readonly isPrivateAllowed: boolean
  /** The time limit of the whole exchange; ten seconds by default. */
  readonly timeoutMs?: number
  /** Resolves host names; the system's resolver by default. */
  readonly resolve?: Resolve
  readonly tracing?: Tracing | undefined
}

const TIMEOUT_MS = 10_000
const CONNECT_TIMEOUT_MS = 5_000
const IDLE_SOCKET_MS = 10_000
const SUCCESS = { from: 200, before: 300 }
const REDIRECTS = { from: 300, before: 400 }

/** An address that no webhook is sent to. */
class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress'

  constructor(address: string) {
    super(`${address} is a private or reserved address`)
  }
}

/**
 * Sends webhooks over keep-alive connections, each with a limit of time and size. Follows no
 * redirect.
 *
 * Private addresses are refused unless they are allowed: if the host of a URL is a private address,
 * if a host name resolves to one, and, before anything is sent, if the socket is connected to one.
 * A name is resolved once for each connection, and the socket connects to the checked address, so
 * DNS rebinding has no effect.
 */
export class WebhookSender {
  readonly #options: SenderOptions
  readonly #agent: Agent

  constructor(options: SenderOptions) {
    this.#options = options
    this.#agent = new Agent({
      connect: options.isPrivateAllowed
        ? { timeout: CONNECT_TIMEOUT_MS }
        : guardedConnector(options.resolve),
      keepAliveTimeout: IDLE_SOCKET_MS,
      keepAliveMaxTimeout: IDLE_SOCKET_MS,
      pipelining: 1,
    })
  }

  /** Never throws. */
  send(webhook: OutgoingWebhook): Promise<WebhookResponse> {
    const attributes = { 'tessera.webhook_id': webhook.headers['webhook-id'] ?? '' }
    const start = { name: 'webhook attempt', kind: 'client', attributes } as const
    return traced(this.#options.tracing, start, async (span) => {
      const response = await this.#post(webhook)
      if (response.status !== undefined) span.set({ 'http.response.status_code': response.status })
      if (response.fault !== undefined) span.fail('not accepted')
      return response
    })
  }

  async #post({ url, headers, body }: OutgoingWebhook): Promise<WebhookResponse> {
    const { clock, timeoutMs = TIMEOUT_MS } = this.#options
    const begunAt = clock.monotonic()
    const { origin, pathname, search } = new URL(url)
    const request = {
      origin,
      path: pathname + search,
      method: 'POST' as const,
      headers: { 'content-type': 'application/json', 'user-agent': 'Tessera', ...headers },
      body,
    }
    const { status, body: responseBody, error } = await exchange(this.#agent, request, timeoutMs)
    const fault = status === undefined ? faultOf(error, timeoutMs) : faultOfStatus(status)
    return {
      status,
      fault,
      response: fault === undefined ? undefined : textOf(responseBody),
      durationMs: Math.round(clock.monotonic() - begunAt),
    }
  }

  /** Closes all connections, and aborts requests under way. */
  async close(): Promise<void> {
    await this.#agent.destroy()
  }
}

function resolveBySystem(
  hostname: string,
  callback: (error: Error | null, addresses: LookupAddress[]) => void,
): void {
  systemLookup(hostname, { all: true }, callback)
}

/** Returns a connector that connects to public addresses only. */
export function guardedConnector(resolve: Resolve = resolveBySystem): buildConnector.connector {
  const lookup: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, (error, addresses) => {
      const refused = addresses?.find(({ address }) => !isPublicAddress(address))
      const [first] = addresses ?? []
      if (error || !first) return callback(error ?? new Error('no address'), '')
      if (refused) return callback(new RefusedAddress(refused.address), '')
      if (options.all === true) return callback(null, addresses)
      return callback(null, first.address, first.family)
    })
  }
  const connect = buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup })
  return (options, callback) => {
    const host = addressOf(new URL(`${options.protocol}//${options.host ?? options.hostname}`))
    if (host !== undefined && !isPublicAddress(host)) {
      return callback(new RefusedAddress(host), null)
    }
    return connect(options, (error, socket) => {
      const address = socket?.remoteAddress ?? ''
      if (socket && (isIP(address) === 0 || !isPublicAddress(address))) {
        socket.destroy()
        callback(new RefusedAddress(address), null)
      } else if (error) callback(error, null)
      else if (socket) callback(null, socket)
    })
  }
}

/** Returns the beginning of a response as text; undefined if it has none. */
function textOf(body: Buffer): string | undefined {
  return body.toString('utf8').replaceAll('\0', '').trim() || undefined
}

function faultOfStatus(status: number): string | undefined {
  const isIn = ({ from, before }: typeof SUCCESS) => status >= from && status < before
  if (isIn(SUCCESS)) return undefined
  if (isIn(REDIRECTS)) return `HTTP ${status}: redirects are not followed`
  return `HTTP ${status}`
}

/** Explanations of error codes of the system and of TLS for people who run a receiver. */
const CODES: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the host name was not found',
  EAI_AGAIN: 'the host name could not be resolved',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed before a response',
  UND_ERR_SOCKET: 'the connection was closed before a response',
  UND_ERR_CONNECT_TIMEOUT: `no connection within ${CONNECT_TIMEOUT_MS / 1_000} s`,
  ETIMEDOUT: `no connection within ${CONNECT_TIMEOUT_MS / 1_000} s`,
  EHOSTUNREACH: 'the host cannot be reached',
  ENETUNREACH: 'the network cannot be reached',
  CERT_HAS_EXPIRED: 'the certificate has expired',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'the certificate is self-signed',
  SELF_SIGNED_CERT_IN_CHAIN: 'the certificate is self-signed',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'the chain of certificates is incomplete',
  ERR_TLS_CERT_ALTNAME_INVALID: 'the certificate is not for this host name',
}

/** Returns the reason why an attempt failed. Without an error, it was the timeout. */
function faultOf(error: Error | undefined, timeoutMs: number): string {
  if (error === undefined) return `no response within ${timeoutMs / MS_PER_SECOND} s`
  if (error instanceof RefusedAddress) return error.message
  const code = 'code' in error ? String(error.code) : 'unknown fault'
  return CODES[code] ?? `no response: ${code}`
}
