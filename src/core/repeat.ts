import { pause, type Pause } from './pause.ts'

/** Repeated work that can be stopped. */
export interface Repeated {
  /** Resolves when the current run, if any, has ended. */
  stop(): Promise<void>
}

/** Runs `work` at once, and again so many milliseconds after the end of each run. */
export function repeat(
  work: () => Promise<void> | void,
  pauseMs: number | (() => number),
  onFault: (error: unknown) => void,
): Repeated {
  let stopped = false
  let between: Pause | undefined

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        await work()
      } catch (error) {
        onFault(error)
      }
      if (stopped) return
      between = pause(typeof pauseMs === 'number' ? pauseMs : pauseMs())
      await between.over
    }
  }

  const running = run()
  return {
    stop() {
      stopped = true
      between?.end()
      return running
    },
  }
}
