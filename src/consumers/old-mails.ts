import { repeat, type Clock, type Repeated } from '../core/mod.ts'
import { transact, type Database } from '../db/mod.ts'
import { deleteOldMails } from './mail-rows.ts'

export interface OldMailsOptions {
  readonly db: Database
  readonly clock: Clock
  /** Days after a mail was queued; 0 keeps mails for ever. */
  readonly mailDays: number
}

const SWEEP_MS = 60_000
/** Removed in one transaction, and in one sweep. */
const STEP_MAX = 1_000
const STEPS_MAX = 20
const DAY_MS = 86_400_000

/** Removes old mails once a minute. Any number of processes may do so. */
export function forgetOldMails(
  options: OldMailsOptions,
  onFault: (error: unknown) => void,
): Repeated {
  return repeat(() => forgetSomeMails(options), SWEEP_MS, onFault)
}

/** Removes mails that are not PENDING, oldest first. Their credits are not mailed again. */
export async function forgetSomeMails({ db, clock, mailDays }: OldMailsOptions): Promise<void> {
  if (mailDays === 0) return
  const before = clock.now() - mailDays * DAY_MS
  for (let step = 0; step < STEPS_MAX; step += 1) {
    const removed = await transact(db, (tx) => tx.rows(deleteOldMails(before, STEP_MAX)))
    if (removed.length < STEP_MAX) return
  }
}
