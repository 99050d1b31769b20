import { expect, test } from 'vitest'
import { pauseAfterRelay } from '../../src/events/relay-pause.ts'

test('relays that find nothing take a tenth of the time, those that find events half of it', () => {
  const idle = { hasFound: false, isFull: false }
  expect(pauseAfterRelay({ ...idle, tookMs: 2 })).toBe(250)
  expect(pauseAfterRelay({ ...idle, tookMs: 50 })).toBe(450)

  const busy = { hasFound: true, isFull: false }
  expect(pauseAfterRelay({ ...busy, tookMs: 50 })).toBe(100)
  expect(pauseAfterRelay({ ...busy, tookMs: 250 })).toBe(250)
})

test('a relay that left something is followed by the next one at once', () => {
  expect(pauseAfterRelay({ tookMs: 250, hasFound: true, isFull: true })).toBe(0)
})
