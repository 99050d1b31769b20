import { MS_PER_SECOND } from '../core/mod.ts'
import type { Verdict } from './adapter.ts'

const SOONEST_SECONDS = 5

/**
 * Returns the seconds until a purchase that was accepted is looked up. Most purchases end within
 * seconds, and some only the next day: a pause in proportion to the age serves both with few calls.
 */
export function lookUpPause(
  { askAgainInSeconds, isSoonerAtFirst }: Extract<Verdict, { is: 'accepted' }>,
  { firstSentAt }: { readonly firstSentAt: number | undefined },
  now: number,
): number {
  if (!isSoonerAtFirst) return askAgainInSeconds
  const ageSeconds = (now - (firstSentAt ?? now)) / MS_PER_SECOND
  return Math.min(askAgainInSeconds, Math.max(SOONEST_SECONDS, Math.ceil(ageSeconds / 4)))
}
