import { setImmediate } from 'node:timers/promises'

let ending: Promise<void> | undefined

/**
 * Answers when all that has arrived is read: one moment for all who wait in this turn of the event
 * loop, so that what they then decide can be written together.
 */
export function endOfTurn(): Promise<void> {
  return (ending ??= end())
}

async function end(): Promise<void> {
  await setImmediate()
  ending = undefined
}
