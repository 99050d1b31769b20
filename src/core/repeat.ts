import { pause, type Pause } from './pause.ts'

/** Repeated work that can be stopped. */
export interface RepeatedWork {
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

/** Runs `work` after `firstMs`, and again this many milliseconds after the end of each run. */
export function repeat(
  work: () => Promise<void> | void,
  pauseMs: PauseMs,
  onFault: (error: unknown) => void,
  firstMs = 0,
): RepeatedWork {
  const lengthened = (): number => pausesTimes * msOf(pauseMs)
  return repeatInTime(work, lengthened, onFault, pausesTimes * firstMs)
}

/** Repeats work that must not be late, such as renewing leases: its pauses are never multiplied. */
export function repeatInTime(
  work: () => Promise<void> | void,
  pauseMs: PauseMs,
  onFault: (error: unknown) => void,
  firstMs = 0,
): RepeatedWork {
  let isStopped = false
  let between: Pause | undefined

  async function run(): Promise<void> {
    if (firstMs > 0) await rest(firstMs)
    while (!isStopped) {
      try {
        await work()
      } catch (error) {
        onFault(error)
      }
      if (isStopped) return
      await rest(msOf(pauseMs))
    }
  }

  function rest(ms: number): Promise<void> {
    between = pause(ms)
    return between.over
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
