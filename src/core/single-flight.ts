import type { Clock } from './clock.ts'

/**
 * Caches a value, and reads it again when it is too old. Concurrent callers share one read
 * (single-flight). A read that began before `forget` is returned to its callers and not cached.
 */
export class SingleFlight<Value> {
  readonly #clock: Clock
  readonly #freshMs: number
  readonly #readTimes: number
  #tookMs = 0
  #cached: Value | undefined
  #readAt = -Infinity
  #currentRead: Promise<Value> | undefined
  #next: { readonly after: Promise<Value>; readonly value: Promise<Value> } | undefined

  /** With `readTimes`, a value stays fresh for at least so many times as long as its read took. */
  constructor(clock: Clock, freshMs: number, { readTimes = 0 } = {}) {
    this.#clock = clock
    this.#freshMs = freshMs
    this.#readTimes = readTimes
  }

  /** Returns the cached value, however old. */
  get last(): Value | undefined {
    return this.#cached
  }

  /** Returns the cached value, unless it is too old or forgotten. Its age starts with its read. */
  get fresh(): Value | undefined {
    const ageMs = this.#clock.monotonic() - this.#readAt
    return ageMs < Math.max(this.#freshMs, this.#readTimes * this.#tookMs)
      ? this.#cached
      : undefined
  }

  async read(read: () => Promise<Value>): Promise<Value> {
    const startedAt = this.#clock.monotonic()
    const currentRead = (this.#currentRead ??= read())
    try {
      const value = await currentRead
      // Only the first of the callers that share a read still finds it here.
      if (this.#currentRead === currentRead) {
        this.#cached = value
        this.#readAt = startedAt
        this.#tookMs = this.#clock.monotonic() - startedAt
      }
      return value
    } finally {
      if (this.#currentRead === currentRead) this.#currentRead = undefined
    }
  }

  /** Waits for a read in progress, then begins another and returns its value. */
  readAnew(read: () => Promise<Value>): Promise<Value> {
    const after = this.#currentRead
    if (!after) return this.read(read)
    if (this.#next?.after === after) return this.#next.value
    const again = (): Promise<Value> => this.read(read)
    const value = after.then(again, again)
    this.#next = { after, value }
    return value
  }

  /** Invalidates the value: later calls read it again. */
  forget(): void {
    this.#readAt = -Infinity
    this.#currentRead = undefined
  }
}
