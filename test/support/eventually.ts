import { expect, vi } from 'vitest'
import { endPauses } from '../../src/core/mod.ts'

/** As long as a slow machine may need; it ends as soon as it can. */
const TIMEOUT_MS = 60_000
const INTERVAL_MS = 10
/** The first pauses that are ended are those after so long; the next ones after twice as long. */
const PATIENCE_MS = 20

/** What `look` answers, once it throws no more. */
export function eventually<T>(look: () => T | Promise<T>, interval = INTERVAL_MS): Promise<T> {
  return vi.waitFor(hurried(look), { timeout: TIMEOUT_MS, interval })
}

/**
 * Returns `look` for a test that looks again and again. Until it has seen what it waits for, no
 * repeated work of services in this process pauses for long.
 */
function hurried<T>(look: () => T): () => T {
  let patienceMs = PATIENCE_MS
  let endsAt = performance.now() + patienceMs
  return () => {
    const now = performance.now()
    if (now >= endsAt) {
      endPauses()
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
    return poll(hurried(look), options)
  }
}

/** What `work` gives, without the pauses that it waits for. */
export async function withoutPauses<T>(work: Promise<T>): Promise<T> {
  const hurrying = setInterval(endPauses, INTERVAL_MS)
  try {
    return await work
  } finally {
    clearInterval(hurrying)
  }
}
