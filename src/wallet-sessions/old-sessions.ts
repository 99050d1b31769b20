import { MS_PER_DAY, type Clock } from '../core/mod.ts'
import type { Database } from '../db/mod.ts'
import { deleteOldSessions } from './session-rows.ts'
import { deleteOldSignIns } from './sign-in-rows.ts'

/** An Idempotency-Key returns its first response for so long. */
const KEPT_MS = 7 * MS_PER_DAY
/** Codes of an address are counted for so long. */
const COUNTED_MS = MS_PER_DAY

/** Removes pages of wallets that ended a while ago. */
export async function forgetOldWalletSessions({
  db,
  clock,
}: {
  readonly db: Database
  readonly clock: Clock
}): Promise<void> {
  await db.rows(deleteOldSessions(clock.now() - KEPT_MS))
  await db.rows(deleteOldSignIns(clock.now() - COUNTED_MS))
}
