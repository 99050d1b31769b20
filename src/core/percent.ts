import {
  absolute,
  decimalOf,
  minorUnits,
  type AmountFault,
  type MinorUnits,
  type ScaledRate,
} from './money.ts'

/** A percentage as a whole number of 10^-4 percent: 2.5 % is 25000n. */
export type Percent = bigint & { readonly unit: '1e-4 percent' }

const PERCENT_DECIMALS_MAX = 4
const PERCENT_SCALE = 10n ** BigInt(PERCENT_DECIMALS_MAX)
/** One hundred percent, the whole. */
const WHOLE = 100n * PERCENT_SCALE

/** Returns the percentage with this number of 10^-4 percent. */
function percent(value: bigint): Percent {
  return value as Percent
}

/** Whole percents: `min` is included, `below` is not. */
export interface PercentBounds {
  readonly min: number
  readonly below: number
}

/** Parses a JSON number with at most 4 decimals as a percentage within the bounds. */
export function parsePercent(value: number, { min, below }: PercentBounds): Percent | AmountFault {
  if (!(value >= min && value < below))
    return { fault: `must be at least ${min} and below ${below}` }
  const { digits, scale } = decimalOf(Math.abs(value))
  if (scale > PERCENT_DECIMALS_MAX) return { fault: 'must have at most 4 decimals' }
  const magnitude = BigInt(digits || '0') * 10n ** BigInt(PERCENT_DECIMALS_MAX - scale)
  return percent(value < 0 ? -magnitude : magnitude)
}

/** Parses the text of a numeric(7, 4), which always has four decimals. */
export function readPercentText(text: string): Percent {
  return percent(BigInt(text.replace('.', '')))
}

/** Returns exact decimal text with four decimals. */
export function percentText(value: Percent): string {
  const magnitude = absolute(value)
  const fraction = String(magnitude % PERCENT_SCALE).padStart(PERCENT_DECIMALS_MAX, '0')
  return `${value < 0n ? '-' : ''}${magnitude / PERCENT_SCALE}.${fraction}`
}

/** Returns the JSON number of a percentage. Exact, because it has at most 7 digits. */
export function wirePercent(value: Percent): number {
  return Number(value) / Number(PERCENT_SCALE)
}

/**
 * Returns this percentage of an amount that is not negative, rounded to the minor unit, half away
 * from zero, so that a discount and a surcharge of the same percentage are equal amounts.
 */
export function percentHalfUp(amount: bigint, share: Percent): MinorUnits {
  const rounded = (2n * amount * absolute(share) + WHOLE) / (2n * WHOLE)
  return minorUnits(share < 0n ? -rounded : rounded)
}

/** Returns the rate raised by this percentage, rounded half up to its last decimal. */
export function raisedHalfUp(rate: ScaledRate, share: Percent): ScaledRate {
  return ((2n * rate * (WHOLE + share) + WHOLE) / (2n * WHOLE)) as ScaledRate
}
