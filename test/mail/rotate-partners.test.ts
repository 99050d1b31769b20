import { expect, test } from 'vitest'
import { rotatePartners } from '../../src/mail/rotate-partners.ts'

test('the partner after the last one that was served is first, and that one is last', () => {
  expect(rotatePartners([1, 3, 5], 0)).toEqual([1, 3, 5])
  expect(rotatePartners([1, 3, 5], 1)).toEqual([3, 5, 1])
  expect(rotatePartners([1, 3, 5], 4)).toEqual([5, 1, 3])
  expect(rotatePartners([1, 3, 5], 5)).toEqual([1, 3, 5])
})
