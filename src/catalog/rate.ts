import type { Currency, ScaledRate } from '../core/mod.ts'

export interface Pair {
  readonly from: Currency
  readonly to: Currency
}

/** One rate: a unit of `from` is worth `rate` units of `to`. */
export interface Rate extends Pair {
  readonly rate: ScaledRate
}

/** A recorded rate, which never changes. Times are milliseconds since 1970-01-01T00:00:00Z. */
export interface RecordedRate extends Rate {
  readonly rateNo: bigint
  /** When it comes into force, by the database's clock. */
  readonly effectiveAt: number
  /** The start of the day, in UTC, of the list that it was imported from, if any. */
  readonly listDay: number | undefined
  /** Its source, such as `ECB 2026-10-02`. */
  readonly source: string
  readonly recordedAt: number
  /** The name of the person who recorded it, from the operator's authentication. */
  readonly recordedBy: string
}

/** Returns a name such as `USD/EUR`: the price of a US dollar in euro. */
export function pairName({ from, to }: Pair): string {
  return `${from.code}/${to.code}`
}
