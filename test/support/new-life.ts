import type { ConnectionTarget } from '../../src/db/mod.ts'
import { endAllSessions } from './end-sessions.ts'
import { withClient } from './with-client.ts'

/** Begins a new life of the database, as a crash and a promotion do: all connections are lost. */
export async function beginNewLife(target: ConnectionTarget): Promise<void> {
  await withClient(target, (client) => client.query('delete from server_life'))
  await endAllSessions(target)
}
