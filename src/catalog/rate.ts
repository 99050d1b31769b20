import { isoTime, type Currency, type ScaledRate } from '../core/mod.ts'

export interface Pair {
  readonly from: Currency
  readonly to: Currency
}

/** One rate: a unit of `from` is worth `rate` units of `to`. */
export interface Rate extends Pair {
  readonly rate: ScaledRate
}

/**
 * A rate as it was recorded; it never changes. Times in milliseconds since 1970-01-01T00:00:00Z.
 */
export interface RecordedRate extends Rate {
  readonly rateNo: bigint
  /** From when on it is in force, by the clock of the database. */
  readonly effectiveAt: number
  /** The beginning of the day, in UTC, of the list that it was imported from; of others none. */
  readonly listDay: number | undefined
  /** Where it comes from, as `ECB 2026-10-02`. */
  readonly source: string
  readonly recordedAt: number
  /** Who recorded it, as the operator's authentication names them. */
  readonly recordedBy: string
}

/** `2026-10-02`. */
export function dayText(at: number): string {
  return isoTime(at).slice(0, 'YYYY-MM-DD'.length)
}

/** `USD/EUR`: what a US dollar costs in euro. */
export function pairName({ from, to }: Pair): string {
  return `${from.code}/${to.code}`
}
