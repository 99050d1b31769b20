import { beforeEach } from 'vitest'
import { lengthenPauses } from '../../src/core/mod.ts'
import { hurryPolls } from './eventually.ts'

/** Makes the pauses of services this many times longer: tests rarely wait for a regular poll. */
const PAUSES_TIMES = 5

hurryPolls()
// A test of pauses sets its own factor.
beforeEach(() => lengthenPauses(PAUSES_TIMES))
