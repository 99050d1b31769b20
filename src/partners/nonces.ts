import { MS_PER_MINUTE } from '../core/mod.ts'
import type { Clock } from '../core/mod.ts'
import { maybeRow, oneRow, removeOld, type Database, type Db, type OldRows } from '../db/mod.ts'
import { dropExpiredClaims } from './claim-rows.ts'
import { deleteExpiredNonces, insertNonce, type Nonce } from './nonce-rows.ts'

const EXPIRED_NONCES: OldRows = {
  rowsMax: 10_000,
  stepsMax: 100,
  async remove(tx, { before, limit }) {
    return Number((await oneRow(tx, deleteExpiredNonces(before, limit))).total)
  },
}
/**
 * A margin: a large body arrives up to five minutes after its timestamp was checked, the setting
 * may widen the window, and the clock of another process may be behind.
 */
const KEPT_MS = 7 * MS_PER_MINUTE

/**
 * Marks a nonce as used, for all processes. Returns false if it was used before: the request is a
 * replay.
 */
export async function spendNonce(db: Db, clock: Clock, nonce: Nonce): Promise<boolean> {
  return (await maybeRow(db, insertNonce(nonce, clock.now() - KEPT_MS))) !== undefined
}

/**
 * Removes expired nonces, and secrets that nobody claimed in time. Any number of processes may do
 * so.
 */
export async function sweepNonces(db: Database, clock: Clock): Promise<void> {
  await removeOld({ db, clock }, EXPIRED_NONCES, KEPT_MS)
  await db.rows(dropExpiredClaims(clock.now()))
}
