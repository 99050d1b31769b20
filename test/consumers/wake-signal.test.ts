import { expect, test } from 'vitest'
import { createWakeSignal } from '../../src/consumers/wake-signal.ts'

/** Longer than any test may take. */
const LONG_MS = 2 ** 31 - 1

test('a signal ends the wait that runs, or the next one if none does', async () => {
  const signal = createWakeSignal()
  const woken: string[] = []

  const waiting = signal.wait(LONG_MS).then(() => woken.push('while it waits'))
  signal.ring()
  await waiting
  signal.ring()
  signal.ring()
  await signal.wait(LONG_MS).then(() => woken.push('before it waits'))
  await signal.wait(1).then(() => woken.push('after its time'))

  expect(woken).toEqual(['while it waits', 'before it waits', 'after its time'])
})
