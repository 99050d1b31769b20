import { pause } from './pause.ts'

/** Lets one loop sleep until a signal or a timeout. */
export interface WakeSignal {
  /**
   * Resolves at once if the signal came since the last wait. Returns false after a timeout. One
   * waiter at a time.
   */
  wait(msMax: number): Promise<boolean>
  ring(): void
}

export function createWakeSignal(): WakeSignal {
  let isRung = false
  let wakeUp: (() => void) | undefined
  return {
    async wait(msMax) {
      if (!isRung) {
        const asleep = pause(msMax)
        wakeUp = asleep.end
        await asleep.over
      }
      const wasRung = isRung
      isRung = false
      wakeUp = undefined
      return wasRung
    },
    ring() {
      isRung = true
      wakeUp?.()
    },
  }
}
