/** The least pause between two relays, unless there is more to relay. */
const RELAY_MS = 100
/** The pause after a relay that found nothing, so that an idle process uses little CPU. */
const IDLE_MS = 250
/** An idle relay pauses for at least this multiple of its own duration. */
const IDLE_PAUSE_SHARE = 9
/**
 * The longest pause. It bounds how long a relay that had to wait for a lock delays later events.
 */
const PAUSE_MS_MAX = 1_000
/**
 * A busy relay pauses for this multiple of its own duration, so that events do not come late under
 * load.
 */
const PAUSE_SHARE = 1

/** The result and the duration of a relay. */
export interface RelayRun {
  readonly tookMs: number
  readonly hasFound: boolean
  /** True if there may be more to relay. */
  readonly isFull: boolean
}

/** The pause from the end of a relay to the next one, in milliseconds. */
export interface RelayPause {
  readonly leastMs: number
  /** The additional pause, which ends early if something is written. */
  readonly moreMs: number
}

export const PAUSE_AFTER_FAULT: RelayPause = { leastMs: IDLE_MS, moreMs: 0 }

export function pauseAfterRelay({ tookMs, hasFound, isFull }: RelayRun): RelayPause {
  if (isFull) return { leastMs: 0, moreMs: 0 }
  if (hasFound) return { leastMs: atMost(Math.max(RELAY_MS, PAUSE_SHARE * tookMs)), moreMs: 0 }
  const ms = atMost(Math.max(IDLE_MS, IDLE_PAUSE_SHARE * tookMs))
  return { leastMs: IDLE_MS, moreMs: ms - IDLE_MS }
}

function atMost(ms: number): number {
  return Math.min(PAUSE_MS_MAX, ms)
}
