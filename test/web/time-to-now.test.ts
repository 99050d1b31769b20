import { expect, test } from 'vitest'
import { timeToNow } from '../../web/src/format/format.ts'

const NOW = Date.parse('2026-11-29T20:00:00.000Z')

/** Returns what is shown for an instant so many milliseconds from now. */
function shown(ms: number): string {
  return timeToNow(new Date(NOW + ms).toISOString(), NOW)
}

test('within a day an instant is told by its distance, never rounded up; beyond that by its day', () => {
  expect([-59_999, 59_999].map(shown)).toEqual(['now', 'now'])
  expect([-60_000, 5_399_999].map(shown)).toEqual(['1 minute ago', 'in 1 hour'])
  expect(shown(-86_399_999)).toBe('23 hours ago')
  expect(shown(-86_400_000)).toMatch(/^Nov 28(?:, 2026)?, \d+:00/)
})
