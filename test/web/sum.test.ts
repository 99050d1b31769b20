import { expect, test } from 'vitest'
import { leftOf } from '../../web/src/format/sum.ts'

test('the balance after an amount is exact, and unknown until an amount above 0 is typed', () => {
  expect(leftOf(0.3, 0.1)).toBe('0.2')
  expect(leftOf(25.5, 30)).toBe('-4.5')
  for (const nothing of [undefined, '', '5', 0, -5, Number.NaN]) {
    expect(leftOf(25.5, nothing)).toBeUndefined()
  }
})
