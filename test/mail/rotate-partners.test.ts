import { expect, test } from 'vitest'
import { rotatePartners } from '../../src/mail/rotate-partners.ts'

test('the partner that was served last is last, and the one after it is first', () => {
  expect(rotatePartners([1, 3, 5], 0)).toEqual([1, 3, 5])
  expect(rotatePartners([1, 3, 5], 1)).toEqual([3, 5, 1])
  expect(rotatePartners([1, 3, 5], 4)).toEqual([5, 1, 3])
  expect(rotatePartners([1, 3, 5], 5)).toEqual([1, 3, 5])
})
