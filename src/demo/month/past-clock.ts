import { MS_PER_DAY, MS_PER_HOUR, type Clock } from '../../core/mod.ts'

/** A clock that is behind another one, and is set forward while past days are played. */
export class PastClock implements Clock {
  readonly #clock: Clock
  #behindMs: number

  constructor(clock: Clock, daysBehind: number) {
    this.#clock = clock
    this.#behindMs = daysBehind * MS_PER_DAY
  }

  now(): number {
    return this.#clock.now() - this.#behindMs
  }

  monotonic(): number {
    return this.#clock.monotonic()
  }

  atDatabase(instant: number): number {
    return (this.#clock.atDatabase?.(instant) ?? this.#clock.now()) - this.#behindMs
  }

  /** Sets the clock forward to a time before that of the other one. It is never set back. */
  moveTo({ days = 0, hours = 0 }: { readonly days?: number; readonly hours?: number }): void {
    this.#behindMs = Math.min(this.#behindMs, days * MS_PER_DAY + hours * MS_PER_HOUR)
  }
}
