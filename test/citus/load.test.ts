import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { makeDatabasesBy } from '../support/database.ts'
import { CitusRun } from './citus-run.ts'
import { moveShard } from './move-shard.ts'
import { clusterOfRun } from './pooled-databases.ts'

const TIMEOUT_MS = 900_000
const SEED = 1
/** The number of writes before the move that get a response, and of those after it. */
const BETWEEN = 60

// The rows are compared on one server.
beforeAll(() => makeDatabasesBy(undefined))

test(
  'two processes under load, while shards move: nothing is lost or doubled',
  { timeout: TIMEOUT_MS },
  async () => {
    const cluster = clusterOfRun()
    const database = await cluster.newDatabase()
    onTestFinished(() => cluster.drop(database))
    const run = await CitusRun.start(database.url, SEED)
    try {
      await run.load.grows(BETWEEN)
      await moveShard(cluster.coordinator, database.name)
      await run.load.grows(BETWEEN)

      expect(await run.account()).toEqual([])
    } finally {
      await run.stop()
    }
  },
)
