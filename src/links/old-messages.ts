import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import { inSteps, transact, type Database } from '../db/mod.ts'
import { deleteOldMessages } from './message-rows.ts'
import { deleteOldChecks } from './review-rows.ts'

/** Claims are counted by a day. */
const CHECKS_MS = 2 * MS_PER_DAY
/** Each in a transaction of its own. */
const STEPS = { rowsMax: 1_000, stepsMax: 20 }

/** Removes counted claims, and mails of links after `mailDays`; 0 keeps those for ever. */
export async function forgetOldMessages({
  db,
  clock,
  mailDays,
}: {
  readonly db: Database
  readonly clock: Clock
  readonly mailDays: number
}): Promise<void> {
  await db.rows(deleteOldChecks(clock.now() - CHECKS_MS))
  if (mailDays === 0) return
  const before = clock.now() - mailDays * MS_PER_DAY
  await inSteps(STEPS, async () => {
    const removed = await transact(db, (tx) => tx.rows(deleteOldMessages(before, STEPS.rowsMax)))
    return removed.length
  })
}
