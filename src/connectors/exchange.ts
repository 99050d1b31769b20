import type { Clock } from '../core/mod.ts'
import { MS_PER_SECOND } from '../core/mod.ts'
import type {
  Adapter,
  AdapterAccount,
  Reply,
  Call,
  Environment,
  Fields,
  Manifest,
} from './adapter.ts'
import { parseExact, stringifyExact } from './exact-json.ts'
import { NotSent, ResponseLost, Transport } from './transport.ts'
import { retryAfterOf } from './verdicts.ts'

/** Our account at a supplier, with its secrets opened. */
export interface OpenAccount {
  readonly environment: Environment
  readonly secrets: Fields
  readonly settings: Fields
  /** In place of the adapter's own addresses: a host `api` is below `<baseUrl>/api`. */
  readonly baseUrl: string | undefined
}

export interface ExchangeOptions {
  readonly adapter: Adapter
  readonly account: OpenAccount
  readonly clock: Clock
  readonly connectMs?: number | undefined
  readonly responseMs?: number | undefined
  /** Returns the headers that continue the current trace; see `continuesTraces`. */
  traceHeaders?(): Readonly<Record<string, string>>
}

const CONNECT_MS = 5_000
/** How long before its end a token is renewed. */
const TOKEN_MARGIN_SECONDS = 60
/** How many of the last tokens are hidden in stored texts. */
const ISSUED_MAX = 8
/** The pause after "too many requests" if the response names none. */
const PAUSE_SECONDS = 5

/** The limits of sending a call. */
export interface Sending {
  /** The call is not sent after this instant. */
  readonly beginUntil?: number | undefined
  /** True if the call must not be sent again with a new token once its own was rejected. */
  readonly isOnce?: boolean
  /** The most bytes of the response; by default the same as for other calls. */
  readonly bytesMax?: number
}

/** A page of a catalog. Some suppliers send all their listings in one. */
export const CATALOG_PAGE: Sending = { bytesMax: 16_777_216 }

interface Token {
  readonly text: Promise<string>
  /** By the monotonic clock. */
  until: number
}

/**
 * Sends the calls of an adapter for one account. Keeps its connections and bearer tokens, and
 * limits its requests per minute. Throws NotSent if nothing was sent, and ResponseLost if that is
 * unknown.
 */
export class Exchange {
  readonly adapter: Adapter
  readonly #options: ExchangeOptions
  readonly #transports = new Map<string, Transport>()
  readonly #tokens = new Map<string, Token>()
  #secrets: Fields
  #issued = 0
  #allowance: number
  #filledAt: number
  /**
   * Nothing is sent until this instant of the monotonic clock, because the supplier has reported
   * too many requests.
   */
  #pausedUntil = -Infinity

  constructor(options: ExchangeOptions) {
    this.adapter = options.adapter
    this.#options = options
    this.#secrets = options.account.secrets
    this.#allowance = options.adapter.manifest.requestsPerMinute
    this.#filledAt = options.clock.monotonic()
  }

  /** Our secrets, and the tokens that we got for them, to be hidden in texts of the supplier. */
  get secrets(): Fields {
    return this.#secrets
  }

  /** Returns the account as the adapter sees it, at this instant. */
  account(at = this.#options.clock.now()): AdapterAccount {
    const { environment, secrets, settings } = this.#options.account
    return { environment, secrets, settings, now: at }
  }

  async send(call: Call, sending: Sending = {}): Promise<Reply> {
    if (call.audience === undefined) return this.#sendOnce(call, sending)
    const token = this.#token(call.audience)
    const response = await this.#sendOnce(call, sending, await token)
    if (response.status !== 401) return response
    // If another request has renewed the token meanwhile, the renewed token is used, because a
    // further one might end it.
    if (this.#tokens.get(call.audience)?.text === token) this.#tokens.delete(call.audience)
    if (sending.isOnce) return response
    // A request with a rejected token has done nothing.
    return this.#sendOnce(call, sending, await this.#token(call.audience))
  }

  close(): void {
    for (const transport of this.#transports.values()) transport.close()
  }

  async #sendOnce(
    call: Call,
    { beginUntil, bytesMax }: Sending = {},
    token?: string,
  ): Promise<Reply> {
    const beginMs = beginUntil === undefined ? undefined : beginUntil - this.#options.clock.now()
    if (beginMs !== undefined && beginMs <= 0) throw new NotSent('it could not be sent in time')
    this.#spend()
    const { method, host, path, query, headers, body } = call
    const incoming = await this.#transportOf(host).send({
      method,
      target: path + queryOf(query),
      headers: {
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
        ...(this.adapter.manifest.continuesTraces && this.#options.traceHeaders?.()),
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
      },
      ...(body !== undefined && { body: Buffer.from(stringifyExact(body), 'utf8') }),
      ...(beginMs !== undefined && { beginMs }),
      bytesMax,
    })
    const { status, body: read } = incoming
    const fields = Object.entries(incoming.headers).map(
      ([name, value]) => [name, String(value)] as const,
    )
    const raw = { status, headers: Object.fromEntries(fields), body: read }
    if (this.adapter.isGenuine?.(raw, call, this.account()) === false) {
      throw new ResponseLost(`its answer, ${status}, does not have our signature`)
    }
    const response = { status, headers: raw.headers, json: parseExact(read.toString('utf8')) }
    if (status === 429) this.pause(retryAfterOf(response).askAgainInSeconds)
    return response
  }

