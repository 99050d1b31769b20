import type { Clock } from '../core/mod.ts'

/**
 * Does `work` for whoever asks, and begins it once in `gapMs` at most: all who ask before it begins
 * wait for it together.
 */
export function throttled(clock: Clock, gapMs: number, work: () => Promise<void>): typeof work {
  let next: Promise<void> | undefined
  let notBefore = -Infinity
  const run = async (): Promise<void> => {
    const waitMs = Math.max(0, notBefore - clock.monotonic())
    await new Promise((resolve) => setTimeout(resolve, waitMs))
    next = undefined
    notBefore = clock.monotonic() + gapMs
    await work()
  }
  return () => (next ??= run())
}
