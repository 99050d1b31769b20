import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedsOf } from '../faults/chaos-random.ts'
import { makeDatabasesBy } from '../support/database.ts'
import { CitusRun } from './citus-run.ts'
import { moveShard } from './move-shard.ts'
import { startCluster, type OwnCluster } from './own-cluster.ts'

/** `CITUS_SEEDS=2-9` chooses others. */
const SEEDS = seedsOf(process.env['CITUS_SEEDS'] ?? '1')
const TIMEOUT_MS = 900_000
/** Number of writes that get a response between two events. */
const BETWEEN = 30
const LOST_EACH = 4

let own: OwnCluster
beforeAll(async () => {
  // The rows are compared on one server.
  makeDatabasesBy(undefined)
  own = await startCluster()
}, TIMEOUT_MS)
afterAll(() => own.stop())

test.for(SEEDS)(
  'nodes die, responses are lost, shards move: nothing is lost or doubled (seed %i)',
  { timeout: TIMEOUT_MS },
  async (seed) => {
    const { cluster, coordinator, workers, ways } = own
    const database = await cluster.newDatabase()
    const run = await CitusRun.start(database.url, seed)
    try {
      await run.load.grows(BETWEEN)
      for (const command of ['COMMIT', 'PREPARE TRANSACTION', 'COMMIT PREPARED']) {
        const before = lostOf(own)
        for (const way of ways) way.lose(command, LOST_EACH)
        await run.load.grows(BETWEEN)
        expect([command, lostOf(own)]).not.toEqual([command, before])
      }
      for (const node of [...workers, coordinator]) {
        await node.kill()
        await node.start()
        await run.load.grows(BETWEEN)
      }
      await moveShard(cluster.coordinator, database.name)
      await run.load.grows(BETWEEN)

      expect(await run.account()).toEqual([])
    } finally {
      await run.stop()
    }
  },
)

function lostOf({ ways }: OwnCluster): number {
  return ways.reduce((sum, { lost }) => sum + lost, 0)
}
