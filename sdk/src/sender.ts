import { aborted, connectionFailed, errorOf, TesseraError, type Exchange } from './errors.ts'
import { limitIdle } from './idle.ts'
import { ROUTES, type Operations } from './operations.ts'
import { prepare, prepareDownload, type Input, type Prepared, type SentRequest } from './request.ts'
import { signedHeaders, signedHeadersV2, type Signer } from './signing.ts'
import { USER_AGENT } from './user-agent.ts'

/**
 * The address and the credential may be undefined, so that environment variables can be passed. The
 * constructor throws then.
 */
export interface ClientOptions {
  readonly baseUrl: string | undefined
  readonly clientId: string | undefined
  readonly apiKey: string | undefined
  readonly hmacSecret: string | undefined
  /** Retries after the first attempt: 3 if it is left out. */
  readonly maxRetries?: number
  /**
   * The longest time of one attempt, and the longest pause within a download: 30,000 ms if it is
   * left out.
   */
  readonly timeoutMs?: number
  /** Also sends `x-signature-v2`, which covers path and query. */
  readonly secondSignature?: boolean
  readonly fetch?: typeof fetch
  /** The clock to sign by, in milliseconds since 1970: that of the machine if it is left out. */
  readonly now?: () => number
  /** The W3C trace context of the current operation. */
  readonly traceparent?: () => string | undefined
  readonly onRequest?: (sent: SentRequest) => void
  readonly onResponse?: (received: ReceivedResponse) => void
}

export interface ReceivedResponse extends SentRequest {
  /** Undefined if no response arrived. */
  readonly status: number | undefined
  readonly requestId: string | undefined
  readonly durationMs: number
}

export interface CallOptions {
  /** Ends the call, with the code ABORTED. A write may have been done, or not. */
  readonly signal?: AbortSignal
  /**
   * The key of a write that has an Idempotency-Key; a new UUID if it is left out, which each error
   * and `onRequest` has.
   */
  readonly idempotencyKey?: string
}

/** Options that only methods of this client set. */
export interface SendOptions extends CallOptions {
  /** The shortest pause before another attempt: 0 if it is left out. */
  readonly pauseMsMin?: number
}

/**
 * Reads a successful response. Returns undefined if another party, such as a proxy, sent it. Throws
 * if it is incomplete.
 */
type Read<T> = (response: Response) => Promise<T | undefined>

const OWN_PATH = /[^/](\/(?:docs(?:\/[\w.-]*)?|v2|api\/partner(?:\/v1)?|openapi\.json))$/
const MAX_RETRIES = 3
const TIMEOUT_MS = 30_000
const BACKOFF_MS = 500
const BACKOFF_MS_MAX = 8_000
const RETRY_AFTER_SECONDS_MAX = 60
const TOO_MANY_REQUESTS = 429
const NO_KEYS = { idempotencyKey: undefined, referenceId: undefined }

interface Call {
  readonly prepared: Prepared
  readonly exchange: Exchange
  readonly pauseMsMin: number
}

/** Sends signed requests, and repeats those that may be repeated. */
export class Sender {
  readonly #options: ClientOptions
  readonly #signer: Signer
  readonly #base: string
  /** How far the clock of the service is ahead of ours. */
  #clockOffsetMs = 0

