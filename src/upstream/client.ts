import { isoTime, signedHeaders, type Clock, type Signer } from '../core/mod.ts'
import { parseFault } from '@tessera/sdk'
import { oneLine } from '../connectors/mod.ts'
import {
  ResponseLost,
  type Incoming,
  NotSent,
  type Timeouts,
  Transport,
} from '../connectors/mod.ts'
import {
  readBalances,
  readItems,
  readOrder,
  readOrders,
  readProduct,
  readProducts,
  type TheirBalances,
  type TheirItem,
  type TheirListedProduct,
  type TheirOrder,
  type TheirProduct,
} from './wire.ts'

/**
 *   unreachable   nothing was sent
 *   denied        the upstream does not accept our credential
 *   busy          too many requests, or the service cannot respond now
 *   lost          the request may have been executed, but the response is lost or unreadable
 */
export type UpstreamErrorKind = 'unreachable' | 'denied' | 'busy' | 'lost'

/** Why a request to an upstream has no usable response. */
export class UpstreamError extends Error {
  override readonly name = 'UpstreamError'
  readonly kind: UpstreamErrorKind
  readonly status: number | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(
    kind: UpstreamErrorKind,
    message: string,
    { status, retryAfterSeconds }: { status?: number; retryAfterSeconds?: number } = {},
  ) {
    super(message)
    this.kind = kind
    this.status = status
    this.retryAfterSeconds = retryAfterSeconds
  }
}

export interface NewTheirOrder {
  readonly clientReference: string
  readonly idempotencyKey: string
  readonly currency: string
  readonly productId: number
  readonly amount: number
  readonly quantity: number
  readonly recipient: Readonly<Record<string, string>> | undefined
  /**
   * The instant that the request is signed for, in milliseconds. The upstream accepts it for a
   * while after that.
   */
  readonly signedFor: number
  /** The `x-request-id`, which leads to our order. */
  readonly requestId?: string
}

/**
 *   placed     the upstream has the order, from this request or an earlier one
 *   taken      the reference belongs to an order, or the key was used for another order
 *   unfunded   our account there cannot pay
 *   rejected   the upstream refuses the order
 */
export type Placed =
  | { readonly is: 'placed'; readonly order: TheirOrder }
  | { readonly is: 'taken' | 'unfunded' | 'rejected'; readonly reason: string }

export interface ClientOptions {
  readonly baseUrl: string
  readonly signer: Signer
  readonly clock: Clock
  readonly timeouts?: Timeouts | undefined
  /** Returns the headers that continue the current trace at the upstream. */
  traceHeaders?(): Readonly<Record<string, string>>
}

interface CallOptions {
  readonly body?: Buffer
  readonly headers?: Readonly<Record<string, string>>
  readonly signedFor?: number
  readonly requestId?: string | undefined
}

/** A response, with the upstream's reason as one line without our secrets. */
interface UpstreamResponse extends Incoming {
  readonly reason: string
}

const REASON_SHOWN_MAX = 300
const RETRY_AFTER_SECONDS = 5
const RETRY_AFTER_SECONDS_MAX = 300

/** A client of a service with this interface. Every call throws UpstreamError and nothing else. */
export class UpstreamClient {
  readonly #transport: Transport
  readonly #signer: Signer
  readonly #clock: Clock
  readonly #traceHeaders: ClientOptions['traceHeaders']
  #busyUntil = -Infinity

  constructor({ baseUrl, signer, clock, timeouts, traceHeaders }: ClientOptions) {
    this.#transport = new Transport(baseUrl, timeouts)
    this.#signer = signer
    this.#clock = clock
    this.#traceHeaders = traceHeaders
  }

