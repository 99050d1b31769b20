import { beforeEach } from 'vitest'
import { lengthenPauses } from '../../src/core/mod.ts'
import { hurryPolls, PAUSES_TIMES } from './eventually.ts'

hurryPolls()
// A test of pauses sets its own factor.
beforeEach(() => lengthenPauses(PAUSES_TIMES))
