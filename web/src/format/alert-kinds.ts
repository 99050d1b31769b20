import type { Operations } from '../api/operations.ts'

export type AlertKind = NonNullable<Operations['listAlerts']['query']['kind']>

/** Alerts about an event: only a person can say that it was dealt with. */
export const RESOLVED_BY_HAND: readonly AlertKind[] = [
  'upstream_unsold',
  'wrong_operator_tokens',
  'wrong_signatures',
  'codes_guessed',
]

/** Raised once, when the endpoint is disabled. */
const RAISED_ONCE = 'webhook_disabled'

/**
 * How alerts of a kind end. `byHand`: by a person. `once`: by the service; one that a person
 * resolves earlier stays resolved. `byCheck`: by a check, which opens it again while its cause
 * lasts.
 */
export type AlertEnd = 'byHand' | 'byCheck' | 'once'

/** Returns how alerts of a kind end, also for a kind of another version. */
export function endOf(kind: string): AlertEnd {
  if (RESOLVED_BY_HAND.some((one) => one === kind)) return 'byHand'
  return kind === RAISED_ONCE ? 'once' : 'byCheck'
}