  async placeOrder({
    idempotencyKey,
    signedFor,
    requestId,
    ...order
  }: NewTheirOrder): Promise<Placed> {
    const { clientReference, currency, productId, amount, quantity, recipient } = order
    const items = [{ productId, amount, quantity, ...(recipient && { recipient }) }]
    const response = await this.#call('POST', '/v2/orders', {
      body: Buffer.from(JSON.stringify({ clientReference, currency, items }), 'utf8'),
      headers: { 'content-type': 'application/json', 'idempotency-key': idempotencyKey },
      signedFor,
      requestId,
    })
    const { reason } = response
    if (response.status === 409) return { is: 'taken', reason }
    if (response.status === 402) return { is: 'unfunded', reason }
    if (response.status >= 400) return { is: 'rejected', reason }
    const placed = whole(readOrder(response.body), response).data
    if (placed.clientReference !== clientReference) throw unreadable(response)
    return { is: 'placed', order: placed }
  }

  /** Returns the order with this reference; undefined if there is none. */
  async findOrder(clientReference: string, requestId?: string): Promise<TheirOrder | undefined> {
    const query = new URLSearchParams({ clientReference })
    const target = `/v2/orders?${query.toString()}`
    const response = successful(await this.#call('GET', target, { requestId }))
    const orders = whole(readOrders(response.body), response).data
    // A service that ignores the filter could have our order on a later page.
    if (orders.some((order) => order.clientReference !== clientReference))
      throw unreadable(response)
    return orders[0]
  }

  /** Returns undefined if the upstream has no order of this id. */
  async readOrder(id: string, requestId?: string): Promise<TheirOrder | undefined> {
    const target = `/v2/orders/${encodeURIComponent(id)}`
    const response = await this.#call('GET', target, { requestId })
    if (response.status === 404) return undefined
    return whole(readOrder(successful(response).body), response).data
  }

  async readItems(
    id: string,
    page: { page: number; pageSize: number },
    requestId?: string,
  ): Promise<TheirItem[]> {
    const path = `/v2/orders/${encodeURIComponent(id)}/items`
    const query = `page=${page.page}&pageSize=${page.pageSize}`
    const response = successful(await this.#call('GET', `${path}?${query}`, { requestId }))
    return whole(readItems(response.body), response).data
  }

  async readProduct(id: number, currency: string): Promise<TheirProduct | undefined> {
    const response = await this.#call('GET', `/v2/products/${id}?currency=${currency}`)
    if (response.status === 404) return undefined
    return whole(readProduct(successful(response).body), response).data
  }

  async readProducts(
    currency: string,
    { page, pageSize }: { page: number; pageSize: number },
  ): Promise<{ products: TheirListedProduct[]; total: number }> {
    const query = `currency=${currency}&page=${page}&pageSize=${pageSize}`
    const response = successful(await this.#call('GET', `/v2/products?${query}`))
    const { data, meta } = whole(readProducts(response.body), response)
    return { products: data, total: meta.pagination.totalRecords }
  }

  async readBalances(): Promise<TheirBalances['fundsList']> {
    const response = successful(await this.#call('GET', '/v2/accounts/balances'))
    return whole(readBalances(response.body), response).fundsList
  }

  close(): void {
    this.#transport.close()
  }

  /** Returns a response that is about the request. Throws UpstreamError for every other one. */
  async #call(
    method: 'GET' | 'POST',
    target: string,
    { body, headers, signedFor = this.#clock.now(), requestId }: CallOptions = {},
  ): Promise<UpstreamResponse> {
    this.#requireNotBusy()
    const timestamp = isoTime(signedFor)
    const signed = signedHeaders(this.#signer, { method, body: body ?? NO_BODY, timestamp })
    const response = await this.#transport
      .send({
        method,
        target,
        headers: {
          ...signed,
          ...headers,
          ...(requestId !== undefined && { 'x-request-id': requestId }),
          ...this.#traceHeaders?.(),
        },
        ...(body && { body }),
      })
      .catch((error: unknown) => {
        throw upstreamErrorOf(error)
      })
    return this.#requireDefinite({ ...response, reason: this.#reasonOf(response) })
  }

  /** Throws if the upstream has requested a pause that is not over. */
  #requireNotBusy(): void {
    const waitMs = this.#busyUntil - this.#clock.monotonic()
    if (waitMs <= 0) return
    const retryAfterSeconds = Math.ceil(waitMs / 1_000)
    throw new UpstreamError('busy', 'it asked to be left alone for a while', {
      status: 429,
      retryAfterSeconds,
    })
  }

  /**
   * Returns the reason without our secrets: it is shown and stored, and an upstream may echo them.
   */
  #reasonOf({ status, body }: Incoming): string {
    if (status < 300) return ''
    const { apiKey, hmacSecret } = this.#signer
    const said = parseFault(body.toString('utf8'))?.message ?? 'no reason'
    const alert = said.replaceAll(apiKey, '***').replaceAll(hmacSecret, '***')
    return oneLine(`${status}: ${alert}`).slice(0, REASON_SHOWN_MAX)
  }

  #requireDefinite(response: UpstreamResponse): UpstreamResponse {
    const { status, reason } = response
    if (status === 429 || status === 503) {
      const retryAfterSeconds = retryAfterOf(response)
      this.#busyUntil = this.#clock.monotonic() + retryAfterSeconds * 1_000
      throw new UpstreamError('busy', reason, { status, retryAfterSeconds })
    }
    if (status === 401 || status === 403) throw new UpstreamError('denied', reason, { status })
    if ((status >= 200 && status <= 299) || DEFINITE_STATUSES.has(status)) return response
    throw new UpstreamError('lost', reason, { status })
  }
}

const NO_BODY = Buffer.alloc(0)
/** Statuses that refuse the request itself: nothing was done. */
const DEFINITE_STATUSES = new Set([400, 402, 404, 405, 409, 413, 415, 422])

function upstreamErrorOf(error: unknown): UpstreamError {
  if (error instanceof NotSent)
    return new UpstreamError('unreachable', `not reachable: ${error.message}`)
  const said = error instanceof ResponseLost ? error.message : 'a fault of ours'
  return new UpstreamError('lost', `its answer was lost: ${said}`)
}

function successful(response: UpstreamResponse): UpstreamResponse {
  const { status, reason } = response
  if (status > 299) throw new UpstreamError('lost', reason, { status })
  return response
}

function whole<T>(read: T | undefined, response: Incoming): T {
  if (read === undefined) throw unreadable(response)
  return read
}

function unreadable({ status }: Incoming): UpstreamError {
  return new UpstreamError('lost', `its answer (${status}) is not one of the interface`, { status })
}

function retryAfterOf({ headers }: Incoming): number {
  const text = headers['retry-after'] ?? ''
  const seconds = /^[0-9]{1,9}$/.test(text) ? Number(text) : RETRY_AFTER_SECONDS
  return Math.min(Math.max(seconds, 1), RETRY_AFTER_SECONDS_MAX)
}
