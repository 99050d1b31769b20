import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type Code, decodeCodes, encodeCodes, rangeOfBlock } from '../../src/supply/mod.ts'

const plain: Code = {
  giftCardNumber: 'ABCD-1234',
  giftCardPin: '0042',
  barCodeNumber: '',
  redemptionUrl: 'https://shop.test/r/ABCD-1234',
}

/** A text of a code: anything on one line, often characters that CSV quotes. */
const field = fc
  .string({
    unit: fc.oneof(fc.constantFrom(',', '"', ' ', 'é', '漢'), fc.string({ unit: 'grapheme' })),
  })
  .filter((text) => !/[\p{Cc}\p{Cs}\u2028\u2029]/u.test(text))

const anyCode: fc.Arbitrary<Code> = fc.record({
  giftCardNumber: field,
  giftCardPin: field,
  barCodeNumber: field,
  redemptionUrl: field,
})

test('any codes are read back unchanged, and another CSV parser reads the same', () => {
  fc.assert(
    fc.property(fc.array(anyCode, { maxLength: 20 }), (codes) => {
      const block = encodeCodes(codes)

      expect(decodeCodes(block)).toEqual(codes)
      expect(parse(block)).toEqual(codes.map((code) => Object.values(code)))
    }),
  )
})

test('a part of a block is a block of the codes in it', () => {
  fc.assert(
    fc.property(fc.array(anyCode, { maxLength: 12 }), fc.nat(12), fc.nat(12), (codes, from, to) => {
      const skipped = Math.min(from, to, codes.length)
      const end = Math.min(Math.max(from, to), codes.length)
      const part = rangeOfBlock(encodeCodes(codes), { skipped, quantity: end - skipped })

      expect(part).toEqual(encodeCodes(codes.slice(skipped, end)))
    }),
  )
})

test('a block is one line per code, quoted only where it must be', () => {
  const awkward = { ...plain, giftCardNumber: 'a "b", c', giftCardPin: '' }

  expect(encodeCodes([plain, awkward]).toString().split('\n')).toEqual([
    'ABCD-1234,0042,,https://shop.test/r/ABCD-1234',
    '"a ""b"", c",,,https://shop.test/r/ABCD-1234',
  ])
})

test('quotes in the last field do not shift empty fields before it', () => {
  const codes = [{ giftCardNumber: '', giftCardPin: '', barCodeNumber: '"', redemptionUrl: '' }]

  expect(decodeCodes(encodeCodes(codes))).toEqual(codes)
})

test('a block without codes is empty', () => {
  expect(encodeCodes([])).toHaveLength(0)
  expect(decodeCodes(Buffer.alloc(0))).toEqual([])
})

test.each(['\n', '\r', '\0', '\u2028', '\ud800'])('%j in a code is a bug, not a line', (text) => {
  expect(() => encodeCodes([{ ...plain, giftCardPin: text }])).toThrow(/control characters/)
})
