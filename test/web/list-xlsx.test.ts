import { strFromU8, unzipSync } from 'fflate'
import { parser, type SAXParser } from 'sax'
import { expect, test } from 'vitest'
import { ListXlsx } from '../../web/src/components/list-xlsx.ts'

interface Cell {
  readonly place: string
  readonly type: string
  text: string
}

async function sheetOf(entries: readonly (readonly object[])[]): Promise<Cell[]> {
  const workbook = new ListXlsx()
  for (const page of entries) workbook.add(page)
  const files = unzipSync(new Uint8Array(await new Blob(await workbook.parts()).arrayBuffer()))
  for (const file of Object.values(files)) parser(true).write(strFromU8(file)).close()
  expect(Object.keys(files)).toContain('[Content_Types].xml')
  const cells: Cell[] = []
  const sheet = parser(true)
  const handlers: Partial<SAXParser> = {
    onopentag({ name, attributes }) {
      const { r: place = '', t: type = 'n' } = attributes as Readonly<Record<string, string>>
      if (name === 'c') cells.push({ place, type, text: '' })
    },
    ontext(text) {
      const last = cells.at(-1)
      if (last) last.text += text
    },
  }
  Object.assign(sheet, handlers)
  sheet.write(strFromU8(files['xl/worksheets/sheet1.xml'] ?? new Uint8Array())).close()
  return cells
}

const valuesOf = (cells: readonly Cell[], row: number): unknown[] =>
  cells
    .filter(({ place }) => new RegExp(`^[A-Z]+${row}$`).test(place))
    .map(({ place, type, text }) => [place, type, text])

test('a workbook has all fields of a list; amounts are numbers as long as a sheet keeps them', async () => {
  const cells = await sheetOf([
    [{ id: 1, amount: -1.5 }],
    [
      { id: 2, amount: 999_999_999_999.99, paid: true },
      { id: 3, amount: '9999999999999989', paid: false, more: 0.1 + 0.2 },
      { id: 4, amount: 1_000_000_000_000_000 },
    ],
  ])
  expect(valuesOf(cells, 1)).toEqual([
    ['A1', 'inlineStr', 'id'],
    ['B1', 'inlineStr', 'amount'],
    ['C1', 'inlineStr', 'paid'],
    ['D1', 'inlineStr', 'more'],
  ])
  expect(valuesOf(cells, 2)).toEqual([
    ['A2', 'n', '1'],
    ['B2', 'n', '-1.5'],
  ])
  expect(valuesOf(cells, 3)).toEqual([
    ['A3', 'n', '2'],
    ['B3', 'n', '999999999999.99'],
    ['C3', 'b', '1'],
  ])
  expect(valuesOf(cells, 4)).toEqual([
    ['A4', 'n', '3'],
    ['B4', 'inlineStr', '9999999999999989'],
    ['C4', 'b', '0'],
    ['D4', 'inlineStr', '0.30000000000000004'],
  ])
  expect(valuesOf(cells, 5)).toEqual([
    ['A5', 'n', '4'],
    ['B5', 'inlineStr', '1000000000000000'],
  ])
})

test.each([
  ['a formula', '=HYPERLINK("http://x","y")'],
  ['a command', '@SUM(1)'],
  ['markup', '</t></is></c><c><f>1+1</f></c>&amp;'],
  ['spaces', '  two  '],
  ['lines', 'a\nb'],
  ['what looks escaped', '_x0041_'],
  ['emoji', '🎁'],
])('%s is text in a cell', async (_of, name) => {
  const [cell] = (await sheetOf([[{ name }]])).filter(({ place }) => place === 'A2')
  expect(cell?.type).toBe('inlineStr')
  expect(cell?.text.replace('_x005F_', '_')).toBe(name)
})

test('characters that XML cannot have are replaced, and a text too long for a cell is cut', async () => {
  const cells = await sheetOf([[{ bad: 'a\0b\uD800c', long: 'x'.repeat(40_000) }]])
  const [bad, long] = cells.slice(2)
  expect(bad?.text).toBe('a\uFFFDb\uFFFDc')
  expect(long?.text).toHaveLength(32_767)
})

test('the columns after Z have two letters', async () => {
  const wide = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`field${at}`, at + 1]))
  const places = (await sheetOf([[wide]])).map(({ place }) => place)
  expect(places.slice(24, 30)).toEqual(['Y1', 'Z1', 'AA1', 'AB1', 'AC1', 'AD1'])
})
