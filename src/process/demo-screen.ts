import { join } from 'node:path'
import { createFileDestination, type LogDestination } from '../http/mod.ts'
import { MS_PER_SECOND, systemClock } from '../core/mod.ts'

/** The progress of a start, as a person at the terminal sees it. */
export interface Screen {
  /** The stream of the log; undefined: standard output. */
  logOf(dataDir: string): LogDestination | undefined
  /** Replaces the line about the present step. */
  show(step: string): void
  /** Ends the line about the present step, with its time. */
  done(): void
  /** Ends the line of a step that was not done. */
  end(): void
}

const LOG_FILE = 'demo.log'
const ERASE_LINE = '\r\u001B[K'

/** The screen for output that a program reads: shows the log, and no progress. */
export const QUIET: Screen = {
  logOf: () => undefined,
  show: () => undefined,
  done: () => undefined,
  end: () => undefined,
}

/**
 * At a terminal, shows the steps of a start in one line that is overwritten, and sends the log to a
 * file. `isLogShown` leaves the log on the terminal.
 */
export function openScreen(
  output: NodeJS.WriteStream,
  { isLogShown }: { readonly isLogShown: boolean },
): Screen {
  if (!output.isTTY || isLogShown) return QUIET
  let step = ''
  let beganAt = 0
  const done = (): void => {
    if (step === '') return
    const seconds = (systemClock.monotonic() - beganAt) / MS_PER_SECOND
    output.write(`${ERASE_LINE}${step}, ${seconds.toFixed(1)} s\n`)
    step = ''
  }
  return {
    logOf: (dataDir) => createFileDestination(join(dataDir, LOG_FILE)),
    show(text) {
      if (step === '') beganAt = systemClock.monotonic()
      step = text
      output.write(`${ERASE_LINE}${text} ...`)
    },
    done,
    end() {
      if (step !== '') output.write('\n')
      step = ''
    },
  }
}
