import { setImmediate } from 'node:timers/promises'

/** Generating or sealing this many codes takes some tenths of a millisecond. */
const LARGE_UNITS = 200

/** Yields to the event loop after each large batch of long work. */
export async function yieldToEventLoop(unitsDone: number): Promise<void> {
  if (unitsDone >= LARGE_UNITS) await setImmediate()
}
