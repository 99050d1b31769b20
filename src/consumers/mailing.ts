import { oneRow, transact, type Database, type Db } from '../db/mod.ts'
import {
  giveUpQueued,
  lockMailing,
  mailingState,
  setMailing,
  skipToLastTransfers,
} from './mailing-rows.ts'

/**
 * Records that this installation has a mail server. If mailing was off, moves the cursor of every
 * book to its last transfer and fails queued mails, in one transaction. So consumers get mail only
 * about credits that are committed afterwards. Idempotent; returns whether mailing was off.
 */
export function switchMailingOn(db: Database): Promise<boolean> {
  return transact(db, async (tx) => {
    if ((await oneRow(tx, lockMailing())).is_on) return false
    await tx.rows(skipToLastTransfers())
    await tx.rows(giveUpQueued())
    tx.write(setMailing(true))
    return true
  })
}

/** Returns whether workers have a mail server. */
export async function isMailingOn(db: Db): Promise<boolean> {
  return (await oneRow(db, mailingState())).is_on
}

/** Records that a worker has started without a mail server. */
export async function switchMailingOff(db: Database): Promise<void> {
  await db.rows(setMailing(false))
}

/** Records that a notifier still runs, because a worker without a mail server may have started. */
export async function recordMailingOn(db: Database): Promise<void> {
  await db.rows(setMailing(true))
}
