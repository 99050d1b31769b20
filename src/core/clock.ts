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

/** ISO 8601 UTC text with milliseconds, as the wire prints every datetime. */
export function isoTime(at: number | Date): string {
  return (typeof at === 'number' ? new Date(at) : at).toISOString()
}

export function dateAt(ms: number): Date {
  return new Date(ms)
}

/** The instant an ISO 8601 text names, or undefined where it names none. */
export function parseInstant(text: string): number | undefined {
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : at
}
