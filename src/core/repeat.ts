import { pause, type Pause } from './pause.ts'

/** Repeated work that can be stopped. */
export interface Repeated {
  /** Resolves when the current run, if any, has ended. */
  stop(): Promise<void>
}

type PauseMs = number | (() => number)

let pausesTimes = 1

/**
 * Multiplies the pauses of `repeat`, so that idle services of tests leave the processor to others.
 * A test that waits ends pauses with `endPauses`.
 */
export function lengthenPauses(times: number): void {
  pausesTimes = times
}

/** Runs `work` at once, and again this many milliseconds after the end of each run. */
export function repeat(
  work: () => Promise<void> | void,
  pauseMs: PauseMs,
  onFault: (error: unknown) => void,
): Repeated {
  const lengthened = (): number => pausesTimes * msOf(pauseMs)
  return repeatInTime(work, lengthened, onFault)
}

/** Repeats work that must not be late, such as renewing leases: its pauses are never multiplied. */
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
