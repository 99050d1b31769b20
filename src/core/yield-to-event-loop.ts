import { setImmediate } from 'node:timers/promises'

/** Making so many codes, or sealing them, takes some tenths of a millisecond. */
const LARGE_UNITS = 200

/** Ends each batch of long work: between large ones, whoever waits for an answer is served. */
export async function yieldToEventLoop(unitsDone: number): Promise<void> {
  if (unitsDone >= LARGE_UNITS) await setImmediate()
}
