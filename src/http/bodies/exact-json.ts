import { formatAmount, wireAmount, type Currency } from '../../core/mod.ts'

/** The largest number of minor units of any currency that a double holds exactly. */
const EXACT_MAX = 999_999_999_999_999n
/**
 * Marks digits that are first written as a string. No stored text contains it, as PostgreSQL
 * forbids it.
 */
const MARK = '\u0000'
const MARKED = /"\\u0000(-?\d+(?:\.\d+)?)"/g

/** A number with more digits than a double holds. */
export class LongNumber {
  readonly #digits: string

  constructor(digits: string) {
    this.#digits = digits
  }

  toJSON(): string {
    return MARK + this.#digits
  }
}

/**
 * Returns the JSON number of a sum of amounts, which may have more than 15 digits: see
 * `hasSums` of a route.
 */
export function wireSum(minor: bigint, currency: Currency): number | LongNumber {
  const isShort = minor <= EXACT_MAX && minor >= -EXACT_MAX
  return isShort ? wireAmount(minor, currency) : new LongNumber(formatAmount(minor, currency))
}

/** Returns the JSON of a value, with all digits of sums. */
export function exactJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(MARKED, '$1')
}
