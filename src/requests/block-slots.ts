import { firstIdAt, LAST_ID, timeOf, TIME_MAX } from './request-id.ts'

/**
 * All requests of a block arrived in the same time slot. So the time of a request tells which
 * blocks may contain it.
 */
export const SLOT_MS = 1_000

/** Returns the number of the slot of this time. */
export function slotOf(ms: number): number {
  return Math.floor(ms / SLOT_MS)
}

/** Returns a bound: all ids in the slot of this id sort before the bound. */
export function endOfSlot(requestId: string): string {
  const end = (slotOf(timeOf(requestId)) + 1) * SLOT_MS
  return end > TIME_MAX ? LAST_ID : firstIdAt(end)
}
