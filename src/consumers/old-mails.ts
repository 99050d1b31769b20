import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import { inSteps, transact, type Database } from '../db/mod.ts'
import { deleteOldMails } from './mail-rows.ts'

export interface OldMailsOptions {
  readonly db: Database
  readonly clock: Clock
  /** Days after a mail was queued; 0 keeps mails for ever. */
  readonly mailDays: number
}

/** Each in a transaction of its own. */
const STEPS = { rowsMax: 1_000, stepsMax: 20 }

/**
 * Removes old mails that are not PENDING, oldest first. Their credits are not mailed again. Any
 * number of processes may do so.
 */
export async function forgetOldMails({ db, clock, mailDays }: OldMailsOptions): Promise<void> {
  if (mailDays === 0) return
  const before = clock.now() - mailDays * MS_PER_DAY
  await inSteps(STEPS, async () => {
    const removed = await transact(db, (tx) => tx.rows(deleteOldMails(before, STEPS.rowsMax)))
    return removed.length
  })
}
