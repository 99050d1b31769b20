import { onTestFinished, vi } from 'vitest'

const later = globalThis.setTimeout

/**
 * Until the test ends, timers of less than `msMax` that are set in these files take no time. Those
 * of others keep theirs: the clock behind the timeouts of Node's fetch is one timer that lives as
 * long as the process, and would run 500 times too fast.
 */
export function hurryTimersOf(files: string, msMax = Infinity): void {
  vi.stubGlobal('setTimeout', (run: () => void, ms: number, ...rest: unknown[]): NodeJS.Timeout => {
    const isTheirs = new Error().stack?.includes(files) === true
    return later(run, isTheirs && ms < msMax ? 0 : ms, ...(rest as []))
  })
  onTestFinished(() => void vi.unstubAllGlobals())
}
