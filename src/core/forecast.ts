const DAY_MS = 86_400_000n

/** Net usage and the time that it took, of codes in a stock bucket or of money. */
export interface Usage {
  readonly units: bigint
  readonly elapsedMs: bigint
}

/**
 * Returns units per day to one decimal, rounded half up. Less than a day counts as a day, so that
 * one first sale does not predict many.
 */
export function unitsPerDay({ units, elapsedMs }: Usage): number {
  return units <= 0n ? 0 : tenths(units * DAY_MS, atLeastADay(elapsedMs))
}

/**
 * Returns the number of days that `left` lasts at that pace, to one decimal; null if nothing was
 * used.
 */
export function daysLeft(left: bigint, { units, elapsedMs }: Usage): number | null {
  return units <= 0n ? null : tenths(left * atLeastADay(elapsedMs), units * DAY_MS)
}

function atLeastADay(elapsedMs: bigint): bigint {
  return elapsedMs < DAY_MS ? DAY_MS : elapsedMs
}

function tenths(dividend: bigint, divisor: bigint): number {
  return Number((dividend * 20n + divisor) / (divisor * 2n)) / 10
}
