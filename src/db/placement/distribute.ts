import type { ConnectionTarget } from '../db.ts'
import { migrate, withSession } from '../migrations/migrate.ts'
import { requireCluster } from './cluster.ts'
import { placeTables, type PlacedTables } from './place-tables.ts'

/**
 * Distributes a database by partner with the extension Citus. Migrates it first; it may be empty.
 * Places all tables in one transaction. Changes nothing if all are placed.
 *
 * Throws if the cluster lacks something, or if a process of the service is connected.
 */
export async function distribute(target: ConnectionTarget, shards: number): Promise<PlacedTables> {
  await withSession(target, requireCluster)
  await migrate(target)
  return withSession(target, (client) => placeTables(client, shards))
}
