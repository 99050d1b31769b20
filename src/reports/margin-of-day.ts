import { storedCurrency, type Currency } from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import { lastDayAt, MS_PER_WEEK } from './last-day.ts'
import { marginByHour, type MarginOfHourRow } from './margin-rows.ts'

/** What was earned on orders of one currency, as far as the cost of their units is known. */
export interface KnownMargin {
  readonly currency: Currency
  readonly minor: bigint
}

export interface HourOfMargin {
  /** The first instant of the hour. */
  readonly fromMs: number
  readonly margin: readonly KnownMargin[]
  /** Units without a known cost, which have no margin. */
  readonly unknownUnits: number
  /** The same hour a week before; of the current hour, the part that has passed. */
  readonly weekBefore: readonly KnownMargin[]
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
  return hours.map((fromMs) => {
    const ofHour = rowsOf(rows, fromMs)
    return {
      fromMs,
      margin: knownIn(ofHour),
      unknownUnits: ofHour.reduce((sum, row) => sum + Number(row.unknown_units), 0),
      weekBefore: knownIn(rowsOf(rowsBefore, fromMs - MS_PER_WEEK)),
    }
  })
}

function rowsOf(rows: readonly MarginOfHourRow[], fromMs: number): readonly MarginOfHourRow[] {
  return rows.filter(({ hour }) => hour.getTime() === fromMs)
}

function knownIn(rows: readonly MarginOfHourRow[]): readonly KnownMargin[] {
  return rows.flatMap(({ currency, margin }) =>
    margin === null ? [] : [{ currency: storedCurrency(currency), minor: BigInt(margin) }],
  )
}
