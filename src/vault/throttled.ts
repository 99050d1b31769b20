import { pause, type Clock } from '../core/mod.ts'

/**
 * Returns a function that runs `work` at most once every `gapMs`. Calls that arrive before a run
 * begins share that run.
 */
export function throttled(clock: Clock, gapMs: number, work: () => Promise<void>): typeof work {
  let next: Promise<void> | undefined
  let notBefore = -Infinity
  const run = async (): Promise<void> => {
    const waitMs = Math.max(0, notBefore - clock.monotonic())
    await pause(waitMs).over
    next = undefined
    notBefore = clock.monotonic() + gapMs
    await work()
  }
  return () => (next ??= run())
}
