import { expect, test } from 'vitest'
import { parseDay, shownDay } from '../../web/src/format/day.ts'

test.each([
  ['en-US', '01/31/2026', '1/31/2026'],
  ['de-DE', '31.01.2026', '31.1.2026'],
  ['en-GB', '31/01/2026', '31-1-2026'],
  ['ja-JP', '2026/01/31', '2026/1/31'],
  ['ko-KR', '2026. 01. 31.', '2026.1.31'],
  ['bg-BG', '31.01.2026 г.', '31.1.2026'],
  ['ar-EG', '31\u200F/01\u200F/2026', '31/1/2026'],
  ['fa-IR', '2026/01/31', '2026/1/31'],
  ['th-TH', '31/01/2026', '31/1/2026'],
])('%s: 2026-01-31 is shown as %s, and read from it and from %s', (locale, shown, typed) => {
  expect(shownDay('2026-01-31', locale)).toBe(shown)
  expect(parseDay(shown, locale)).toBe('2026-01-31')
  expect(parseDay(typed, locale)).toBe('2026-01-31')
  expect(parseDay(' 2026-01-31 ', locale)).toBe('2026-01-31')
})

test.each([
  ['de-DE', '12/31/2026'],
  ['de-DE', '31.12.26'],
  ['de-DE', '30.02.2026'],
  ['de-DE', '31.12'],
  ['de-DE', 'gestern'],
  ['en-US', '31.12.2026'],
  ['en-US', '2026-13-01'],
])('%s: %s is not a day', (locale, text) => {
  expect(parseDay(text, locale)).toBeUndefined()
})
