import { afterAll, beforeAll, expect, test } from 'vitest'
import { seedsOf } from '../faults/chaos-random.ts'
import { CitusCluster } from './cluster.ts'
import { CitusRun } from './citus-run.ts'
import { moveShard } from './move-shard.ts'

/** `CITUS_SEEDS=2-9` chooses others. */
const SEEDS = seedsOf(process.env['CITUS_SEEDS'] ?? '1')
const TIMEOUT_MS = 900_000
/** How many writes are answered between two events. */
const BETWEEN = 30
const LOST_EACH = 4

let cluster: CitusCluster
beforeAll(async () => {
  cluster = await CitusCluster.start()
}, TIMEOUT_MS)
afterAll(() => cluster.stop())

test.for(SEEDS)(
  'nodes die, responses are lost, shards move: nothing is lost or doubled (seed %i)',
  { timeout: TIMEOUT_MS },
  async (seed) => {
    const database = `faults_${seed}`
    const run = await CitusRun.start(await cluster.newDatabase(database), seed)
    try {
      await run.load.grows(BETWEEN)
      for (const command of ['COMMIT', 'PREPARE TRANSACTION', 'COMMIT PREPARED']) {
        const before = lostOf(cluster)
        for (const way of cluster.ways) way.lose(command, LOST_EACH)
        await run.load.grows(BETWEEN)
        expect([command, lostOf(cluster)]).not.toEqual([command, before])
      }
      for (const node of [...cluster.workers, cluster.coordinator]) {
        await node.kill()
        await node.start()
        await run.load.grows(BETWEEN)
      }
      await moveShard(cluster.coordinator, database)
      await run.load.grows(BETWEEN)

      expect(await run.account()).toEqual([])
    } finally {
      await run.stop()
    }
  },
)

function lostOf({ ways }: CitusCluster): number {
  return ways.reduce((sum, { lost }) => sum + lost, 0)
}
