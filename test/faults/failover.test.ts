import { expect, test, type TestContext } from 'vitest'
import { isLong } from '../support/length.ts'
import { inTurn } from '../support/turns.ts'
import { Random, seedsOf } from './chaos-random.ts'
import { FailingServer } from './failing-server.ts'
import { FailoverRun } from './failover-run.ts'

/** Odd seeds promote a standby, even ones restore a backup. `FAILOVER_SEEDS=2-9` chooses others. */
const CHOSEN = process.env['FAILOVER_SEEDS'] ?? (isLong ? '1-40' : undefined)
const SEEDS = CHOSEN === undefined ? [] : seedsOf(CHOSEN)
const TIMEOUT_MS = 600_000
/** The seeds of promotions of a synchronous standby. */
const SYNCHRONOUS_SEEDS = isLong ? seedsOf('101-110') : []
/** The seed of one run with all kinds of losses. In each loss another service is frozen. */
const SEEDS_OF_ALL = CHOSEN === undefined ? [19] : []
/** The least and the greatest number of writes that get a response before and after each event. */
const WRITES: readonly [number, number] = isLong ? [60, 200] : [5, 12]

interface Scene {
  readonly run: FailoverRun
  readonly server: FailingServer
  readonly random: Random
}

/** A way in which a database loses commits. */
interface Loss {
  /** After this returns, all commits will be lost. */
  begin(): Promise<void>
  /** Ends the server; returns when another history is served at its address. */
  happen(): Promise<void>
}

/** Prepares the promotion of an asynchronous standby. */
async function preparePromotion(server: FailingServer): Promise<Loss> {
  const standby = await server.addStandby()
  return { begin: () => server.stopReplication(), happen: () => server.promote(standby) }
}

/** Prepares the restore of a backup. A copy of a stopped server holds the server's own marks. */
async function prepareRestore(server: FailingServer, isStopped: boolean): Promise<Loss> {
  const backup = await server.newBackup()
  return {
    begin: () => (isStopped ? server.copyStopped(backup) : server.take(backup)),
    happen: () => server.restore(backup),
  }
}

function prepareLoss(server: FailingServer, seed: number): Promise<Loss> {
  return seed % 2 === 1 ? preparePromotion(server) : prepareRestore(server, seed % 4 === 0)
}

/** Makes the database lose acknowledged writes under load. */
async function lose({ run, server, random }: Scene, loss: Loss): Promise<void> {
  const lostBefore = run.lost
  await run.grow(random.between(...WRITES))
  await run.beginImport()
  await loss.begin()
  await run.growWhatIsLost(random.between(...WRITES))
  await server.crash()
  await loss.happen()
  await run.goOn()
  await run.grow(random.between(...WRITES))
  await run.endImport()
  expect(run.lost).toBeGreaterThan(lostBefore)
}

/** Crashes the server, and expects that no acknowledged write is lost. */
async function promoteSynchronous({ run, server, random }: Scene): Promise<void> {
  const lostBefore = run.lost
  const standby = await server.addStandby()
  await server.commitThroughStandby()
  await run.grow(random.between(...WRITES))
  await run.beginImport()
  await run.actOfEachKind()
  await server.isolateStandby()
  await server.crash()
  await server.promote(standby)
  await run.goOn()
  await run.grow(random.between(...WRITES))
  await run.endImport()
  expect(run.lost).toBe(lostBefore)
}

const FAILURES = [
  promoteSynchronous,
  async (scene: Scene) => lose(scene, await preparePromotion(scene.server)),
  async (scene: Scene) => lose(scene, await prepareRestore(scene.server, false)),
]

async function failInTurn(scene: Scene): Promise<void> {
  for (const fail of inTurn(FAILURES, 3)) await fail(scene)
}

/** Checks everything after `fail`. */
async function accountAfter(
  fail: (scene: Scene) => Promise<void>,
  seed: number,
  { annotate }: TestContext,
): Promise<void> {
  const server = await FailingServer.start()
  let run: FailoverRun | undefined
  try {
    run = await FailoverRun.start(server, seed)
    await fail({ run, server, random: new Random(seed) })
    const faults = await run.account()
    await annotate(run.figures)
    expect(faults).toEqual([])
  } finally {
    run?.stop()
    await server.close()
  }
}

test.for(SEEDS)(
  'the database loses commits under load: all processes agree with what is left (seed %i)',
  { timeout: TIMEOUT_MS },
  (seed, context) =>
    accountAfter(
      async (scene) => lose(scene, await prepareLoss(scene.server, seed)),
      seed,
      context,
    ),
)

test.for(SYNCHRONOUS_SEEDS)(
  'a synchronous standby is promoted under load: no acknowledged write is lost (seed %i)',
  { timeout: TIMEOUT_MS },
  (seed, context) => accountAfter(promoteSynchronous, seed, context),
)

test.for(SEEDS_OF_ALL)(
  'standbys are promoted and a backup is restored, in turn: each loss is accounted for (seed %i)',
  { timeout: TIMEOUT_MS },
  (seed, context) => accountAfter(failInTurn, seed, context),
)
