import { invalidField, isoTime, MS_PER_DAY } from '../core/mod.ts'

/** How long before it comes into force a rate, a spread or a price rule may be recorded. */
export const AHEAD_MS_MAX = 366 * MS_PER_DAY

/**
 * Returns when a change of prices comes into force: `now`, which is the database's time, if none is
 * given. Refuses invalid_request for the past, because accepted orders keep their prices, and for
 * more than a year ahead.
 */
export function readEffectiveAt(effectiveAt: number | undefined, now: number): number {
  if (effectiveAt === undefined) return now
  if (effectiveAt < now)
    throw invalidField('effectiveAt', `must not lie before now, ${isoTime(now)}`)
  if (effectiveAt > now + AHEAD_MS_MAX) {
    throw invalidField('effectiveAt', 'must not lie more than a year ahead')
  }
  return effectiveAt
}
