import { beforeEach } from 'vitest'
import { lengthenPauses } from '../../src/core/mod.ts'
import { hurryPolls } from './eventually.ts'

/** What services look for at their leisure is rarely what a test waits for. */
const PAUSES_TIMES = 5

hurryPolls()
// A test of pauses sets its own.
beforeEach(() => lengthenPauses(PAUSES_TIMES))
