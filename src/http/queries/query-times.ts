import { invalidParameter, isoTime, MS_PER_DAY, parseInstant, type Clock } from '../../core/mod.ts'
import {
  described,
  maybe,
  type Parameter,
  ParameterFault,
  type QueryOf,
  required,
  withMeaning,
} from './query.ts'
import { instantOf, NO_INSTANT } from './instants.ts'

const DAY_LENGTH = 'YYYY-MM-DD'.length
const INSTANT = { type: 'string', format: 'date-time' }

export function optionalInstant(): Parameter<number | undefined> {
  return maybe(INSTANT, (text) => {
    const at = instantOf(text)
    if (at === undefined) throw new ParameterFault(NO_INSTANT)
    return at
  })
}

/** Reads a day such as 2026-01-31 as its first instant in UTC, in milliseconds. */
export function optionalDay(): Parameter<number | undefined> {
  return maybe({ type: 'string', format: 'date', description: 'A day in UTC' }, (text) => {
    const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? parseInstant(`${text}T00:00:00Z`) : undefined
    if (at !== undefined && isoTime(at).startsWith(text)) return at
    throw new ParameterFault('must be a date as YYYY-MM-DD')
  })
}

/** Reads a month such as 2026-01, and returns its text. */
export function optionalMonth(): Parameter<string | undefined> {
  return maybe({ type: 'string', description: 'A month in UTC such as 2026-01' }, (text) => {
    if (/^\d{4}-(0[1-9]|1[0-2])$/.test(text)) return text
    throw new ParameterFault('must be a month as YYYY-MM')
  })
}

/** Reads a day, as its first instant in UTC, or an instant, in milliseconds. */
export function optionalTime(): Parameter<number | undefined> {
  const day = optionalDay()
  const description = 'A day in UTC such as 2026-01-31, or a time such as 2026-01-31T12:00:00Z'
  return maybe({ type: 'string', description }, (text) => {
    const at = text.length === DAY_LENGTH ? day.read(text) : instantOf(text)
    if (at !== undefined) return at
    throw new ParameterFault('must be a date as YYYY-MM-DD, or a time as 2026-01-31T12:00:00Z')
  })
}

/** Returns the first instant of the next day. */
export function dayAfter(dayMs: number): number {
  return dayMs + MS_PER_DAY
}

/**
 * Reads a range from a time until just before another one. Refuses a range that ends before it
 * begins.
 */
function rangeOf<T extends number | undefined>(time: Parameter<T>) {
  const from: Parameter<T> = {
    ...withMeaning(time, 'Only entries from this time on.'),
    checkAgainst({ from: first, to: last }) {
      if (typeof first !== 'number' || typeof last !== 'number' || first < last) return
      throw new ParameterFault('must be before to')
    },
  }
  return { from, to: withMeaning(time, 'Only entries before this time.') } as const
}

/** The parameters `from` and `to`, of which either may be absent. */
export const timeRange = rangeOf(optionalTime())
export const requiredTimeRange = rangeOf(required(optionalTime()))
export const dayRange = rangeOf(optionalDay())

/** The parameters `from` and `to` of a report: days in UTC, both included. */
export const reportDays = {
  from: described(optionalDay(), 'The first day in UTC; 31 days before the end unless given'),
  to: described(optionalDay(), 'The last day in UTC, which is included; today unless given'),
} as const

/** Without `from`, a report covers the 31 days before its end. */
const DAYS_FALLBACK = 31

/** Returns the period of a report. Refuses one that ends before it begins. */
export function periodOf(
  { from, to }: QueryOf<typeof reportDays>,
  clock: Clock,
): { readonly fromMs: number; readonly beforeMs: number } {
  const beforeMs = to === undefined ? clock.now() + MS_PER_DAY : dayAfter(to)
  const fromMs = from ?? beforeMs - DAYS_FALLBACK * MS_PER_DAY
  if (fromMs >= beforeMs) throw invalidParameter('to', 'must not lie before from')
  return { fromMs, beforeMs }
}
