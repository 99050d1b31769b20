import { expect, test } from 'vitest'
import { createWakeSignal } from '../../src/core/wake-signal.ts'

/** Longer than any test may take. */
const LONG_MS = 2 ** 31 - 1

test('a signal ends the current wait; without one, it ends the next wait', async () => {
  const signal = createWakeSignal()

  const waiting = signal.wait(LONG_MS)
  signal.ring()
  expect(await waiting).toBe(true)
  signal.ring()
  signal.ring()
  expect(await signal.wait(LONG_MS)).toBe(true)
  expect(await signal.wait(1)).toBe(false)
})
