import type { Clock } from '../core/mod.ts'

/** Who sends some hundreds of writes a second is never longer silent. */
const MOMENT_MS = 20

/** When clients wrote to this process last: others are likely to follow at once. */
export class ClientWrites {
  readonly #clock: Clock
  #cameAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  came(): void {
    this.#cameAt = this.#clock.monotonic()
  }

  /** Whether one came a moment ago. */
  areComing(): boolean {
    return this.#clock.monotonic() - this.#cameAt < MOMENT_MS
  }
}
