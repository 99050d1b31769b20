import { invalidField } from './refusal.ts'

const OVERLAP_SECONDS_DEFAULT = 86_400
export const OVERLAP_SECONDS_MAX = 7 * 86_400

/**
 * Returns the number of seconds for which a former credential or secret stays valid: by default a
 * day. Refuses invalid_request outside 0..OVERLAP_SECONDS_MAX.
 */
export function readOverlap(overlapSeconds = OVERLAP_SECONDS_DEFAULT): number {
  const isAllowed =
    Number.isInteger(overlapSeconds) && overlapSeconds >= 0 && overlapSeconds <= OVERLAP_SECONDS_MAX
  if (isAllowed) return overlapSeconds
  throw invalidField('overlapSeconds', `must be a whole number from 0 to ${OVERLAP_SECONDS_MAX}`)
}
