import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import { inSteps, transact, type Database } from '../db/mod.ts'
import { deleteOldSessions } from './session-rows.ts'

/** An Idempotency-Key returns its first response for so long. */
const KEPT_MS = 7 * MS_PER_DAY
/** Each in a transaction of its own. */
const STEPS = { rowsMax: 1_000, stepsMax: 20 }

/** Removes pages of wallets that ended a while ago. */
export async function forgetOldWalletSessions({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  const before = clock.now() - KEPT_MS
  await inSteps(STEPS, async () => {
    const removed = await transact(db, (tx) => tx.rows(deleteOldSessions(before, STEPS.rowsMax)))
    return removed.length
  })
}
