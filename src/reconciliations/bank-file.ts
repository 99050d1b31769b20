import {
  AMOUNT_MINOR_MAX,
  findStoredCurrency,
  invalidField,
  invalidFields,
  invalidParameter,
  minorUnits,
  type Currency,
  type FieldFault,
  type MinorUnits,
} from '../core/mod.ts'
import { csvLines } from '../csv/mod.ts'

/** The columns to read, and the form of the amounts. */
export interface FileColumns {
  /** The headings of the columns. */
  readonly reference: string
  readonly amount: string
  /** Undefined: the column `currency`, if the file has one. */
  readonly currency: string | undefined
  readonly decimalMark: DecimalMark
  /** True if the amounts in the file have the opposite sign. */
  readonly isNegated: boolean
}

export const DECIMAL_MARKS = ['point', 'comma'] as const
export type DecimalMark = (typeof DECIMAL_MARKS)[number]

export interface FileLine {
  /** The first line of the file is 1. */
  readonly line: number
  /** Empty if the line has none. */
  readonly reference: string
  readonly currency: Currency
  readonly amountMinor: MinorUnits
}

export interface BankFile {
  readonly lines: readonly FileLine[]
  /** Number of lines without an amount. */
  readonly skipped: number
}

const LINES_MAX = 50_000
const REFERENCE_LENGTH_MAX = 200
const DELIMITERS = [',', ';', '\t']

/**
 * Reads the CSV file of a bank or supplier: a heading, then a payment on each line. The delimiter
 * is the most frequent one in the heading. A line without a currency gets the given one. Refuses
 * invalid_request, naming each line.
 */
export function readBankFile(
  bytes: Uint8Array,
  columns: FileColumns,
  currency: Currency,
): BankFile {
  const file = decode(bytes)
  const [heading, ...records] = csvLines(file, { delimiter: delimiterOf(file) })
  if (!heading) throw invalidField('file', 'is empty')
  if (records.length > LINES_MAX) throw invalidField('file', `has more than ${LINES_MAX} lines`)
  const referenceAt = columnAt(heading.fields, 'referenceColumn', columns.reference)
  const amountAt = columnAt(heading.fields, 'amountColumn', columns.amount)
  const currencyAt = currencyColumnAt(heading.fields, columns.currency)
  const lines: FileLine[] = []
  const faults: FieldFault[] = []
  let total = 0n
  for (const { line, fields } of records) {
    const text = fields[amountAt] ?? ''
    if (text === '') continue
    const reference = fields[referenceAt] ?? ''
    const currencyOfRow = currencyOf(fields[currencyAt] ?? '', currency)
    const amount = currencyOfRow && parseSigned(text, columns.decimalMark, currencyOfRow)
    if (amount === undefined) {
      const message = 'must be an ISO 4217 code'
      faults.push({ field: `line ${line}, ${heading.fields[currencyAt]}`, message })
    } else if (typeof amount === 'string') {
      faults.push({ field: `line ${line}, ${columns.amount}`, message: amount })
    } else if (reference.length > REFERENCE_LENGTH_MAX || reference.includes('\0')) {
      const message = `must have at most ${REFERENCE_LENGTH_MAX} characters`
      faults.push({ field: `line ${line}, ${columns.reference}`, message })
    } else {
      const amountMinor = minorUnits(columns.isNegated ? -amount : amount)
      lines.push({ line, reference, currency: currencyOfRow ?? currency, amountMinor })
      total += amount < 0n ? -amount : amount
    }
  }
  if (faults.length > 0) throw invalidFields('invalid_request', faults)
  if (total > AMOUNT_MINOR_MAX) throw invalidField('file', 'has amounts that are too large')
  return { lines, skipped: records.length - lines.length }
}

/** Returns the currency of a line; undefined if the text is not a code. */
function currencyOf(text: string, usual: Currency): Currency | undefined {
  return text === '' ? usual : findStoredCurrency(text.toUpperCase())
}

/** Returns the index of the column of currencies; below 0 if the file has none. */
function currencyColumnAt(headings: readonly string[], name: string | undefined): number {
  if (name !== undefined) return columnAt(headings, 'currencyColumn', name)
  return headings.findIndex((heading) => heading.toLowerCase() === 'currency')
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw invalidField('file', 'must be UTF-8 text')
  }
}

function delimiterOf(text: string): string {
  const [heading = ''] = text.trimStart().split(/[\r\n]/, 1)
  const counts = DELIMITERS.map((mark) => heading.split(mark).length)
  return DELIMITERS[counts.indexOf(Math.max(...counts))] ?? ','
}

function columnAt(headings: readonly string[], field: string, name: string): number {
  const at = headings.indexOf(name)
  if (at < 0) {
    const names = headings.map((one) => JSON.stringify(one)).join(', ')
    throw invalidParameter(field, `must be a column of the file, which has ${names.slice(0, 500)}`)
  }
  if (headings.indexOf(name, at + 1) >= 0) {
    throw invalidParameter(field, 'must not stand twice in the heading of the file')
  }
  return at
}

/** Signed digits, with or without marks between thousands. */
const AMOUNTS: Readonly<Record<DecimalMark, RegExp>> = {
  point: /^([+-]?)(\d+|\d{1,3}(?:[, ']\d{3})+)(?:\.(\d+))?$/,
  comma: /^([+-]?)(\d+|\d{1,3}(?:[. ']\d{3})+)(?:,(\d+))?$/,
}

/** Returns exact minor units, or the reason why the text is not an amount. */
function parseSigned(text: string, mark: DecimalMark, currency: Currency): bigint | string {
  const [, sign, whole, fraction = ''] = AMOUNTS[mark].exec(text) ?? []
  if (whole === undefined) {
    return `must be an amount such as ${mark === 'point' ? '-1,234.50' : '-1.234,50'}`
  }
  const decimals = fraction.replace(/0+$/, '')
  if (decimals.length > currency.exponent) {
    return `must have at most ${currency.exponent} decimals for ${currency.code}`
  }
  const digits = whole.replaceAll(/\D/g, '') + decimals.padEnd(currency.exponent, '0')
  const amount = digits.length > 40 ? AMOUNT_MINOR_MAX + 1n : BigInt(digits)
  if (amount > AMOUNT_MINOR_MAX) return 'is too large'
  return sign === '-' ? -amount : amount
}
