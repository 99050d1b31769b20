import * as fc from 'fast-check'
import { afterAll, beforeAll, test } from 'vitest'
import { isLong } from '../support/length.ts'
import { SEED } from '../support/turns.ts'
import { openService, type RunningService } from '../support/service.ts'
import { BATCH_UNITS } from '../oracle/facts.ts'
import { histories } from './histories.ts'
import { HttpHistory, setRates } from './http-history.ts'

const RUNS = isLong ? 60 : 2
const ACTS_MAX = isLong ? 80 : 45

let service: RunningService

beforeAll(async () => {
  service = await openService({ settings: { batchUnits: BATCH_UNITS, rateLimit: 0 } })
  await setRates(service)
})
afterAll(() => service.end())

test('a service says over HTTP what the oracle says, after every act of any history', async () => {
  const drawn = fc.asyncProperty(histories(ACTS_MAX), async (acts) => {
    const history = await HttpHistory.begin(service)
    for (const act of acts) await history.take(act)
  })
  // Each attempt to shrink is a history of its own: the short form repeats the failed one only.
  await fc.assert(drawn, { numRuns: RUNS, seed: SEED, endOnFailure: !isLong })
})
