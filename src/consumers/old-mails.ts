import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { deleteOldMails } from './mail-rows.ts'

export interface OldMailsOptions {
  readonly db: Database
  readonly clock: Clock
  /** Days after a mail was queued; 0 keeps mails for ever. */
  readonly mailDays: number
}

/** Removed in one transaction, and in one sweep. */
const STEP_MAX = 1_000
const STEPS_MAX = 20

/**
 * Removes old mails that are not PENDING, oldest first. Their credits are not mailed again. Any
 * number of processes may do so.
 */
export async function forgetOldMails({ db, clock, mailDays }: OldMailsOptions): Promise<void> {
  if (mailDays === 0) return
  const before = clock.now() - mailDays * MS_PER_DAY
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const removed = await transact(db, (tx) => tx.rows(deleteOldMails(before, STEP_MAX)))
    if (removed.length < STEP_MAX) return
  }
}
