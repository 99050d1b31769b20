import type { Clock } from '../core/mod.ts'
import type { Database, Tx } from './db.ts'
import { transact } from './transact.ts'

/** Rows that a module removes, or ends, once they are old. `Parts` is what it needs to do so. */
export interface OldRows<Parts = unknown> {
  /** The most rows that one transaction removes, and the most transactions of one run. */
  readonly rowsMax: number
  readonly stepsMax: number
  /** Removes at most `limit` rows from before an instant, oldest first. Returns their number. */
  remove(
    tx: Tx,
    old: { readonly before: number; readonly limit: number },
    parts: Parts,
  ): Promise<number>
}

/**
 * Removes rows that are older than an age, in at most `stepsMax` transactions. An age of 0 keeps
 * rows for ever. Any number of processes may run this.
 */
export async function removeOld<Parts>(
  parts: Parts & { readonly db: Database; readonly clock: Pick<Clock, 'now'> },
  { rowsMax, stepsMax, ...rows }: OldRows<Parts>,
  ageMs: number,
): Promise<void> {
  if (ageMs === 0) return
  const old = { before: parts.clock.now() - ageMs, limit: rowsMax }
  for (let step = 0; step < stepsMax; step += 1) {
    const removed = await transact(parts.db, (tx) => rows.remove(tx, old, parts))
    if (removed < rowsMax) return
  }
}
