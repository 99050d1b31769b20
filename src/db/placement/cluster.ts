import type { PoolClient } from 'pg'

const OLDEST_VERSION = 13

interface ClusterRow {
  /** The version of the extension; null without it. */
  readonly version: string | null
  /** Processes of the service. */
  readonly processes: number
}

/** Throws, with one line, unless the database of the session can be distributed. */
export async function requireCluster(client: PoolClient): Promise<void> {
  const { rows } = await client.query<ClusterRow>(`
    select (select extversion from pg_extension where extname = 'citus') as version,
      (select count(*)::integer from pg_stat_activity
       where datname = current_database() and application_name like 'tessera%'
         and pid <> pg_backend_pid()) as processes`)
  const [cluster = { version: null, processes: 0 }] = rows
  const flaw = flawOf(cluster) ?? (await nodeFlaw(client))
  if (flaw !== undefined) throw new Error(flaw)
}

function flawOf({ version, processes }: ClusterRow): string | undefined {
  if (version === null) {
    return 'the database does not have the extension citus: create it on every node'
  }
  if (Number.parseInt(version, 10) < OLDEST_VERSION) {
    return `citus ${OLDEST_VERSION} or later is needed: this is ${version}`
  }
  if (processes > 0) return `stop all processes of the service: ${processes} connections are open`
  return undefined
}

async function nodeFlaw(client: PoolClient): Promise<string | undefined> {
  const { rows } = await client.query<{ coordinators: number; workers: number }>(`
    select count(*) filter (where groupid = 0)::integer as coordinators,
      count(*) filter (where groupid <> 0 and isactive and noderole = 'primary')::integer as workers
    from pg_dist_node`)
  const [{ coordinators, workers } = { coordinators: 0, workers: 0 }] = rows
  if (coordinators === 0) {
    return 'the coordinator is not known to its workers: call citus_set_coordinator_host'
  }
  if (workers === 0) return 'the cluster has no workers: call citus_add_node for each'
  const { rows: nodes } = await client.query<{ node: string; result: string }>(`
    select nodeport::text as node, result
    from run_command_on_all_nodes('select current_setting(''max_prepared_transactions'')')
    join pg_dist_node using (nodeid)`)
  const unable = nodes.find(({ result }) => result === '0')
  return unable && `max_prepared_transactions of the node at ${unable.node} is 0: set it above 100`
}
