import { expect } from 'vitest'
import { sql, type Database } from '../../src/db/mod.ts'
import { eventually } from './eventually.ts'

/**
 * Ends all other sessions of the database of a pool without idle connections. All are told first:
 * with a time to wait, `pg_terminate_backend` waits a tenth of a second for one after the other.
 */
export async function endOtherSessions(db: Database): Promise<void> {
  const told = await db.rows(sql<{ pid: number }>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  const pids = told.map(({ pid }) => pid)
  const left = sql`select pid from pg_stat_activity where pid = any(${pids}::integer[])`
  await eventually(async () => expect(await db.rows(left)).toEqual([]))
}
