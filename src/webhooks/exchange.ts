import type { Dispatcher } from 'undici'

/** The outcome of one request. */
export interface Exchange {
  /** Undefined: there was no response. */
  readonly status: number | undefined
  /** The beginning of the body of the response. */
  readonly body: Buffer
  /** The error if there was no response; undefined after the timeout. */
  readonly error: Error | undefined
}

/** The most bytes read of a response. */
const RESPONSE_BYTES_MAX = 65_536
/** The most bytes stored of a response. */
const KEPT_BYTES = 1_000
const INFORMATIONAL_BEFORE = 200

/**
 * Sends one request and collects its response. Once a status has arrived, the status decides, even
 * if the body is too long, breaks off or takes too long. Never rejects. `dispatch` takes two thirds
 * of the CPU time of `request`, which makes a stream of each response.
 */
export function exchange(
  dispatcher: Dispatcher,
  request: Dispatcher.DispatchOptions,
  timeoutMs: number,
): Promise<Exchange> {
  return new Promise((resolve) => {
    dispatcher.dispatch(request, new ResponseCollector(timeoutMs, resolve))
  })
}

class ResponseCollector implements Dispatcher.DispatchHandler {
  readonly #timer: NodeJS.Timeout
  readonly #resolve: (exchange: Exchange) => void
  readonly #parts: Buffer[] = []
  #controller: Dispatcher.DispatchController | undefined
  #status: number | undefined
  #bytes = 0
  #isEnded = false

  constructor(timeoutMs: number, resolve: (exchange: Exchange) => void) {
    this.#resolve = resolve
    this.#timer = setTimeout(() => this.#cut(), timeoutMs)
  }

  /** Aborts a request that waited for its connection beyond the timeout. */
  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller
    if (this.#isEnded) controller.abort(new Error('too late'))
  }

  onResponseStart(_controller: Dispatcher.DispatchController, status: number): void {
    if (status >= INFORMATIONAL_BEFORE) this.#status = status
  }

  onResponseData(_controller: Dispatcher.DispatchController, part: Buffer): void {
    // Copies the part, because a reference to it would keep the whole network buffer in memory.
    if (this.#bytes < KEPT_BYTES) this.#parts.push(Buffer.from(part.subarray(0, KEPT_BYTES)))
    this.#bytes += part.length
    if (this.#bytes >= RESPONSE_BYTES_MAX) this.#cut()
  }

  onResponseEnd(): void {
    this.#end(undefined)
  }

  onResponseError(_controller: Dispatcher.DispatchController, error: Error): void {
    this.#end(error)
  }

  /** Closes the connection. */
  #cut(): void {
    this.#end(undefined)
    this.#controller?.abort(new Error('cut'))
  }

  #end(error: Error | undefined): void {
    if (this.#isEnded) return
    this.#isEnded = true
    clearTimeout(this.#timer)
    const body = Buffer.concat(this.#parts).subarray(0, KEPT_BYTES)
    this.#resolve({ status: this.#status, body, error })
  }
}
