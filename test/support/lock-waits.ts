import { expect } from 'vitest'
import type { Database } from '../../src/db/mod.ts'
import { eventually } from './eventually.ts'

/** Returns the number of statements of the database that wait for a lock. */
export async function lockWaits(db: Database): Promise<number> {
  const { rows } = await db.pool.query(
    `select from pg_stat_activity
     where datname = current_database() and wait_event_type = 'Lock'`,
  )
  return rows.length
}

/** Resolves when `count` statements wait for a lock that another session has. */
export function untilOneWaits(db: Database, count = 1): Promise<void> {
  return eventually(async () => expect(await lockWaits(db)).toBeGreaterThanOrEqual(count))
}
