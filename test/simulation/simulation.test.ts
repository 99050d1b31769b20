import { afterAll, beforeAll, expect, test } from 'vitest'
import { Random } from '../faults/chaos-random.ts'
import { ensureBuilt } from '../support/built.ts'
import { isLong } from '../support/length.ts'
import { SEED } from '../support/turns.ts'
import { faultsOfFloats } from './purchase-faults.ts'
import { Cluster } from './cluster.ts'
import { faultsOf, settle } from './finish.ts'
import { History } from './history.ts'
import { MailServer } from './mail-server.ts'
import { successOf } from './record.ts'
import { Receiver } from './receiver.ts'
import { makeProducts, openScene, type Scene } from './scene.ts'
import { drawSteps, FAULTS } from './script.ts'
import { Suppliers } from './suppliers.ts'

/** `npm run simulate` sets these variables. */
const {
  SIMULATION_SEED: seed = String(SEED),
  SIMULATION_COUNT: count = isLong ? '40' : '1',
  SIMULATION_MINUTES: minutes = '60',
  SIMULATION_PROCESSES: processes = isLong ? '3' : '2',
  SIMULATION_SAME: isSame,
  /** Set if the build has a planted fault that its sources do not have. */
  SIMULATION_BUILT: isBuilt,
} = process.env
const isWhole = isLong || process.env['SIMULATION_SEED'] !== undefined
/** The short form must cost at most 8 s of CPU time, with its processes and PostgreSQL. */
const [STEPS, KILLS_MAX] = isWhole ? [90, Infinity] : [30, 1]
const MS_PER_MINUTE = 60_000
/** A long run has each fault. */
const LONG_RUN = 30

let cluster: Cluster
let receiver: Receiver
let mails: MailServer
let suppliers: Suppliers
let productIds: number[]
const codes = new Map<string, string>()

beforeAll(async () => {
  if (isBuilt === undefined) await ensureBuilt()
  mails = await MailServer.open()
  const options = { processes: Number(processes), smtpUrl: mails.url, hasServer: isWhole }
  cluster = await Cluster.start(options)
  suppliers = await Suppliers.open(cluster.time)
  receiver = await Receiver.open(cluster.time)
  const [first] = cluster.members
  if (first) productIds = await makeProducts(first.endpoint, suppliers)
})
afterAll(async () => {
  await cluster.close()
  await receiver.close()
  await mails.close()
  await suppliers.close()
})

test(
  'in random histories of several processes, one sequence of acts explains every response',
  { timeout: (Number(minutes) + 5) * MS_PER_MINUTE },
  async () => {
    const beganAt = performance.now()
    const struck = new Set<string>()
    let histories = 0
    while (
      histories < Number(count) &&
      performance.now() - beganAt < Number(minutes) * MS_PER_MINUTE
    ) {
      const historySeed = Number(seed) + (isSame === undefined ? histories : 0)
      const scene = await openScene({ cluster, receiver, mails, suppliers, productIds })
      const history = new History(scene)
      cluster.time.drawBy(new Random(historySeed))
      suppliers.trouble(new Random(historySeed))
      await history.run(drawSteps(new Random(historySeed), STEPS, KILLS_MAX))
      await settle(scene, history)
      const faults = await faultsOf(scene, history, codes)
      histories += 1
      for (const fault of scene.struck) struck.add(fault)
      report(historySeed, scene, history)
      expect({ repeat: `npm run simulate -- --seed ${historySeed} --same`, faults }).toHaveProperty(
        'faults',
        [],
      )
    }
    if (isWhole) expect(await faultsOfFloats(cluster.database.db, suppliers)).toEqual([])
    const perHour = Math.round((3_600_000 * histories) / (performance.now() - beganAt))
    const summary = `${cluster.time.summary}; ${suppliers.summary}`
    process.stderr.write(`${histories} histories, ${perHour} an hour; ${summary}\n`)
    if (histories >= LONG_RUN) expect([...struck].toSorted()).toEqual([...FAULTS].toSorted())
  },
)

function report(historySeed: number, { struck }: Scene, { records: { writes } }: History): void {
  const attempts = writes.flatMap((write) => write.attempts)
  const lost = attempts.filter(({ reply }) => reply === undefined).length
  const successes = writes.filter((write) => successOf(write)).length
  const writesMade = `${successes} of ${writes.length} writes made`
  const line = `${writesMade}, ${lost} of ${attempts.length} responses lost`
  process.stderr.write(`seed ${historySeed}: ${line}; ${struck.join(', ')}\n`)
}
