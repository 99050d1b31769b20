import { isoTime, parseInstant } from '../../core/mod.ts'

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/
const DAY_LENGTH = 'YYYY-MM-DD'.length

/** 9999-12-31T23:59:59.999Z. Later instants could need a five-digit year. */
const INSTANT_MAX = 253_402_300_799_999

export const NO_INSTANT = 'must be a time such as 2026-01-31T12:00:00Z'

/**
 * Returns the milliseconds of an ISO 8601 instant with offset; undefined if the text is not one, or
 * its calendar day does not exist.
 */
export function instantOf(text: string): number | undefined {
  const at = INSTANT.test(text) ? parseInstant(text) : undefined
  const day = parseInstant(`${text.slice(0, DAY_LENGTH)}T00:00:00Z`)
  if (
    at === undefined ||
    at > INSTANT_MAX ||
    day === undefined ||
    !isoTime(day).startsWith(text.slice(0, DAY_LENGTH))
  ) {
    return undefined
  }
  return at
}
