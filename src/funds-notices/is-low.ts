interface Threshold {
  readonly below_minor: bigint | null
  readonly below_days: number | null
}

interface RemainingFunds {
  readonly available: bigint
  /** The number of days for which the funds last; null if nothing is spent. */
  readonly days: number | null
}

/** True if the funds are below the threshold's amount, or last for fewer days. */
export function isLow(
  { below_minor: minor, below_days: least }: Threshold,
  left: RemainingFunds,
): boolean {
  if (minor !== null && left.available < minor) return true
  return least !== null && left.days !== null && left.days < least
}

/**
 * True if the funds are at least a tenth above the threshold's amount, and last at least
 * `marginDays` longer than its days. Funds that were low count as low until then, so that orders
 * near the threshold do not cause a mail each.
 */
export function isRisen(
  { below_minor: minor, below_days: least }: Threshold,
  left: RemainingFunds,
  marginDays: number,
): boolean {
  if (minor !== null && left.available * 10n < minor * 11n) return false
  return least === null || left.days === null || left.days >= least + marginDays
}
