export interface MicroBatcherOptions<Asked, Answer> {
  /**
   * Takes those who wait, all that have gathered until then, serves them at once, and says what to
   * answer to each. There may be none left, where it did not take them straight away.
   */
  serve(take: () => readonly Asked[]): Promise<(one: Asked) => Answer>
  /** What all of them are answered where that fails. */
  readonly otherwise: Answer
  /** How many of those that wait go now, in their order: at least one. All, where it is silent. */
  share?(waiting: readonly Asked[]): number
  /**
   * After so long, without being taken or after others were, those who wait are no longer held up
   * by whoever serves.
   */
  readonly patienceMs?: number
}

interface Asker<Asked, Answer> {
  readonly asked: Asked
  resolve(answer: Answer): void
}

const PATIENCE_MS = 1_000

/**
 * Micro-batching: calls that arrive in one tick of the event loop are served together. While they
 * are served, the next ones gather.
 */
export class MicroBatcher<Asked, Answer> {
  readonly #options: MicroBatcherOptions<Asked, Answer>
  readonly #waiting: Asker<Asked, Answer>[] = []
  /** Whoever serves; another one takes over from it where it hangs. */
  #server: symbol | undefined

  constructor(options: MicroBatcherOptions<Asked, Answer>) {
    this.#options = options
  }

  /** Never rejects. */
  ask(asked: Asked): Promise<Answer> {
    return new Promise((resolve) => {
      this.#waiting.push({ asked, resolve })
      if (!this.#server) void this.#serveAll()
    })
  }

  async #serveAll(): Promise<void> {
    const server = Symbol('server')
    this.#server = server
    while (this.#server === server && this.#waiting.length > 0) {
      await othersOfThisTurn()
      const { patienceMs = PATIENCE_MS } = this.#options
      const hanging = setTimeout(() => this.#takeOver(), patienceMs).unref()
      await this.#serve(server, () => hanging.refresh())
      clearTimeout(hanging)
    }
    if (this.#server === server) this.#server = undefined
  }

  #takeOver(): void {
    this.#server = undefined
    if (this.#waiting.length > 0) void this.#serveAll()
  }

  #next(): Asker<Asked, Answer>[] {
    const count = this.#options.share?.(this.#waiting.map(({ asked }) => asked))
    return this.#waiting.splice(0, count ?? this.#waiting.length)
  }

  async #serve(server: symbol, onTaken: () => void): Promise<void> {
    const { serve, otherwise } = this.#options
    const going: Asker<Asked, Answer>[] = []
    const take = (): Asked[] => {
      const next = this.#next()
      going.push(...next)
      onTaken()
      return next.map(({ asked }) => asked)
    }
    let answerTo = (_one: Asked): Answer => otherwise
    try {
      answerTo = await serve(take)
    } catch {
      // Whoever asked goes on by itself, and meets the fault again if there still is one. But those
      // whom another one serves by now do not hear of it.
      if (going.length === 0 && this.#server === server) take()
    }
    for (const { asked, resolve } of going) resolve(answerTo(asked))
  }
}

/** Whoever asks in this turn of the event loop, without reading before, has asked by then. */
function othersOfThisTurn(): Promise<void> {
  return new Promise((resolve) => process.nextTick(resolve))
}
