import { expect, test } from 'vitest'
import { parseTransferId } from '../../src/ledger/mod.ts'

test('an id of a transfer names its partner and its number', () => {
  expect(parseTransferId('trf_7_12')).toEqual({ partnerId: 7, number: 12 })
  expect(parseTransferId('trf_1234567_123456789012345')).toEqual({
    partnerId: 1_234_567,
    number: 123_456_789_012_345,
  })
})

test.each([
  '',
  'trf_7',
  'trf_0_1',
  'trf_1_0',
  'trf_01_1',
  'trf_1_01',
  'trf_12345678_1',
  'trf_1_1234567890123456',
  'trf_a_1',
  'trf_1_a',
  'trf_1_1 ',
  ' trf_1_1',
  'ord_1_1',
])('%j is not a transfer id', (text) => {
  expect(parseTransferId(text)).toBeUndefined()
})
