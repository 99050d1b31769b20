import { expect, test } from 'vitest'
import { findDisagreement } from '../check-histories.ts'
import { PARTNERS } from '../acts.ts'
import { FastWorld } from '../fast/fast-world.ts'

/**
 * So many histories reach each rare state, as `npm run test:long` checks. A mutant that is noticed
 * ends the run at once.
 */
const RUNS = 400
const SEED = 1
/** A slow machine must not count as a mutant that was found; Stryker ends those that hang. */
const MS_MAX = 600_000

// `npm run test:mutation histories` runs it alone against each mutant of the deciders.
test(
  'the oracle disagrees with a decider that has changed',
  async () => {
    const drawn = { name: 'mutants', seed: SEED, runs: RUNS, actsMax: 120, isShrunk: false }
    const failure = await findDisagreement({ ...drawn, open: () => new FastWorld(PARTNERS) })
    expect(failure).toBeUndefined()
  },
  MS_MAX,
)
