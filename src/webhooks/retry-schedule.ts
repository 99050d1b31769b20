import { MS_PER_SECOND } from '../core/mod.ts'

/**
 * The pauses after the first attempt, the second, and so on, in seconds: together a little more
 * than three days. After the last pause and attempt, an event is given up.
 */
export const RETRY_PAUSE_SECONDS = [
  5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400,
] as const

/**
 * A pause is lengthened by up to this share, so that events that failed together are not repeated
 * together.
 */
export const JITTER_SHARE = 0.2

/**
 * Returns the time of the next attempt after a failed one; undefined after the last. Attempts count
 * from 1. `random` is at least 0 and below 1.
 */
export function nextAttemptAt(
  attempt: number,
  { now, random }: { readonly now: number; readonly random: number },
): number | undefined {
  const pauseSeconds = RETRY_PAUSE_SECONDS[attempt - 1]
  if (pauseSeconds === undefined) return undefined
  return now + Math.round(pauseSeconds * MS_PER_SECOND * (1 + JITTER_SHARE * random))
}
