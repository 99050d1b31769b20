import { MS_PER_SECOND, dateAt } from '../core/mod.ts'

/** The UTC days, as in 2026-01-31, when a route is deprecated and when it may be removed. */
export interface Deprecation {
  readonly since: string
  /** Undecided if it is left out. */
  readonly until?: string
}

/** Returns Deprecation (RFC 9745) and Sunset (RFC 8594), or undefined if it is not deprecated. */
export function deprecationHeaders(
  deprecation: Deprecation | undefined,
): Readonly<Record<string, string>> | undefined {
  if (!deprecation) return undefined
  const { since, until } = deprecation
  return {
    deprecation: `@${Date.parse(since) / MS_PER_SECOND}`,
    ...(until !== undefined && { sunset: dateAt(Date.parse(until)).toUTCString() }),
  }
}
