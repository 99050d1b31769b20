import type { PastClock } from './past-clock.ts'

/** Steps through past days, and calls `onDay` on each. */
export class Calendar {
  readonly #clock: PastClock
  readonly #onDay: (daysAgo: number) => Promise<void>
  #daysAgo: number

  constructor(
    clock: PastClock,
    { firstDaysAgo, onDay }: { firstDaysAgo: number; onDay(daysAgo: number): Promise<void> },
  ) {
    this.#clock = clock
    this.#daysAgo = firstDaysAgo
    this.#onDay = onDay
  }

  /** Goes forward day by day, until it is `daysAgo` days before now. */
  async goTo(daysAgo: number): Promise<void> {
    while (this.#daysAgo > daysAgo) {
      this.#daysAgo -= 1
      this.#clock.moveTo({ days: this.#daysAgo })
      await this.#onDay(this.#daysAgo)
    }
  }
}
