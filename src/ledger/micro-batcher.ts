export interface MicroBatcherOptions<Input, Result> {
  /** Serves these calls at once; returns the result of each. */
  serve(inputs: readonly Input[]): Promise<(input: Input) => Result>
  /** The result of each call if `serve` rejects. */
  readonly onFailure: Result
  /** Returns the number of waiting calls that are served now, at least one. All by default. */
  share?(waiting: readonly Input[]): number
  /** If `serve` takes longer, the waiting calls are served without waiting for it. */
  readonly patienceMs?: number
}

interface Call<Input, Result> {
  readonly input: Input
  resolve(result: Result): void
}

const PATIENCE_MS = 1_000

/**
 * Micro-batching: calls that arrive in one tick of the event loop are served together. While they
 * are served, the next ones gather.
 */
export class MicroBatcher<Input, Result> {
  readonly #options: MicroBatcherOptions<Input, Result>
  readonly #waiting: Call<Input, Result>[] = []
  /** The loop that calls `serve`. Another loop replaces it if it hangs. */
  #server: symbol | undefined

  constructor(options: MicroBatcherOptions<Input, Result>) {
    this.#options = options
  }

  /** Never rejects. */
  call(input: Input): Promise<Result> {
    return new Promise((resolve) => {
      this.#waiting.push({ input, resolve })
      if (!this.#server) void this.#serveAll()
    })
  }

  async #serveAll(): Promise<void> {
    const server = Symbol('server')
    this.#server = server
    while (this.#server === server && this.#waiting.length > 0) {
      await endOfMicrotasks()
      const { patienceMs = PATIENCE_MS } = this.#options
      const hanging = setTimeout(() => this.#replaceServer(), patienceMs).unref()
      await this.#serve(this.#takeShare())
      clearTimeout(hanging)
    }
    if (this.#server === server) this.#server = undefined
  }

  #replaceServer(): void {
    this.#server = undefined
    if (this.#waiting.length > 0) void this.#serveAll()
  }

  #takeShare(): Call<Input, Result>[] {
    const count = this.#options.share?.(this.#waiting.map(({ input }) => input))
    return this.#waiting.splice(0, count ?? this.#waiting.length)
  }

  async #serve(calls: readonly Call<Input, Result>[]): Promise<void> {
    const { serve, onFailure } = this.#options
    let resultOf = (_input: Input): Result => onFailure
    try {
      resultOf = await serve(calls.map(({ input }) => input))
    } catch {
      // Each call gets `onFailure`. Its caller then continues by itself, and gets the error again
      // if it lasts.
    }
    for (const { input, resolve } of calls) resolve(resultOf(input))
  }
}

/** Resolves after all calls that are made in this tick without waiting for I/O. */
function endOfMicrotasks(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}
