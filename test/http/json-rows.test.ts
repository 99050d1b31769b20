import { expect, test } from 'vitest'
import { splitRows } from '../../src/http/bodies/json-rows.ts'

/** Puts a body together again from its parts; undefined if they are not JSON. */
async function rejoined(text: string): Promise<unknown> {
  const split = await splitRows(Buffer.from(text), 'rows')
  if (!split) return 'no rows'
  try {
    const rows = [...split.slices].flatMap(({ text: part, count }) => {
      const { rows: some } = JSON.parse(part.toString()) as { rows: unknown[] }
      if (some.length !== count) throw new SyntaxError('another number of rows')
      return some
    })
    return { ...(JSON.parse(split.head.toString()) as object), rows }
  } catch {
    return undefined
  }
}

const MANY = Array.from({ length: 1_234 }, (_, at) => ({
  name: `"${at}" \\ [,]{}:`,
  rows: [at, { rows: [] }],
}))

test.each([
  ['many rows, with every bracket in their texts', JSON.stringify({ a: [1], rows: MANY, z: {} })],
  ['white space everywhere', JSON.stringify({ rows: MANY.slice(0, 300), b: 'rows' }, null, 2)],
  ['a text that ends with a backslash', String.raw`{"a":"\\","rows":[{"b":"\\\""}],"c":"\""}`],
  ['rows of every kind', '{"rows":[1,"two",[3],{"four":4},null,true]}'],
  ['the name of the field as a value, and deeper', '{"a":"rows","b":{"rows":[1]},"rows":[2]}'],
])('%s: the parts have what the whole body has', async (_, text) => {
  expect(await rejoined(text)).toEqual(JSON.parse(text))
})

test.each([
  '{"rows":[1,]}',
  `{"rows":[${'1,'.repeat(250)}]}`,
  '{"rows":[,1]}',
  '{"rows":[1,,2]}',
  '{"rows":[{"a":1]}',
  '{"rows":[[1}]}',
  '{"rows":[1]',
  '{"rows":[1]}}',
  '{"rows":[1] "b":2}',
])('a part of what is not JSON is not JSON either: %s', async (text) => {
  expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
  expect(typeof (await rejoined(text))).not.toBe('object')
})

test.each(['{"rows":["1]}', '{"rows":['])('rows that do not end are refused: %s', (text) =>
  expect(rejoined(text)).rejects.toThrow('is not valid JSON'),
)

test('a field that is given twice is refused, and one without rows is left to others', async () => {
  await expect(rejoined('{"rows":[1],"rows":[2]}')).rejects.toThrow('rows')
  expect(await rejoined('{"rows":{"a":1}}')).toBe('no rows')
  expect(await rejoined('{"rows":[ ]}')).toBe('no rows')
  expect(await rejoined('[{"rows":[1]}]')).toBe('no rows')
})
