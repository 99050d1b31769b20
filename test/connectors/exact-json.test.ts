import { parse } from 'lossless-json'
import { expect, test } from 'vitest'
import { parseExact } from '../../src/connectors/exact-json.ts'
import { Random } from '../faults/chaos-random.ts'

test('a number is read as the text that was sent', () => {
  const text =
    '{"code":98765432109876543210,"price":9.50000,"e":-1E+2,"in":"a: 7, \\"8\\": 9","l":[0,-0.0]}'

  expect(parseExact(text)).toEqual({
    code: '98765432109876543210',
    price: '9.50000',
    e: '-1E+2',
    in: 'a: 7, "8": 9',
    l: ['0', '-0.0'],
  })
})

test.each([
  ['a field twice with different values', '{"a":1,"b":{"c":1,"c":2}}'],
  ['a number as the name of a field', '{1:2}'],
  ['a number as a name beside a field that is there twice', '{1:2,"a":1,"a":1}'],
  ['a number with a leading zero', '{"a":01}'],
  ['two values', '1 2'],
  ['half a text', '{"a":"b'],
  ['a number in a text without an end', '"}\\0'],
  ['nothing', ''],
])('%s cannot be read', (_, text) => {
  expect(parseExact(text)).toBeUndefined()
})

test('a field twice with the same value can be read', () => {
  expect(parseExact('{"a":1,"a":1}')).toEqual({ a: '1' })
})

test('random texts are read as by a parser that goes character by character', () => {
  const random = new Random(20_261_130)
  const pieces = [
    '{',
    '}',
    '[',
    ']',
    ':',
    ',',
    '"a"',
    '"a":',
    '"\\"1"',
    '"\\\\"',
    '1',
    '-',
    '.5',
    '1.50',
  ]
  const more = [
    '1e5',
    'null',
    'true',
    ' ',
    '\n',
    '"',
    '\\',
    '0',
    '{"a":1}',
    '[1,"b"]',
    '"é"',
    '"\\u0031"',
  ]
  let readable = 0
  for (let round = 0; round < 4_000; round += 1) {
    const length = random.between(1, 7)
    const text = Array.from({ length }, () => random.pick([...pieces, ...more])).join('')
    const read = parseExact(text)
    expect({ text, read }).toEqual({ text, read: parseSlowly(text) })
    if (read !== undefined) readable += 1
  }
  expect(readable).toBeGreaterThan(100)
})

function parseSlowly(text: string): unknown {
  try {
    return parse(text, undefined, (digits) => digits)
  } catch {
    return undefined
  }
}
