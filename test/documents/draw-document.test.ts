import { expect, test } from 'vitest'
import { drawDocument } from '../../src/documents/draw-document.ts'
import { groupedAmount } from '../../src/documents/mod.ts'
import type { PrintedDocument } from '../../src/documents/mod.ts'
import { AMOUNT_MINOR_MAX, findCurrency } from '../../src/core/mod.ts'
import { visualOrder } from '../../src/documents/visual-order.ts'
import { pdfPages } from '../support/pdf-text.ts'

const USD = findCurrency('USD') ?? expect.unreachable()
const KWD = findCurrency('KWD') ?? expect.unreachable()
const JPY = findCurrency('JPY') ?? expect.unreachable()

function aDocument(changes: Partial<PrintedDocument> = {}): PrintedDocument {
  return {
    title: 'Statement of funds',
    number: 'ST-1-USD-20260101-20260201',
    issuer: { role: 'From', name: 'Example Vouchers GmbH', lines: ['Address: not stated'] },
    recipient: { role: 'For', name: 'Acme', lines: [] },
    facts: [['Currency', 'USD']],
    tables: [],
    notes: [],
    printedAtMs: Date.UTC(2026, 1, 1),
    ...changes,
  }
}

function tableOf(rows: readonly (readonly string[])[]): PrintedDocument['tables'] {
  const columns = [
    { label: 'Reference', width: 3 },
    { label: 'Amount', width: 2, isNumber: true },
  ]
  return [{ title: 'Movements', columns, rows }]
}

test('names are printed in Latin, Greek, Cyrillic, and with signs of currencies', async () => {
  const names = ['Müller & Söhne', 'Ελληνικά', 'Кириллица', '€ £ ¥ ₹ ₽ ₺ ₪ ₴']
  const [page] = await pdfPages(await drawDocument(aDocument({ tables: tableOf(names.map(cell)) })))
  for (const name of names) expect(page).toContain(name)
})

test.each([
  ['شركة المثال', 'المثال| |شركة'],
  ['Acme شركة المثال (12.50) Ltd', 'Acme |(|12.50|)| |المثال| |شركة| Ltd'],
  ['شركة المثال ش.م.', '.|م|.|ش| |المثال| |شركة'],
  ['(שלום 42)', '(|42| |שלום|)'],
  ['Acme (Berlin) 42', 'Acme (Berlin) 42'],
])('the words of %s are drawn in the sequence %s', (line, pieces) => {
  expect(visualOrder(line).join('|')).toBe(pieces)
})

test.each([
  ['without an end', 'x'.repeat(100_000)],
  ['with words without an end', 'word '.repeat(10_000)],
  ['that turns the direction', 'abc\u202Egpj.exe\u2066'],
  ['from right to left', 'שלום עולם شركة ١٢٣'],
  ['of emoji', '🎁👩‍👩‍👧🇩🇪'],
  ['that no font has', '漢字かな𠀀\u{10FFFF}'],
  ['with controls', 'a\0b\u0007c\r\nd\u2028e'],
  ['of half a character', '\uD83D'],
  ['of combining marks', `e${'\u0301'.repeat(300)}`],
  ['of nothing', ' \u200B '],
])('a name %s is printed on the page, and harms nothing beside it', async (_of, name) => {
  const of = { role: 'For', name, lines: [name] }
  const document = aDocument({
    recipient: of,
    tables: tableOf([cell(name), cell('after')]),
    notes: [name, 'the end'],
  })
  const pages = await pdfPages(await drawDocument(document))
  expect(pages.length).toBeLessThanOrEqual(2)
  const text = pages.join('\n')
  for (const part of ['Example Vouchers GmbH', 'after', '12.50', 'the end']) {
    expect(text).toContain(part)
  }
  expect(text).not.toMatch(/[\p{Cf}\p{Cs}]/u)
})

function cell(text: string): string[] {
  return [text, '12.50']
}

test('each page has the head of the table and its own number, and no row is lost', async () => {
  const rows = Array.from({ length: 200 }, (_, at) => cell(`row-${at}-`))
  const pages = await pdfPages(await drawDocument(aDocument({ tables: tableOf(rows) })))
  expect(pages.length).toBeGreaterThan(3)
  for (const [at, page] of pages.entries()) {
    expect(page).toContain('Reference')
    expect(page).toContain(`Page ${at + 1} of ${pages.length}`)
  }
  const text = pages.join()
  for (const [row = ''] of rows) expect(text.split(row)).toHaveLength(2)
})

test('a number that does not fit fails the document, because a cut number would be wrong', async () => {
  const tables = tableOf([['a', '9'.repeat(80)]])
  await expect(drawDocument(aDocument({ tables }))).rejects.toThrow('no room')
})

test('amounts are grouped exactly, with the decimals of their currency', () => {
  expect(groupedAmount(-123_456_789n, USD)).toBe('\u22121,234,567.89')
  expect(groupedAmount(5n, KWD)).toBe('0.005')
  expect(groupedAmount(-1_000n, JPY)).toBe('\u22121,000')
  expect(groupedAmount(AMOUNT_MINOR_MAX, USD)).toBe('9,999,999,999,999.99')
  expect(groupedAmount(999n, USD)).toBe('9.99')
})
