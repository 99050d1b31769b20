import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random, seedsOf } from './chaos-random.ts'
import { FailingServer, makeEmptyDatabase } from './failing-server.ts'
import { FailoverRun } from './failover-run.ts'
import type { PostgresNode } from './postgres-node.ts'

/** As `FAILOVER_SEEDS=1-20 npx vitest run test/faults/failover.test.ts`. */
const SEEDS = seedsOf(process.env['FAILOVER_SEEDS'] ?? '1')
const TIMEOUT_MS = 600_000

let empty: PostgresNode
beforeAll(async () => {
  empty = await makeEmptyDatabase()
})
afterAll(() => empty.remove())

/** How a database comes to lose what it has committed. */
interface Loss {
  /** From when this returns, what is committed will be lost. */
  begin(): Promise<void>
  /** The server ends; returns when another history is served at its address. */
  happen(): Promise<void>
}

type PrepareLoss = (server: FailingServer, seed: number) => Promise<Loss>

const LOSSES: Readonly<Record<string, PrepareLoss>> = {
  'an asynchronous standby is promoted': async (server) => {
    const standby = await server.addStandby()
    return {
      begin: () => server.stopReplication(),
      happen: () => server.promote(standby),
    }
  },
  // Every other one was copied while the server was stopped, and so holds the server's own marks.
  'a backup is restored': async (server, seed) => {
    const backup = await server.newBackup()
    return {
      begin: () => (seed % 2 === 0 ? server.copyStopped(backup) : server.take(backup)),
      happen: () => server.restore(backup),
    }
  },
}

for (const [name, prepare] of Object.entries(LOSSES)) {
  test.for(SEEDS)(
    `${name} under load, seed %i: what the database has now holds, for every process`,
    { timeout: TIMEOUT_MS },
    async (seed, { annotate }) => {
      const server = await FailingServer.start(empty)
      let run: FailoverRun | undefined
      try {
        run = await FailoverRun.start(server, seed)
        const random = new Random(seed)
        const loss = await prepare(server, seed)

        await run.grow(random.between(60, 200))
        await run.beginImport()
        await loss.begin()
        await run.growWhatIsLost(random.between(60, 200))
        await server.crash()
        await loss.happen()
        await run.goOn()
        await run.grow(random.between(60, 200))
        const faults = await run.account()

        await annotate(run.figures)
        expect(faults).toEqual([])
        expect(run.lost).toBeGreaterThan(0)
      } finally {
        run?.stop()
        await server.close()
      }
    },
  )
}