  constructor(options: ClientOptions) {
    this.#options = options
    this.#base = rootOf(requireOption(options, 'baseUrl'))
    this.#signer = {
      clientId: requireOption(options, 'clientId'),
      apiKey: requireOption(options, 'apiKey'),
      hmacSecret: requireOption(options, 'hmacSecret'),
    }
  }

  /** Sends a request and returns the result of `read`. Throws TesseraError. */
  async send<T>(
    operation: keyof Operations,
    input: Input,
    { signal, idempotencyKey, pauseMsMin }: SendOptions,
    read: Read<T>,
  ): Promise<T> {
    const prepared = prepare(operation, input, { base: this.#base, signal, idempotencyKey })
    return await this.#repeat(prepared, read, pauseMsMin)
  }

  /**
   * Returns the response to a read as it arrives. Its body fails if nothing arrives for a while.
   */
  stream(
    operation: keyof Operations,
    input: Input,
    { signal }: CallOptions = {},
  ): Promise<Response> {
    const prepared = prepare(operation, input, {
      base: this.#base,
      signal,
      idempotencyKey: undefined,
    })
    return this.#repeat(prepared, (response) => this.#asItArrives(response))
  }

  /** Fetches the CSV of a pre-signed link, without signing. */
  download(address: string, signal: AbortSignal | undefined): Promise<Response> {
    const prepared = prepareDownload(address, signal)
    return this.#repeat(prepared, (response) => {
      const isCsv = response.headers.get('content-type')?.startsWith('text/csv')
      return isCsv ? this.#asItArrives(response) : Promise.resolve(undefined)
    })
  }

  /** Returns the error of a response that broke off. */
  brokenOff(cause: unknown, signal: AbortSignal | undefined): TesseraError {
    const exchange = { ...NO_KEYS, docUrl: this.#docUrl }
    return signal?.aborted ? aborted(signal.reason, exchange) : connectionFailed(cause, exchange)
  }

  /** Waits between two reads. Throws TesseraError if the signal is aborted meanwhile. */
  async pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
    await pause(ms, signal).catch((error: unknown) => {
      throw this.brokenOff(error, signal)
    })
  }

  async #asItArrives(response: Response): Promise<Response> {
    return limitIdle(response, this.#options.timeoutMs ?? TIMEOUT_MS)
  }

  /** Sends a request, also repeatedly. Every error that ends the call has the keys of the write. */
  async #repeat<T>(prepared: Prepared, read: Read<T>, pauseMsMin = 0): Promise<T> {
    const { idempotencyKey, referenceId } = prepared
    const exchange = { docUrl: this.#docUrl, idempotencyKey, referenceId }
    try {
      return await this.#attempts({ prepared, exchange, pauseMsMin }, read)
    } catch (error) {
      throw error instanceof TesseraError ? error : aborted(error, exchange)
    }
  }

  async #attempts<T>({ prepared, exchange, pauseMsMin }: Call, read: Read<T>): Promise<T> {
    const { operation, signal } = prepared
    const isRepeatable = ROUTES[operation].repeat !== 'never'
    let isCorrected = false
    for (let attempt = 1; ;) {
      const outcome = await this.#attempt({ ...prepared, attempt }, read, exchange)
      if ('value' in outcome) return outcome.value
      const { error, date } = outcome
      if (!isCorrected && this.#correctClock(error, date)) {
        isCorrected = true
        await pause(pauseMsMin, signal)
        continue
      }
      const { status, retryAfterSeconds = 0 } = error
      const isSafe = error.retryable && (isRepeatable || status === TOO_MANY_REQUESTS)
      const isLast = attempt > (this.#options.maxRetries ?? MAX_RETRIES)
      if (!isSafe || isLast || retryAfterSeconds > RETRY_AFTER_SECONDS_MAX) throw error
      const backoffMs = Math.min(BACKOFF_MS_MAX, BACKOFF_MS * 2 ** attempt)
      const pauseMs = Math.max(pauseMsMin, retryAfterSeconds * 1_000)
      await pause(pauseMs + Math.random() * backoffMs, signal)
      attempt += 1
    }
  }

  async #attempt<T>(
    prepared: Prepared,
    read: Read<T>,
    exchange: Exchange,
  ): Promise<{ value: T } | { error: TesseraError; date: string | null }> {
    const { operation, method, address, target, attempt, signal, body } = prepared
    const { onRequest, onResponse, timeoutMs = TIMEOUT_MS } = this.#options
    const { idempotencyKey, referenceId } = exchange
    const sent = { operation, method, target, attempt, idempotencyKey, referenceId }
    const headers = await this.#headersOf(prepared)
    onRequest?.(sent)
    const timeout = new AbortController()
    const timer = setTimeout(() => timeout.abort(new Error('no response in time')), timeoutMs)
    const startedAt = performance.now()
    let response: Response | undefined
    try {
      response = await this.#fetch(address, {
        method,
        headers,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout.signal]) : timeout.signal,
        ...(body !== undefined && { body }),
      })
      const value = response.ok ? await read(response) : undefined
      if (value !== undefined) return { value }
      return { error: await errorOf(response, exchange), date: response.headers.get('date') }
    } catch (error) {
      if (signal?.aborted) throw signal.reason
      return { error: connectionFailed(error, exchange), date: null }
    } finally {
      clearTimeout(timer)
      const requestId = response?.headers.get('x-request-id') ?? undefined
      const durationMs = performance.now() - startedAt
      onResponse?.({ ...sent, status: response?.status, requestId, durationMs })
    }
  }

  async #headersOf({ method, target, headers, body = '', isSigned }: Prepared) {
    const traceparent = this.#options.traceparent?.()
    const sent = {
      ...headers,
      'user-agent': USER_AGENT,
      ...(traceparent !== undefined && { traceparent }),
    }
    if (!isSigned) return sent
    const timestamp = new Date(this.#now() + this.#clockOffsetMs).toISOString()
    const idempotencyKey = headers['idempotency-key']
    const toSign = { method, target, body, timestamp, idempotencyKey, nonce: crypto.randomUUID() }
    const sign = this.#options.secondSignature ? signedHeadersV2 : signedHeaders
    return { ...sent, ...(await sign(this.#signer, toSign)) }
  }

  /** Adopts the time of the service if it refused ours. Such a request had no effect. */
  #correctClock({ code, details }: TesseraError, date: string | null): boolean {
    const isOfTime = details.some(({ field }) => field === 'x-timestamp')
    if (code !== 'AUTHENTICATION_ERROR' || !isOfTime) return false
    const offsetMs = Date.parse(date ?? '') - this.#now()
    if (Number.isNaN(offsetMs)) return false
    this.#clockOffsetMs = offsetMs
    return true
  }

  /** Called without `this`: the fetch of browsers and of Cloudflare Workers demands it. */
  #fetch(address: string, init: RequestInit): Promise<Response> {
    const send = this.#options.fetch ?? fetch
    return send(address, init)
  }

  #now(): number {
    return this.#options.now?.() ?? Date.now()
  }

  get #docUrl(): string {
    return `${this.#base}/docs/errors`
  }
}

function requireOption(options: ClientOptions, name: keyof Signer | 'baseUrl'): string {
  const value = options[name]
  if (typeof value !== 'string' || value === '') throw new TypeError(`${name} is missing`)
  return value
}

/** Throws for the address of a page or path of the service. A proxy may have added a prefix. */
function rootOf(baseUrl: string): string {
  const base = baseUrl.replace(/\/+$/, '')
  if (!/^https?:\/\/./.test(base))
    throw new TypeError('baseUrl must begin with http:// or https://')
  const [, path] = OWN_PATH.exec(base) ?? []
  if (path === undefined) return base
  throw new TypeError(`baseUrl must not end with ${path}: use ${base.slice(0, -path.length)}`)
}

/** Waits. Throws the reason of the signal if it is aborted meanwhile. */
async function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  signal?.throwIfAborted()
  await new Promise<void>((resolve, reject) => {
    const end = (): void => {
      clearTimeout(timer)
      reject(signal?.reason)
    }
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', end)
      resolve()
    }, ms)
    signal?.addEventListener('abort', end, { once: true })
  })
}
