import * as fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { isLong } from '../support/length.ts'
import { systemClock } from '../../src/core/mod.ts'
import { SEED } from '../support/turns.ts'
import { openService, type RunningService } from '../support/service.ts'
import { BATCH_UNITS } from '../oracle/facts.ts'
import { cardHistories } from './card-acts.ts'
import { CardHistory, MovedClock } from './card-history.ts'
import { histories } from './histories.ts'
import { HttpHistory, setRates } from './http-history.ts'

const clock = new MovedClock(systemClock)
const RUNS = isLong ? 60 : 2
/** After that time a failing history is not shrunk further. */
const SHRINK_MS_MAX = 100_000
const ACTS_MAX = isLong ? 80 : 45

let service: RunningService

beforeAll(async () => {
  service = await openService({ clock, settings: { batchUnits: BATCH_UNITS, rateLimit: 0 } })
  await setRates(service)
})
afterAll(() => service.end())

test('a service agrees over HTTP with the oracle after every act of any history', async () => {
  const drawn = fc.asyncProperty(histories(ACTS_MAX), async (acts) => {
    const history = await HttpHistory.begin(service)
    for (const act of acts) await history.take(act)
  })
  // Each attempt to shrink runs a whole history, so the short form only repeats the failed one.
  await fc.assert(drawn, { numRuns: RUNS, seed: SEED, endOnFailure: !isLong })
})

test('the responses to merchants agree with the oracle, also for simultaneous calls', async () => {
  const drawn = fc.asyncProperty(cardHistories(ACTS_MAX), async (steps) => {
    const history = await CardHistory.begin(service, clock)
    for (const step of steps) await history.take(step)
    expect(await history.differences()).toEqual([])
  })
  const shrunk = { endOnFailure: !isLong, interruptAfterTimeLimit: SHRINK_MS_MAX }
  await fc.assert(drawn, { numRuns: 2 * RUNS, seed: SEED, ...shrunk })
})
