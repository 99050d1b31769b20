import { MS_PER_MINUTE } from '../core/mod.ts'
import type { Clock } from '../core/mod.ts'
import { maybeRow, oneRow, type Db } from '../db/mod.ts'
import { dropExpiredClaims } from './claim-rows.ts'
import { deleteExpiredNonces, insertNonce, type Nonce } from './nonce-rows.ts'

const DELETED_MAX = 10_000
const ROUNDS_MAX = 100
/**
 * A margin, because the setting may widen the window and the clock of another process may be
 * behind.
 */
const KEPT_MS = MS_PER_MINUTE

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
export async function sweepNonces(db: Db, clock: Clock): Promise<void> {
  const before = clock.now() - KEPT_MS
  for (let round = 0; round < ROUNDS_MAX; round += 1) {
    const { gone } = await oneRow(db, deleteExpiredNonces(before, DELETED_MAX))
    if (gone < DELETED_MAX) break
  }
  await db.rows(dropExpiredClaims(clock.now()))
}
