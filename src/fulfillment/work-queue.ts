/**
 * Processes keys in the order in which they were added, at most `concurrency` of them at a time and
 * never one key twice at once. A key that is added while it is processed goes to the end.
 */
export class WorkQueue {
  readonly #waiting = new Set<number>()
  readonly #running = new Map<number, Promise<void>>()
  readonly #concurrency: number
  readonly #process: (key: number) => Promise<void>
  #isStopped = false

  constructor(concurrency: number, process: (key: number) => Promise<void>) {
    this.#concurrency = concurrency
    this.#process = process
  }

  add(key: number): void {
    if (this.#isStopped) return
    this.#waiting.add(key)
    this.#next()
  }

  /** Starts no further key; returns when the running ones have ended. */
  async stop(): Promise<void> {
    this.#isStopped = true
    this.#waiting.clear()
    await Promise.all(this.#running.values())
  }

  #next(): void {
    for (const key of this.#waiting) {
      if (this.#running.size >= this.#concurrency) return
      if (this.#running.has(key)) continue
      this.#waiting.delete(key)
      const run = this.#process(key).finally(() => {
        this.#running.delete(key)
        this.#next()
      })
      this.#running.set(key, run)
    }
  }
}
