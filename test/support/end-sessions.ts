import { expect } from 'vitest'
import { sql, type ConnectionTarget, type Database } from '../../src/db/mod.ts'
import { eventually } from './eventually.ts'
import { endKeptConnections } from './kept-connections.ts'
import { withClient } from './with-client.ts'

/**
 * Ends all other sessions of the database, and waits until they are gone. `db` must have no idle
 * connection. Terminates all sessions before it waits: `pg_terminate_backend` with a time limit
 * would take a tenth of a second for each.
 */
export async function endOtherSessions(db: Database): Promise<void> {
  const ended = await db.rows(sql<{ pid: number }>`
    select pid, pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  const pids = ended.map(({ pid }) => pid)
  const remaining = sql`select pid from pg_stat_activity where pid = any(${pids}::integer[])`
  await eventually(async () => expect(await db.rows(remaining)).toEqual([]))
}

/**
 * Ends all sessions of the database, as a server that stops does. Connections that are kept for
 * later pools end first; otherwise the next pool would get a lost connection.
 */
export async function endAllSessions(target: ConnectionTarget): Promise<void> {
  await withClient(target, async (client) => {
    const { rows } = await client.query<{ name: string }>('select current_database() as name')
    for (const { name } of rows) await endKeptConnections(name)
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
  })
}
