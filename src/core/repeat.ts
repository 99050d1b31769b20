import { pause, type Pause } from './pause.ts'

/** Repeated work that can be stopped. */
export interface Repeated {
  /** Resolves when the current run, if any, has ended. */
  stop(): Promise<void>
}

type PauseMs = number | (() => number)

let pausesTimes = 1

/**
 * Makes the pauses of `repeat` so many times as long, so that services of tests leave the processor
 * to those that a test waits for: what waits ends pauses by `endPauses`.
 */
export function lengthenPauses(times: number): void {
  pausesTimes = times
}

/** Runs `work` at once, and again so many milliseconds after the end of each run. */
export function repeat(
  work: () => Promise<void> | void,
  pauseMs: PauseMs,
  onFault: (error: unknown) => void,
): Repeated {
  const lengthened = (): number => pausesTimes * msOf(pauseMs)
  return repeatInTime(work, lengthened, onFault)
}

/** Repeats work that is too late after a longer pause: it renews what lapses. */
export function repeatInTime(
  work: () => Promise<void> | void,
  pauseMs: PauseMs,
  onFault: (error: unknown) => void,
): Repeated {
  let isStopped = false
  let between: Pause | undefined

  async function run(): Promise<void> {
    while (!isStopped) {
      try {
        await work()
      } catch (error) {
        onFault(error)
      }
      if (isStopped) return
      between = pause(msOf(pauseMs))
      await between.over
    }
  }

  const running = run()
  return {
    stop() {
      isStopped = true
      between?.end()
      return running
    },
  }
}

function msOf(pauseMs: PauseMs): number {
  return typeof pauseMs === 'number' ? pauseMs : pauseMs()
}
