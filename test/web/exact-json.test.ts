import { expect, test } from 'vitest'
import { parseExact } from '../../web/src/api/exact-json.ts'
import { money, type Decimal } from '../../web/src/format/format.ts'
import { sumOf } from '../../web/src/format/sum.ts'
import { storedCurrency } from '../../src/core/mod.ts'
import { exactJson, wireSum } from '../../src/http/bodies/exact-json.ts'

const USD = storedCurrency('USD')
const LONG = '9007199254740993.17'

test.each([
  ['9007199254740993.17', 900_719_925_474_099_317n],
  ['-9007199254740993.17', -900_719_925_474_099_317n],
  ['123456789012345678901.01', 12_345_678_901_234_567_890_101n],
])('the sum %s keeps its digits from minor units to the page', (text, minor) => {
  const sent = exactJson({
    data: [{ posted: wireSum(minor, USD), note: 'n "0" 1234567890.123456' }],
  })
  expect(sent).toContain(`"posted":${text},`)

  const { data } = parseExact(sent) as { data: [{ posted: Decimal; note: string }] }

  expect(data[0].posted).toBe(text)
  expect(data[0].note).toBe('n "0" 1234567890.123456')
  const shown = money(data[0].posted, 'USD').replaceAll(/[^\d.\u2212]/g, '')
  expect(shown.replace('\u2212', '-')).toBe(text)
})

test('a number that a double holds is a number', () => {
  const texts = ['0', '-1.5', '9999999999999.99', '1e21', '{"a":[1,2.25,true,null]}']
  for (const text of texts) expect(parseExact(text)).toEqual(JSON.parse(text))
  expect(parseExact('[1234567890123456]')).toEqual([1_234_567_890_123_456])
  expect(wireSum(999_999_999_999_999n, USD)).toBe(9_999_999_999_999.99)
})

test('digits in texts stay as they are', () => {
  const value = {
    id: '12345678901234567890',
    'k"9007199254740993.17': 'a\\',
    path: '\\"1234567890.1234567',
  }
  expect(parseExact(JSON.stringify(value))).toEqual(value)
})

test('sums of amounts lose no digit', () => {
  expect(sumOf([LONG as Decimal, 0.01, -1])).toBe('9007199254740992.18')
  expect(sumOf([0.1, 0.2])).toBe('0.3')
  expect(sumOf([1, -1.005])).toBe('-0.005')
  expect(sumOf([])).toBe('0')
})
