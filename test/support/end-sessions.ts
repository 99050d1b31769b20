import { expect } from 'vitest'
import { sql, type Database } from '../../src/db/mod.ts'
import { eventually } from './eventually.ts'

/**
 * Ends all other sessions of the database, and waits until they are gone. `db` must have no idle
 * connection. With a time to wait, `pg_terminate_backend` waits a tenth of a second for one after
 * the other, so all are told to end first.
 */
export async function endOtherSessions(db: Database): Promise<void> {
  const ended = await db.rows(sql<{ pid: number }>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  const pids = ended.map(({ pid }) => pid)
  const left = sql`select pid from pg_stat_activity where pid = any(${pids}::integer[])`
  await eventually(async () => expect(await db.rows(left)).toEqual([]))
}
