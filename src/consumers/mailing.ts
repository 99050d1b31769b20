import { oneRow, sql, transact, type Database, type Statement } from '../db/mod.ts'

/**
 * Records that this installation has a mail server. If mailing was off, moves the cursor of every
 * book to its last transfer and gives up what is queued, in one transaction: consumers are told
 * only of credits that are committed afterwards. Idempotent; returns whether mailing was off.
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

/** Records that a worker has started without a mail server. */
export async function switchMailingOff(db: Database): Promise<void> {
  await db.rows(setMailing(false))
}

/**
 * Records that a notifier still runs, whatever a worker without a mail server recorded beside it.
 * Its cursors were read all the time, so they stay where they are.
 */
export async function keepMailingOn(db: Database): Promise<void> {
  await db.rows(setMailing(true))
}

function lockMailing(): Statement<{ is_on: boolean }> {
  return sql`select is_on from mailing where only_row for update`
}

function setMailing(isOn: boolean): Statement<never> {
  return sql`update mailing set is_on = ${isOn} where only_row and is_on <> ${isOn}`
}

/** A cursor that a notifier has moved beyond the snapshot of this statement stays there. */
function skipToLastTransfers(): Statement<never> {
  return sql`
    insert into notification_cursors (partner_id, notified_transfer)
    select partner_id, last_transfer from books order by partner_id
    on conflict (partner_id) do update
    set notified_transfer =
      greatest(notification_cursors.notified_transfer, excluded.notified_transfer)`
}

function giveUpQueued(): Statement<never> {
  return sql`
    update notifications
    set status = 'FAILED', next_try_at = null, last_fault = 'mailing was switched off meanwhile'
    where status = 'QUEUED'`
}
