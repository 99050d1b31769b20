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
        await new Promise<void>((resolve) => {
          const timer = setTimeout(resolve, msMax)
          wakeUp = () => {
            clearTimeout(timer)
            resolve()
          }
        })
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
