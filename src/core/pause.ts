/** The pauses of this process: the function that ends each, and its milliseconds. */
const ends = new Map<() => void, number>()

/** A timer that another party may end early. */
export interface Pause {
  /** Resolves after the time, or when the pause is ended. */
  readonly over: Promise<void>
  end(): void
}

/** Waits for this many milliseconds. A process may end before its pauses do. */
export function pause(ms: number): Pause {
  let resolveOver: (() => void) | undefined
  const over = new Promise<void>((resolve) => (resolveOver = resolve))
  const timer = setTimeout(end, ms).unref()
  ends.set(end, ms)
  return { over, end }

  function end(): void {
    clearTimeout(timer)
    ends.delete(end)
    resolveOver?.()
  }
}

/** Waits for `work`, but for `ms` milliseconds at most. */
export async function waitAtMost(ms: number, work: Promise<unknown>): Promise<void> {
  const limit = pause(ms)
  try {
    await Promise.race([work, limit.over])
  } finally {
    limit.end()
  }
}

/** Ends the pauses of this process of at most this length, so that tests do not wait for them. */
export function endPauses(msMax = Infinity): void {
  for (const [end, ms] of ends) if (ms <= msMax) end()
}
