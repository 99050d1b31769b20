import type { Clock } from '../core/mod.ts'

/** The time within which the transaction that took the codes ends. */
const SETTLED_MS = 2_000

/**
 * Records when this process may have taken the last code of a bucket: cached availability is stale.
 */
export class SoldOut {
  readonly #clock: Clock
  #emptiedAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Called before the commit: reads until then still show the former stock. */
  readonly note = (): void => {
    this.#emptiedAt = this.#clock.monotonic()
  }

  isRecent(): boolean {
    return this.#clock.monotonic() - this.#emptiedAt < SETTLED_MS
  }
}
