import { invalidField, isFault, parseRateText, wireRate } from '../core/mod.ts'
import { csvLines, type CsvLine } from '../csv/mod.ts'
import type { Rate } from './rate.ts'
import { sheetOf, type RateSheet } from './rate-sheet.ts'
import { readRates, type RateInput } from './record-rates.ts'

const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]

/** True if the text is the ECB's table and not from,to,rate. */
export function isEcbCsv(text: string): boolean {
  return /^\s*"?date"?\s*,/i.test(text)
}

/**
 * Reads the European Central Bank's eurofxref.csv: a header of currencies, and one day of prices of
 * the euro below it, N/A if there is none. Refuses invalid_request, naming the line.
 */
export function readEcbCsv(text: string): RateSheet {
  const [header, row, another] = csvLines(text)
  if (header?.fields[0]?.toLowerCase() !== 'date') {
    throw invalidField('line 1', 'must begin with Date, as the table of the ECB does')
  }
  if (!row) throw invalidField('file', 'has no rates')
  if (another) throw invalidField(`line ${another.line}`, 'must not begin another day')
  const where = `line ${row.line}`
  const codes = withoutLastComma(header.fields).slice(1)
  const [day = '', ...rates] = withoutLastComma(row.fields)
  if (rates.length !== codes.length) {
    throw invalidField(where, `must have ${codes.length} rates, as the header has`)
  }
  const quotes = codes.flatMap((code, at) => {
    const rate = rates[at] ?? ''
    return rate === 'N/A' ? [] : [{ code, rate, where: `${where}, ${code}` }]
  })
  return sheetOf(isoDay(day), quotes)
}

/** Reads `from,to,rate`, with or without that header. Refuses invalid_request, naming the line. */
export function readPairsCsv(text: string): Rate[] {
  const lines = csvLines(text)
  const hasHeader = lines[0]?.fields.join().toLowerCase() === 'from,to,rate'
  const rows = hasHeader ? lines.slice(1) : lines
  return readRates(rows.map(pairOf), (at, name) => `line ${rows[at]?.line}, ${name}`)
}

function pairOf({ line, fields }: CsvLine): RateInput {
  const [from, to, decimal] = fields
  if (from === undefined || to === undefined || decimal === undefined || fields.length > 3) {
    throw invalidField(`line ${line}`, 'must be from,to,rate')
  }
  const rate = parseRateText(decimal)
  if (isFault(rate)) throw invalidField(`line ${line}, rate`, rate.fault)
  return { from, to, rate: wireRate(rate) }
}

/** The ECB ends each line with a comma. */
function withoutLastComma(fields: readonly string[]): readonly string[] {
  return fields.at(-1) === '' ? fields.slice(0, -1) : fields
}

/** Converts `2 October 2026` to `2026-10-02`, and returns other text as it is. */
function isoDay(text: string): string {
  const [, day = '', name = '', year = ''] = /^(\d{1,2}) ([A-Za-z]+) (\d{4})$/.exec(text) ?? []
  const month = MONTHS.findIndex((one) => one.toLowerCase() === name.toLowerCase()) + 1
  if (month === 0) return text
  return `${year}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
}
