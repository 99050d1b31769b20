import { test } from 'vitest'
import type { Act } from '../oracle/acts.ts'
import { FastWorld } from './fast/fast-world.ts'
import { PARTNERS } from './histories.ts'
import { runHistory } from './run-history.ts'

/** Histories that failed once, or whose fault was planted, as they were shrunk. */
async function agree(acts: readonly Act[]): Promise<void> {
  await runHistory(acts, new FastWorld(PARTNERS), PARTNERS)
}

test('a top-up that may arrive stays owed while its order waits for funds', () =>
  agree([
    { act: 'deposit', partner: 0, code: 'JPY', amount: 1_000, key: 1 },
    {
      act: 'place',
      partner: 0,
      code: 'JPY',
      lines: [[2, 5, 1]],
      key: 1,
      once: undefined,
      quote: undefined,
      by: 0,
    },
    { act: 'lease', partner: 0, at: 0 },
    { act: 'reverse', partner: 0, code: 'JPY', amount: 900, key: 1 },
    { act: 'answer', partner: 0, at: 0, outcome: 'issued' },
  ]))
