import { MS_PER_SECOND, type Clock } from '../core/mod.ts'

export interface PaceOptions {
  readonly clock: Clock
  /** True while clients of this process write: they share its thread, and the database log. */
  isBusy(): boolean
}

/** After each part, a file rests for this multiple of the part's duration. */
const RESTS = 49
/** The shortest rest, even after a part that took almost no time. */
const REST_MS_MIN = 20
/** The longest rest: a part may have been held up by something else. */
const REST_MS_MAX = 5 * MS_PER_SECOND

/**
 * Makes files give way to clients. While clients write, files work a fiftieth of the time, so less
 * than one write in 20 waits for a part of a file. Each rest ends, so no file waits for ever.
 */
export class Pace {
  readonly #options: PaceOptions
  #restsUntil = Number.NEGATIVE_INFINITY

  constructor(options: PaceOptions) {
    this.#options = options
  }

  isResting(): boolean {
    const { clock, isBusy } = this.#options
    return clock.monotonic() < this.#restsUntil && isBusy()
  }

  /** Does some of the work of a file; a rest follows. */
  async work<Result>(work: () => Promise<Result>): Promise<Result> {
    const { clock } = this.#options
    const startedAt = clock.monotonic()
    const result = await work()
    const endedAt = clock.monotonic()
    const rest = Math.max(REST_MS_MIN, RESTS * (endedAt - startedAt))
    const restsUntil = Math.max(this.#restsUntil, endedAt) + rest
    this.#restsUntil = Math.min(restsUntil, endedAt + REST_MS_MAX)
    return result
  }
}
