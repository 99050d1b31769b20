/** How long after one relay the next one begins at the earliest, unless there is more to relay. */
const RELAY_MS = 100
/** The same after a relay that found nothing: an idle process leaves the processor to others. */
const IDLE_MS = 250
/** The pause is at least this many times as long as a relay that found nothing took. */
const IDLE_PAUSE_SHARE = 9
/** The same after a relay that found something, so that events do not come late under load. */
const PAUSE_SHARE = 1

/** What a relay found, and how long it took. */
export interface RelayRun {
  readonly tookMs: number
  readonly hasFound: boolean
  /** True if there may be more to relay. */
  readonly isFull: boolean
}

/** Returns the milliseconds from the end of a relay to the next one. */
export function pauseAfterRelay({ tookMs, hasFound, isFull }: RelayRun): number {
  if (isFull) return 0
  return hasFound
    ? Math.max(RELAY_MS, PAUSE_SHARE * tookMs)
    : Math.max(IDLE_MS, IDLE_PAUSE_SHARE * tookMs)
}
