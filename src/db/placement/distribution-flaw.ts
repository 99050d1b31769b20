import type { Db } from '../db.ts'
import { sql, type Statement } from '../sql.ts'
import { partnerTables, placements, TWO_PHASE } from './placement.ts'

/**
 * Returns what a database with the extension Citus must be before the service can run on it;
 * undefined if it can run. All tables must be where `distribute` places them, and commits must be
 * durable on all nodes: a session can set that on the coordinator only.
 */
export async function distributionFlaw(db: Db): Promise<string | undefined> {
  const tables = await db.rows(placements(await partnerTables()))
  if (!tables.some(({ table }) => table === TWO_PHASE)) return NOT_DISTRIBUTED
  const misplaced = tables.find(({ is, belongs }) => is !== belongs)
  if (misplaced) return `${NOT_DISTRIBUTED}: ${misplaced.table} is not where it belongs`
  const lossy = (await db.rows(settingsOfNodes())).find(({ is_lossy: isLossy }) => isLossy)
  if (!lossy) return undefined
  return (
    'nodes that keep what they commit: fsync, full_page_writes and synchronous_commit must be on ' +
    `at ${lossy.node}, which says ${lossy.settings}`
  )
}

const NOT_DISTRIBUTED =
  'a database that `tessera distribute` has distributed, or one without the extension citus'

interface NodeSettings {
  readonly node: string
  readonly settings: string
  readonly is_lossy: boolean
}

function settingsOfNodes(): Statement<NodeSettings> {
  return sql`
    select nodename || ':' || nodeport as node, result as settings,
      not success or result not in ('on on on', 'on on remote_apply') as is_lossy
    from run_command_on_workers($$
      select concat_ws(' ', current_setting('fsync'), current_setting('full_page_writes'),
        current_setting('synchronous_commit')) $$)`
}
