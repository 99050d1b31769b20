import { MS_PER_DAY, MS_PER_HOUR } from '../core/mod.ts'

const HOURS = 24
export const MS_PER_WEEK = 7 * MS_PER_DAY

/** [fromMs, beforeMs) */
export interface Period {
  readonly fromMs: number
  readonly beforeMs: number
}

/** The last 24 hours, including the current one, and the same hours a week before. */
export interface LastDay {
  /** The first instant of each hour, oldest first. */
  readonly hours: readonly number[]
  readonly period: Period
  /**
   * The same hours, up to the instant a week ago. So the part of the current hour that has passed
   * is compared with the same part of that hour.
   */
  readonly weekBefore: Period
}

/** Returns the day that ends with the current hour. */
export function lastDayAt(nowMs: number): LastDay {
  const currentMs = Math.floor(nowMs / MS_PER_HOUR) * MS_PER_HOUR
  const fromMs = currentMs - (HOURS - 1) * MS_PER_HOUR
  return {
    hours: Array.from({ length: HOURS }, (_, at) => fromMs + at * MS_PER_HOUR),
    period: { fromMs, beforeMs: currentMs + MS_PER_HOUR },
    weekBefore: { fromMs: fromMs - MS_PER_WEEK, beforeMs: nowMs - MS_PER_WEEK },
  }
}
