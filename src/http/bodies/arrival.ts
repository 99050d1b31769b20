import type { IncomingMessage, ServerResponse } from 'node:http'
import { MS_PER_SECOND, repeat, type Clock, type RepeatedWork } from '../../core/mod.ts'
import { sendClientError } from '../listeners/client-errors.ts'
import type { Services } from '../context.ts'
import { isOnlyByTls } from '../listeners/only-by-tls.ts'
import { LARGE_BODY_BYTES_MAX } from './read-body.ts'

/** Milliseconds within which a body must have arrived; a large one has more. */
export const BODY_MS_MAX = 30_000
/**
 * The least rate of a large body: its bytes extend its time, as `MinRate` of Apache does. So 64 MiB
 * have five minutes, and a client that stalls has no more time than others. Nobody has more than
 * that: a nonce is kept for a request that arrives so late.
 */
export const BYTES_PER_SECOND_MIN = 262_144
/**
 * Late bodies are found by sweeps, because a timer per request would cost as much as its signature
 * check.
 */
const SWEEP_MS = 1_000

interface Arrival {
  readonly response: ServerResponse
  readonly since: number
  /** The bytes of its connection before it, if its bytes extend its time. */
  readonly bytesBefore?: number
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

  /** Lets the bytes of a large body extend its time. */
  extendByRate(request: IncomingMessage): void {
    const arrival = this.#arriving.get(request)
    if (!arrival) return
    this.#arriving.set(request, { ...arrival, bytesBefore: request.socket.bytesRead })
  }

  /** Removes the deadline, for an upload that was admitted. */
  lift(request: IncomingMessage): void {
    this.#arriving.delete(request)
  }

  /** Sets the deadline for the unread rest of a body, also of an upload. */
  responded(request: IncomingMessage, response: ServerResponse): void {
    const arrival = this.#arriving.get(request)
    if (request.complete || request.destroyed) this.#arriving.delete(request)
    else if (!arrival || arrival.bytesBefore !== undefined) {
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
    const now = this.#clock.monotonic()
    for (const [request, arrival] of this.#arriving) {
      const hasEnded = request.complete || request.destroyed
      if (!hasEnded && now < deadlineOf(request, arrival)) continue
      this.#arriving.delete(request)
      if (!hasEnded) endLate(request, arrival.response, this.#isOnlyByTls)
    }
  }
}

function deadlineOf({ socket }: IncomingMessage, { since, bytesBefore }: Arrival): number {
  const read = bytesBefore === undefined ? 0 : socket.bytesRead - bytesBefore
  // The sizes of chunks count, too, and may be a thousand times as long as the chunks.
  const bytes = Math.min(read, LARGE_BODY_BYTES_MAX)
  return since + BODY_MS_MAX + (bytes / BYTES_PER_SECOND_MIN) * MS_PER_SECOND
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
