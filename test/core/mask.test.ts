import { expect, test } from 'vitest'
import { maskName, maskText } from '../../src/core/mod.ts'

test.each([
  ['+15551234567', '***4567'],
  ['ann@example.com', 'a***@example.com'],
  ['123', '***3'],
  ['1', '***'],
  ['', '***'],
  ['@handle', '***dle'],
])('maskText: %s is shown as %s', (text, masked) => {
  expect(maskText(text)).toBe(masked)
})

test('maskName: initials only', () => {
  expect(maskName('Ann  von Lee')).toBe('A*** v*** L***')
})
