import { storedCurrency, type Currency } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import { lastDayAt, MS_PER_WEEK } from './last-day.ts'
import { marginByHour, type MarginOfHourRow } from './margin-rows.ts'

/** What was earned on the units of one currency. */
export interface EarnedMargin {
  readonly currency: Currency
  /** Undefined if the cost of no unit is known. */
  readonly minor: bigint | undefined
  /** Units without a known cost, which are left out. */
  readonly unknownUnits: number
}

export interface HourOfMargin {
  /** The first instant of the hour. */
  readonly fromMs: number
  readonly margin: readonly EarnedMargin[]
  /** The same hour a week before; of the current hour, the part that has passed. */
  readonly weekBefore: readonly EarnedMargin[]
}

/**
 * Returns the margin of the orders that ended in each of the last 24 hours, including the current
 * one, oldest first. Leaves out test partners.
 */
export async function readMarginOfDay(db: Db, nowMs: number): Promise<HourOfMargin[]> {
  const { hours, period, weekBefore } = lastDayAt(nowMs)
  const [rows, rowsBefore] = await Promise.all([
    db.rows(marginByHour(period)),
    db.rows(marginByHour(weekBefore)),
  ])
  return hours.map((fromMs) => ({
    fromMs,
    margin: earnedIn(rows, fromMs),
    weekBefore: earnedIn(rowsBefore, fromMs - MS_PER_WEEK),
  }))
}

function earnedIn(rows: readonly MarginOfHourRow[], fromMs: number): readonly EarnedMargin[] {
  return rows
    .filter(({ hour }) => hour.getTime() === fromMs)
    .map(({ currency, margin, unknown_units: unknownUnits }) => ({
      currency: storedCurrency(currency),
      minor: margin === null ? undefined : BigInt(margin),
      unknownUnits: Number(unknownUnits),
    }))
}
