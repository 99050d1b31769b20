/** Where the service reads the time; the only file that does. Tests pass a clock of their own. */
export interface Clock {
  /** Milliseconds since 1970-01-01T00:00:00Z. */
  now(): number
  /** Milliseconds of a clock that never goes back, for durations only. */
  monotonic(): number
}

export const systemClock: Clock = {
  now: () => Date.now(),
  monotonic: () => performance.now(),
}

let writtenAt = Number.NaN
let written = ''

/**
 * ISO 8601 UTC text with milliseconds, as the wire prints every datetime. What was asked for last
 * is kept: a millisecond has many log lines and answers.
 */
export function isoTime(at: number | Date): string {
  const ms = Number(at)
  if (ms !== writtenAt) {
    written = new Date(ms).toISOString()
    writtenAt = ms
  }
  return written
}

export function dateAt(ms: number): Date {
  return new Date(ms)
}

export function dateOrNull(ms: number | undefined): Date | null {
  return ms === undefined ? null : dateAt(ms)
}

/** The instant an ISO 8601 text names, or undefined where it names none. */
export function parseInstant(text: string): number | undefined {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}
