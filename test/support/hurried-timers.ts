import { onTestFinished, vi } from 'vitest'

const later = globalThis.setTimeout

/**
 * Until the test ends, timers of less than `msMax` that are set in these files take no time. Those
 * of others keep theirs: the clock behind the timeouts of Node's fetch is one timer that lives as
 * long as the process, and would run 500 times too fast. Returns the milliseconds that hurried
 * timers were set to.
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
