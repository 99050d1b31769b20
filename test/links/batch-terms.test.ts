import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readPercentText } from '../../src/core/mod.ts'
import { decisiveFees, highestFees } from '../../src/links/batch-terms.ts'

const fee = fc.record({
  percent: fc.integer({ min: -9_999, max: 9_999 }).map((value) => readPercentText(String(value))),
  feesMinor: fc.bigInt({ min: 0n, max: 20n }),
})

test('the fees that are left set aside as much as all of them', () => {
  fc.assert(
    fc.property(fc.array(fee), fc.bigInt({ min: 0n, max: 10_000n }), (fees, amount) => {
      expect(highestFees(decisiveFees(fees), amount)).toBe(highestFees(fees, amount))
    }),
  )
})

test('a catalog with many discounts, and the same fee for all, has one fee left', () => {
  const fees = Array.from({ length: 500 }, (_, at) => ({
    percent: readPercentText(String(at)),
    feesMinor: 10n,
  }))
  expect(decisiveFees(fees)).toHaveLength(1)
})
