import { onTestFinished, vi } from 'vitest'

const later = globalThis.setTimeout

/**
 * Until the test ends, timers of less than `msMax` that these files set fire at once. Timers of
 * other files keep their time: Node's fetch has one timer as long as the process lives, which would
 * run 500 times too fast. Returns the milliseconds that the hurried timers were set to.
 */
export function hurryTimersOf(files: string, msMax = Infinity): readonly number[] {
  const hurried: number[] = []
  vi.stubGlobal('setTimeout', (run: () => void, ms: number, ...rest: unknown[]): NodeJS.Timeout => {
    const isHurried = ms < msMax && new Error().stack?.includes(files) === true
    if (isHurried) hurried.push(ms)
    return later(run, isHurried ? 0 : ms, ...(rest as []))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return hurried
}