  #transportOf(host: string): Transport {
    const open = this.#transports.get(host)
    if (open) return open
    const { adapter, account, connectMs = CONNECT_MS, responseMs } = this.#options
    const base = addressOf(adapter.manifest, host, account)
    if (base === undefined) throw new NotSent(`the adapter has no host ${host}`)
    const usualMs = adapter.manifest.responseSeconds * MS_PER_SECOND
    const transport = new Transport(base, { connectMs, responseMs: responseMs ?? usualMs })
    this.#transports.set(host, transport)
    return transport
  }

  /** Sends nothing for this long, because the supplier has reported too many requests. */
  pause(seconds = PAUSE_SECONDS): void {
    const until = this.#options.clock.monotonic() + seconds * MS_PER_SECOND
    this.#pausedUntil = Math.max(this.#pausedUntil, until)
  }

  /** Returns the milliseconds until this number of requests may be sent. */
  msUntil(requests: number): number {
    this.#refill()
    const { requestsPerMinute } = this.adapter.manifest
    const missing = Math.max(0, requests - this.#allowance)
    const limitedMs = (missing * 60 * MS_PER_SECOND) / requestsPerMinute
    return Math.ceil(Math.max(limitedMs, this.#pausedUntil - this.#options.clock.monotonic()))
  }

  /**
   * Counts a request. Throws NotSent beyond our limit of requests in a minute, and during a pause.
   */
  #spend(): void {
    this.#refill()
    if (this.#options.clock.monotonic() < this.#pausedUntil) {
      throw new NotSent('the supplier said that there were too many requests')
    }
    if (this.#allowance < 1) throw new NotSent('our own limit of requests in a minute is reached')
    this.#allowance -= 1
  }

  #refill(): void {
    const { requestsPerMinute } = this.adapter.manifest
    const now = this.#options.clock.monotonic()
    const refilled = ((now - this.#filledAt) * requestsPerMinute) / (60 * MS_PER_SECOND)
    this.#allowance = Math.min(requestsPerMinute, this.#allowance + refilled)
    this.#filledAt = now
  }

  /** Concurrent callers share one request for a token. */
  #token(audience: string): Promise<string> {
    const now = this.#options.clock.monotonic()
    const current = this.#tokens.get(audience)
    if (current && current.until > now) return current.text
    const token = { text: this.#requestToken(audience), until: Infinity }
    this.#tokens.set(audience, token)
    token.text.catch(() => {
      if (this.#tokens.get(audience) === token) this.#tokens.delete(audience)
    })
    return token.text
  }

  async #requestToken(audience: string): Promise<string> {
    const { token, readToken } = this.adapter
    if (!token || !readToken) throw new NotSent('the adapter asks for no token')
    const began = this.#options.clock.monotonic()
    const response = await this.#sendOnce(token(audience, this.account())).catch(() => undefined)
    const read = response && readToken(response)
    // The request that needs the token was not sent.
    if (!read) throw new NotSent(`no token: ${response ? response.status : 'no answer'}`)
    this.#issued += 1
    this.#secrets = { ...this.#secrets, [`token ${this.#issued % ISSUED_MAX}`]: read.token }
    const entry = this.#tokens.get(audience)
    const seconds = Math.max(0, read.forSeconds - TOKEN_MARGIN_SECONDS)
    if (entry) entry.until = began + seconds * MS_PER_SECOND
    return read.token
  }
}

function addressOf(
  { hosts }: Manifest,
  host: string,
  { environment, baseUrl }: OpenAccount,
): string | undefined {
  if (hosts === 'ofAccount') return baseUrl
  const address = hosts[host]?.[environment]
  return address === undefined || baseUrl === undefined ? address : `${baseUrl}/${host}`
}

function queryOf(query: Call['query']): string {
  const params = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined) params.append(name, value)
  }
  return params.size === 0 ? '' : `?${params.toString()}`
}
