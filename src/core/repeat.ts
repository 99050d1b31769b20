/** Work that comes back until it is stopped. */
export interface Repeated {
  /** Answers when the run that is under way, if any, is done. */
  stop(): Promise<void>
}

/** Runs `work` at once and then again, `pauseMs` after the end of each run. */
export function repeat(
  work: () => Promise<void> | void,
  pauseMs: number,
  onFault: (error: unknown) => void,
): Repeated {
  let stopped = false
  let timer: NodeJS.Timeout | undefined
  let wakeUp: (() => void) | undefined

  async function run(): Promise<void> {
    while (!stopped) {
      try {
        await work()
      } catch (error) {
        onFault(error)
      }
      if (stopped) return
      await new Promise<void>((resolve) => {
        wakeUp = resolve
        timer = setTimeout(resolve, pauseMs)
      })
    }
  }

  const running = run()
  return {
    stop() {
      stopped = true
      clearTimeout(timer)
      wakeUp?.()
      return running
    },
  }
}
