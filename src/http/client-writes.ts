import type { Clock } from '../core/mod.ts'

/** Who sends some hundreds of writes a second is never longer silent. */
const MOMENT_MS = 20

/** Whether clients write to this process one after the other: more are likely to follow at once. */
export class ClientWrites {
  readonly #clock: Clock
  #cameAt = Number.NEGATIVE_INFINITY
  #beforeAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  came(): void {
    this.#beforeAt = this.#cameAt
    this.#cameAt = this.#clock.monotonic()
  }

  /** Whether two came within the last moment: one alone may be the large order itself. */
  areComing(): boolean {
    return this.#clock.monotonic() - this.#beforeAt < MOMENT_MS
  }
}
