import type { ConnectionTarget } from '../../src/db/mod.ts'
import { withClient } from './with-client.ts'

/** Begins a new life of the database, as a crash and a promotion do: all connections are lost. */
export function beginNewLife(target: ConnectionTarget): Promise<void> {
  return withClient(target, async (client) => {
    await client.query('delete from server_life')
    await client.query(
      `select pg_terminate_backend(pid, 5000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
  })
}
