import { expect, test } from 'vitest'
import { changeOf } from '../../web/src/format/change.ts'

test.each([
  [129, 100, '+29%'],
  ['71.00', '100.0', '-29%'],
  ['-5.00', '-10.00', '+50%'],
  [-5, 10, '-150%'],
  [100, '100.00', '0%'],
  ['90071992547409930.25', '90071992547409930.00', '0%'],
  [0.3, 0.1, '+200%'],
] as const)('%s after %s is a change of %s', (now, before, change) => {
  expect(changeOf(now, before)).toBe(change.replace('-', '\u2212'))
})

test('nothing is a share of zero', () => {
  expect(changeOf(5, '0.00')).toBeUndefined()
})
