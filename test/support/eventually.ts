import { expect, vi } from 'vitest'
import { endPauses } from '../../src/core/mod.ts'

/** The factor that lengthens the pauses of services: tests rarely wait for a regular poll. */
export const PAUSES_TIMES = 5

/** As long as a slow machine may need. The wait ends as soon as `look` succeeds. */
const TIMEOUT_MS = 60_000
const INTERVAL_MS = 10
/** The time until pauses are ended for the first time. Each further wait is twice as long. */
const PATIENCE_MS = 20
/**
 * Every other time, only pauses up to this length are ended. Tests seldom wait for the many watches
 * and removals whose pauses are longer, and each of them reads the database.
 */
const FREQUENT_MS = 2_000 * PAUSES_TIMES

/** Calls `look` until it does not throw, and returns its result. */
export function eventually<T>(look: () => T | Promise<T>, interval = INTERVAL_MS): Promise<T> {
  return vi.waitFor(hurry(look), { timeout: TIMEOUT_MS, interval })
}

/**
 * Returns a function that calls `look`. While a test calls it repeatedly, the repeated work of
 * services in this process does not pause for long.
 */
function hurry<T>(look: () => T): () => T {
  let patienceMs = PATIENCE_MS
  let endsAll = false
  let endsAt = performance.now() + patienceMs
  return () => {
    const now = performance.now()
    if (now >= endsAt) {
      endPauses(endsAll ? Infinity : FREQUENT_MS)
      endsAll = !endsAll
      patienceMs *= 2
      endsAt = now + patienceMs
    }
    return look()
  }
}

/** Makes `expect.poll` wait as `eventually` does. Vitest has one `expect` for all files. */
export function hurryPolls(): void {
  const { poll } = expect
  if (poll.name === 'hurriedPoll') return
  expect.poll = hurriedPoll
  function hurriedPoll(...[look, options]: Parameters<typeof poll>): ReturnType<typeof poll> {
    return poll(hurry(look), options)
  }
}

/** Returns the result of `work`, and ends the pauses that it waits for. */
export async function withoutPauses<T>(work: Promise<T>): Promise<T> {
  const hurrying = setInterval(endPauses, INTERVAL_MS)
  try {
    return await work
  } finally {
    clearInterval(hurrying)
  }
}
