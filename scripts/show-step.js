const SHOWN_AFTER_MS = 200

/**
 * Returns a function that runs a step of a program. At a terminal, a long step is shown in one
 * line, like the steps of the demo.
 *
 * @param {{ readonly isTTY: boolean, write(text: string): unknown }} output
 * @returns {<T>(name: string, work: () => T | Promise<T>) => Promise<T>}
 */
export function showStep(output) {
  return async (name, work) => {
    if (!output.isTTY) return work()
    let isShown = false
    const beganAt = performance.now()
    const timer = setTimeout(() => {
      isShown = true
      output.write(`${name} ...`)
    }, SHOWN_AFTER_MS)
    const result = await work()
    clearTimeout(timer)
    const seconds = ((performance.now() - beganAt) / 1_000).toFixed(1)
    if (isShown) output.write(`\r\u001B[K${name}, ${seconds} s\n`)
    return result
  }
}
