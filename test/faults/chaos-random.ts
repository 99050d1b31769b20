/** Draws that follow from their seed alone (mulberry32). */
export class Random {
  #state: number

  constructor(seed: number) {
    this.#state = seed >>> 0
  }

  /** A whole number from 0 up to, and without, `bound`. */
  below(bound: number): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), this.#state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * bound)
  }

  between(least: number, most: number): number {
    return least + this.below(most - least + 1)
  }

  /** Returns true with this probability. */
  chance(percent: number): boolean {
    return this.below(100) < percent
  }

  pick<T>(list: readonly T[]): T {
    const picked = list[this.below(list.length)]
    if (picked === undefined) throw new Error('there is nothing to pick from')
    return picked
  }
}

/** The seeds that a variable names, such as `7` or `7-30`. */
export function seedsOf(text: string): number[] {
  const [first = 1, last = first] = text.split('-').map(Number)
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}
