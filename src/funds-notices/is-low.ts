interface Threshold {
  readonly below_minor: bigint | null
  readonly below_days: number | null
}

interface Left {
  readonly available: bigint
  /** For how many days the funds last; null if nothing is spent. */
  readonly days: number | null
}

/** True if the funds are below the amount, or last for fewer days. */
export function isLow({ below_minor: minor, below_days: least }: Threshold, left: Left): boolean {
  if (minor !== null && left.available < minor) return true
  return least !== null && left.days !== null && left.days < least
}

/**
 * True if the funds are a tenth above the amount, and last the margin longer than the days. In
 * between, funds that were low count as low: else each order near the threshold made a mail.
 */
export function isRisen(
  { below_minor: minor, below_days: least }: Threshold,
  left: Left,
  marginDays: number,
): boolean {
  if (minor !== null && left.available * 10n < minor * 11n) return false
  return least === null || left.days === null || left.days >= least + marginDays
}
