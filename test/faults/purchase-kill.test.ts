import { expect, test } from 'vitest'
import { isLong } from '../support/length.ts'
import { inTurn, SEED } from '../support/turns.ts'
import { promotion, recovery } from './database-failures.ts'
import { FailingServer } from './failing-server.ts'
import { type Moment, type PurchaseOutage, PurchaseRun } from './purchase-run.ts'
import { PURCHASE_SCENARIOS } from './purchase-scenarios.ts'

const MOMENTS: readonly Moment[] = [
  { at: 'hold' },
  { at: 'begun', isCommitted: true },
  { at: 'bought', isCommitted: false },
  { at: 'lose' },
  { at: 'delivered', isCommitted: true },
  { at: 'sent', isCommitted: true },
  { at: 'late' },
  { at: 'bought', isCommitted: true },
  { at: 'begun', isCommitted: false },
  { at: 'placed', isCommitted: false },
  { at: 'sent', isCommitted: false },
  { at: 'delivered', isCommitted: false },
]

const FAILURES: readonly PurchaseOutage[] = [
  { name: 'the database crashes', isKilled: false, fail: recovery },
  { name: 'the database crashes, and both services', isKilled: true, fail: recovery },
  { name: 'a standby is promoted', isKilled: false, fail: promotion },
  { name: 'a standby is promoted, and both services end', isKilled: true, fail: promotion },
]

interface Round {
  readonly name: string
  run(run: PurchaseRun): Promise<void>
}

/**
 * Each scenario at each moment. Each cycle, of as many rounds as there are scenarios, has every
 * scenario once.
 */
const KILLS: readonly Round[] = MOMENTS.flatMap((_, cycle) =>
  PURCHASE_SCENARIOS.map((scenario, at) => {
    const moment = MOMENTS[(at + cycle) % MOMENTS.length] ?? expect.unreachable()
    const name = `${scenario.name}; ${JSON.stringify(moment)}`
    return { name, run: (run) => run.round(scenario, moment) }
  }),
)
/**
 * Each scenario in each failure. A service that survives would wait a minute for a silent supplier.
 */
const FAILOVERS: readonly Round[] = FAILURES.flatMap((failure) =>
  PURCHASE_SCENARIOS.filter(({ isSilent }) => failure.isKilled || !isSilent).map((scenario) => {
    const name = `${scenario.name}; ${failure.name}`
    return { name, run: (run) => run.failOver(scenario, failure) }
  }),
)
const ROUNDS: readonly Round[] = [...KILLS, ...FAILOVERS]
/** All rounds take about half an hour, so each of four nights runs a part of them. */
const NIGHTS = 4
/** `PURCHASE_ROUNDS=30-60` runs these, by their places. */
const CHOSEN = process.env['PURCHASE_ROUNDS']?.split('-').map(Number)
const TIMEOUT_MS = isLong || CHOSEN ? 5_400_000 : 120_000

function chosenRounds(): readonly Round[] {
  if (!CHOSEN) {
    const now = ROUNDS.filter((_, at) => at % NIGHTS === SEED % NIGHTS)
    return isLong ? now : inTurn(ROUNDS, ROUNDS.length)
  }
  const [first = 0, last = first] = CHOSEN
  return ROUNDS.slice(first, last + 1)
}

test(
  'kill -9 of two services that buy: each paid unit is delivered once, and no other unit',
  { timeout: TIMEOUT_MS },
  async ({ annotate }) => {
    const server = await FailingServer.start()
    let run: PurchaseRun | undefined
    try {
      run = await PurchaseRun.start(server)
      for (const round of chosenRounds()) {
        await round.run(run).catch((error: unknown) => {
          throw new Error(round.name, { cause: error })
        })
      }
      await run.end()
      await annotate(run.figures)
    } finally {
      await run?.close()
      await server.close()
    }
  },
)
