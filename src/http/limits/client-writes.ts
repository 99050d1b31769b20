import type { Clock } from '../../core/mod.ts'

/** A client that sends hundreds of writes per second never pauses longer than this. */
const MOMENT_MS = 20

/** Detects whether clients write to this process in quick succession, so more writes are likely. */
export class ClientWrites {
  readonly #clock: Clock
  #lastAt = Number.NEGATIVE_INFINITY
  #beforeLastAt = Number.NEGATIVE_INFINITY

  constructor(clock: Clock) {
    this.#clock = clock
  }

  record(): void {
    this.#beforeLastAt = this.#lastAt
    this.#lastAt = this.#clock.monotonic()
  }

  /** True if two writes came within the last moment. A single one may be the caller's own. */
  areComing(momentMs = MOMENT_MS): boolean {
    return this.#clock.monotonic() - this.#beforeLastAt < momentMs
  }
}
