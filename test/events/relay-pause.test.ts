import { expect, test } from 'vitest'
import { pauseAfterRelay } from '../../src/events/relay-pause.ts'

test('relays take a tenth of the time while they find nothing, and half of it while they find events', () => {
  const idle = { hasFound: false, isFull: false }
  expect(pauseAfterRelay({ ...idle, tookMs: 2 })).toEqual({ leastMs: 250, moreMs: 0 })
  expect(pauseAfterRelay({ ...idle, tookMs: 50 })).toEqual({ leastMs: 250, moreMs: 200 })

  const busy = { hasFound: true, isFull: false }
  expect(pauseAfterRelay({ ...busy, tookMs: 50 })).toEqual({ leastMs: 100, moreMs: 0 })
  expect(pauseAfterRelay({ ...busy, tookMs: 250 })).toEqual({ leastMs: 250, moreMs: 0 })
})

test('a relay that could not take all events is followed by the next one at once', () => {
  expect(pauseAfterRelay({ tookMs: 250, hasFound: true, isFull: true })).toEqual({
    leastMs: 0,
    moreMs: 0,
  })
})

test('however long a relay took, the next one is at most a second away', () => {
  const slow = { tookMs: 6_000, isFull: false }
  expect(pauseAfterRelay({ ...slow, hasFound: false })).toEqual({ leastMs: 250, moreMs: 750 })
  expect(pauseAfterRelay({ ...slow, hasFound: true })).toEqual({ leastMs: 1_000, moreMs: 0 })
})
