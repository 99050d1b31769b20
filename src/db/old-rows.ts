import type { Clock } from '../core/mod.ts'
import type { Database, Tx } from './db.ts'
import { transact } from './transact.ts'

/** What a room removes, or ends, once it is old. `Parts` are what it needs for that. */
export interface OldRows<Parts = unknown> {
  /** How many one transaction removes at most, and how many transactions follow each other. */
  readonly rowsMax: number
  readonly stepsMax: number
  /** Removes at most `limit` from before an instant, oldest first. Returns how many. */
  remove(
    tx: Tx,
    old: { readonly before: number; readonly limit: number },
    parts: Parts,
  ): Promise<number>
}

/**
 * Removes what is older than an age, until less is left than one transaction removes. An age of 0
 * keeps it for ever. Any number of processes may do so.
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
