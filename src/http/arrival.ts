import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Clock } from '../core/mod.ts'
import { answerClientError } from './client-errors.ts'

/** A body must have arrived within this time, whatever becomes of its request. */
export const BODY_MS_MAX = 30_000
/** A timer for each request would cost as much as finding out who signed it. */
const SWEEP_MS = 1_000

interface Arrival {
  readonly response: ServerResponse
  readonly since: number
}

/** Requests whose body is on its way. */
export class Arrivals {
  readonly #clock: Clock
  readonly #arriving = new Map<IncomingMessage, Arrival>()
  readonly #sweeping: NodeJS.Timeout

  constructor(clock: Clock) {
    this.#clock = clock
    this.#sweeping = setInterval(() => this.#sweep(), SWEEP_MS).unref()
  }

  began(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request
    const hasBody =
      headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
    if (hasBody) this.#arriving.set(request, { response, since: this.#clock.monotonic() })
  }

  /** Lets the rest of a body arrive as slowly as it is read: an upload that was admitted. */
  lift(request: IncomingMessage): void {
    this.#arriving.delete(request)
  }

  /** The rest of a body that nobody waited for is bound all the same, and that of an upload too. */
  answered(request: IncomingMessage, response: ServerResponse): void {
    if (request.complete || request.destroyed) this.#arriving.delete(request)
    else if (!this.#arriving.has(request)) {
      this.#arriving.set(request, { response, since: this.#clock.monotonic() })
      // Who read it has stopped, and the next request of the connection stands behind it.
      request.resume()
    }
  }

  stop(): void {
    clearInterval(this.#sweeping)
  }

  /**
   * Ends, with 408, a request whose body trickles in; one that was answered already just loses its
   * connection.
   */
  #sweep(): void {
    const lateBefore = this.#clock.monotonic() - BODY_MS_MAX
    for (const [request, { response, since }] of this.#arriving) {
      const hasEnded = request.complete || request.destroyed
      if (!hasEnded && since > lateBefore) continue
      this.#arriving.delete(request)
      if (!hasEnded) endLate(request, response)
    }
  }
}

function endLate({ socket, url }: IncomingMessage, response: ServerResponse): void {
  const late = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  if (response.writableEnded) socket.destroy()
  else answerClientError(late, socket, url)
}
