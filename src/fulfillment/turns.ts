/**
 * Serves keys in turn, at most `atOnce` of them at the same time and never one twice at once. A key
 * that is wanted while it is served gets another turn, behind those that wait.
 */
export class Turns {
  readonly #waiting = new Set<number>()
  readonly #serving = new Map<number, Promise<void>>()
  readonly #atOnce: number
  readonly #serve: (key: number) => Promise<void>
  #stopped = false

  constructor(atOnce: number, serve: (key: number) => Promise<void>) {
    this.#atOnce = atOnce
    this.#serve = serve
  }

  want(key: number): void {
    if (this.#stopped) return
    this.#waiting.add(key)
    this.#next()
  }

  /** Serves nobody any more; answers when those being served are done. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#waiting.clear()
    await Promise.all(this.#serving.values())
  }

  #next(): void {
    for (const key of this.#waiting) {
      if (this.#serving.size >= this.#atOnce) return
      if (this.#serving.has(key)) continue
      this.#waiting.delete(key)
      const served = this.#serve(key).finally(() => {
        this.#serving.delete(key)
        this.#next()
      })
      this.#serving.set(key, served)
    }
  }
}
