/** An exact rational number. */
export class Ratio {
  readonly #over: bigint
  readonly #under: bigint

  private constructor(over: bigint, under: bigint) {
    this.#over = under < 0n ? -over : over
    this.#under = under < 0n ? -under : under
  }

  /** Reads a whole number, or decimal text such as `-0.125`. */
  static of(value: bigint | string): Ratio {
    if (typeof value === 'bigint') return new Ratio(value, 1n)
    const [whole = '', fraction = ''] = value.replace('-', '').split('.')
    const over = BigInt(whole + fraction) * (value.startsWith('-') ? -1n : 1n)
    return new Ratio(over, 10n ** BigInt(fraction.length))
  }

  times(other: Ratio): Ratio {
    return new Ratio(this.#over * other.#over, this.#under * other.#under)
  }

  over(other: Ratio): Ratio {
    return new Ratio(this.#over * other.#under, this.#under * other.#over)
  }

  /** The nearest whole number; half goes away from zero. */
  rounded(): bigint {
    const size = this.#over < 0n ? -this.#over : this.#over
    const whole = (2n * size + this.#under) / (2n * this.#under)
    return this.#over < 0n ? -whole : whole
  }

  /** The whole number next to it in the direction of zero. */
  truncated(): bigint {
    return this.#over / this.#under
  }

  isAtLeast(other: Ratio): boolean {
    return this.#over * other.#under >= other.#over * this.#under
  }
}
