import { pause } from '../core/mod.ts'

/** Lets one loop sleep until a signal or a timeout. */
export interface WakeSignal {
  /** Resolves at once if the signal came since the last wait. One waiter at a time. */
  wait(msMax: number): Promise<void>
  ring(): void
}

export function createWakeSignal(): WakeSignal {
  let rung = false
  let wakeUp: (() => void) | undefined
  return {
    async wait(msMax) {
      if (!rung) {
        const asleep = pause(msMax)
        wakeUp = asleep.end
        await asleep.over
      }
      rung = false
      wakeUp = undefined
    },
    ring() {
      rung = true
      wakeUp?.()
    },
  }
}
