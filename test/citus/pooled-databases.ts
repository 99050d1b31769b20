import type pg from 'pg'
import { inject } from 'vitest'
import { currentTransaction, IS_SCHEMA_CHANGED } from '../support/catalogs.ts'
import { insertSeeds, seedsOf, tablesOf } from '../support/database-pool.ts'
import { withClient } from '../support/with-client.ts'
import { CitusCluster, type CitusDatabase } from './cluster.ts'
import { CitusServer } from './server.ts'

/** A distributed database that can be emptied. */
interface PooledDatabase extends CitusDatabase {
  /** The transaction after which a row of the system catalogs was written by a test. */
  readonly clonedAt: string
  /** The rows that migrations insert, as JSON by table. */
  readonly seeds: ReadonlyMap<string, string>
}

/** Databases that tests of this worker have finished with, emptied. */
const free: PooledDatabase[] = []

/** Returns a distributed database with only the rows that migrations insert. */
export async function leaseDistributed(): Promise<PooledDatabase> {
  return free.pop() ?? (await clone())
}

/** Empties the database for another test, or drops it if a test changed its schema. */
export async function releaseDistributed(database: PooledDatabase): Promise<void> {
  const target = { connectionString: database.url }
  const isReusable = await withClient(target, (client) => empty(client, database))
  if (isReusable) free.push(database)
  else await clusterOfRun().drop(database)
}

/** The cluster that the run was given, or has started. */
export function clusterOfRun(): CitusCluster {
  const { run, members } = inject('citus')
  const [coordinator, ...workers] = members.map(({ url, ...address }) => ({
    server: new CitusServer(url),
    ...address,
  }))
  if (!coordinator) throw new Error('the cluster has no coordinator')
  return new CitusCluster(coordinator, workers, run)
}

async function clone(): Promise<PooledDatabase> {
  const database = await clusterOfRun().clone(inject('citus').template)
  return withClient({ connectionString: database.url }, async (client) => {
    const clonedAt = await currentTransaction(client)
    return { ...database, clonedAt, seeds: await seedsOf(client) }
  })
}

/** Returns false if a test has changed the schema. */
async function empty(client: pg.Client, { clonedAt, seeds }: PooledDatabase): Promise<boolean> {
  await client.query(
    `select pg_terminate_backend(pid, 10000) from pg_stat_activity
      where datname = current_database() and backend_type = 'client backend'
        and pid <> pg_backend_pid()`,
  )
  const { rows } = await client.query<{ isChanged: boolean }>(
    `select ${IS_SCHEMA_CHANGED} as "isChanged"`,
    [clonedAt],
  )
  if (rows[0]?.isChanged !== false) return false
  await client.query('begin')
  // Switches triggers and foreign keys off, on all nodes.
  await client.query(`set local citus.propagate_set_commands = 'local'`)
  await client.query('set local session_replication_role = replica')
  for (const table of await tablesOf(client)) await client.query(`delete from ${table}`)
  await insertSeeds(client, seeds)
  await client.query('commit')
  return true
}
