import type { Clock } from '../core/mod.ts'

/** By then the transaction that took it is over, one way or the other. */
const SETTLED_MS = 2_000

/** When this process last took what may be the last of a bucket: nobody may rely on what he saw. */
export class SoldOut {
  readonly #clock: Clock
  #emptiedAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Comes before the commit: what is read until then shows the stock as it was. */
  readonly note = (): void => {
    this.#emptiedAt = this.#clock.monotonic()
  }

  isRecent(): boolean {
    return this.#clock.monotonic() - this.#emptiedAt < SETTLED_MS
  }
}
