import { expect, test } from 'vitest'
import { csvCell, csvField } from '../../src/core/mod.ts'

test.each([
  ['=HYPERLINK("http://example.com","x")', `"'=HYPERLINK(""http://example.com"",""x"")"`],
  ['+1+cmd', `"'+1+cmd"`],
  ['-1+1', `"'-1+1"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['\tx', `"'\tx"`],
  ['\rx', `"'\rx"`],
  ['＝1+1', `"'＝1+1"`],
])('a CSV of people shows %j as text', (text, cell) => {
  expect(csvCell(text)).toBe(cell)
})

test.each(['-12.50', '+49', '12', 'wire 1', '', 'a-b', "O'Neill"])(
  'a CSV of people has %j as it is',
  (text) => {
    expect(csvCell(text)).toBe(text)
  },
)

test('a CSV of codes is never altered', () => {
  expect(csvField('=1')).toBe('=1')
  expect(csvField('=1,"2"')).toBe('"=1,""2"""')
})
