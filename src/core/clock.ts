/** The time. Only this file reads it; tests pass their own clock. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** Milliseconds of a monotonic clock, for durations only. */
  monotonic(): number
  /** Returns this clock's time at an instant of the database's clock, if it follows that. */
  atDatabase?(instant: number): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
  // Right if the database is on the same machine. Otherwise a process has a DatabaseClock.
  atDatabase: (instant) => instant,
}

let lastMs = Number.NaN
let lastText = ''

/**
 * Returns ISO 8601 UTC text with milliseconds, the format of every datetime on the wire. Caches the
 * last result, because one millisecond has many log lines and responses.
 */
export function isoTime(at: number | Date): string {
  const ms = Number(at)
  if (ms !== lastMs) {
    lastText = new Date(ms).toISOString()
    lastMs = ms
  }
  return lastText
}

/** Returns a day in UTC, such as `2026-10-02`. */
export function dayText(at: number): string {
  return isoTime(at).slice(0, 'YYYY-MM-DD'.length)
}

export function dateAt(ms: number): Date {
  return new Date(ms)
}

export function dateOrNull(ms: number | undefined): Date | null {
  return ms === undefined ? null : dateAt(ms)
}

/** Returns the instant of an ISO 8601 text, or undefined if it is none. */
export function parseInstant(text: string): number | undefined {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}
