import type { IncomingMessage, ServerResponse } from 'node:http'
import { repeat, type Clock, type RepeatedWork } from '../../core/mod.ts'
import { sendClientError } from '../listeners/client-errors.ts'
import type { Services } from '../context.ts'
import { isOnlyByTls } from '../listeners/only-by-tls.ts'

/** Milliseconds within which a body must have arrived. */
export const BODY_MS_MAX = 30_000
/**
 * Late bodies are found by sweeps, because a timer per request would cost as much as its signature
 * check.
 */
const SWEEP_MS = 1_000

interface Arrival {
  readonly response: ServerResponse
  readonly since: number
}

/** Requests whose bodies are still arriving. */
export class Arrivals {
  readonly #clock: Clock
  readonly #arriving = new Map<IncomingMessage, Arrival>()
  readonly #isOnlyByTls: boolean
  readonly #sweeping: RepeatedWork

  constructor({ clock, log, config }: Pick<Services, 'clock' | 'log' | 'config'>) {
    this.#clock = clock
    this.#isOnlyByTls = isOnlyByTls(config)
    this.#sweeping = repeat(
      () => this.#sweep(),
      SWEEP_MS,
      (error) => log.error({ err: error }, 'late requests were not ended; it is retried'),
    )
  }

  began(request: IncomingMessage, response: ServerResponse): void {
    const { headers } = request
    const hasBody =
      headers['transfer-encoding'] !== undefined || (headers['content-length'] ?? '0') !== '0'
    if (hasBody) this.#arriving.set(request, { response, since: this.#clock.monotonic() })
  }

  /** Removes the deadline, for an upload that was admitted. */
  lift(request: IncomingMessage): void {
    this.#arriving.delete(request)
  }

  /** Sets the deadline for the unread rest of a body, also of an upload. */
  responded(request: IncomingMessage, response: ServerResponse): void {
    if (request.complete || request.destroyed) this.#arriving.delete(request)
    else if (!this.#arriving.has(request)) {
      this.#arriving.set(request, { response, since: this.#clock.monotonic() })
      // Nothing else reads the rest of the body, and the connection's next request comes after it.
      request.resume()
    }
  }

  stop(): Promise<void> {
    return this.#sweeping.stop()
  }

  /**
   * Responds with 408 to requests whose bodies are late. If a response was sent, closes the
   * connection.
   */
  #sweep(): void {
    const lateBefore = this.#clock.monotonic() - BODY_MS_MAX
    for (const [request, { response, since }] of this.#arriving) {
      const hasEnded = request.complete || request.destroyed
      if (!hasEnded && since > lateBefore) continue
      this.#arriving.delete(request)
      if (!hasEnded) endLate(request, response, this.#isOnlyByTls)
    }
  }
}

function endLate(
  { socket, url: target }: IncomingMessage,
  response: ServerResponse,
  isOnly: boolean,
): void {
  const late = Object.assign(new Error('the body is late'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' })
  if (response.writableEnded) socket.destroy()
  else sendClientError(late, socket, { isOnlyByTls: isOnly, target })
}
