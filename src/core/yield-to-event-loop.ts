import { setImmediate } from 'node:timers/promises'

/** Making or sealing so many codes takes a few tenths of a millisecond. */
const LARGE_UNITS = 200

/** Lets the event loop serve others after each large batch of long work. */
export async function yieldToEventLoop(unitsDone: number): Promise<void> {
  if (unitsDone >= LARGE_UNITS) await setImmediate()
}
