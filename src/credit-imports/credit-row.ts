import {
  AMOUNT_MINOR_MAX,
  checkText,
  findCurrency,
  metadataFault,
  minorUnits,
  normalizeEmail,
  orderedMetadata,
  parseNumericId,
  readLine,
  Refusal,
  type Currency,
  type Metadata,
  type MinorUnits,
} from '../core/mod.ts'
import { fieldAt, widthFault, type CsvColumns, type CsvHeader } from '../csv/mod.ts'
import type { CsvRecord } from '../csv/mod.ts'

export const CREDIT_COLUMNS = {
  all: ['email', 'consumerId', 'fullName', 'amount', 'currency', 'reference', 'description'],
  required: ['amount', 'currency', 'reference'],
  labels: 'metadata.',
} as const satisfies CsvColumns<string>
type Column = (typeof CREDIT_COLUMNS.all)[number]

/** Why a row cannot be credited. */
export interface RowError {
  /** The line of the file on which the row begins; the header is line 1. */
  readonly line: number
  /** The column; empty if the error concerns several. */
  readonly field: string
  readonly message: string
}

/** A credit as a row of a file has it. */
export interface CreditRow {
  readonly line: number
  /** Exactly one of `email` and `consumerId` is set. */
  readonly email?: string | undefined
  readonly consumerId?: number | undefined
  /** Empty if the file has none. */
  readonly fullName: string
  readonly currency: Currency
  readonly amountMinor: MinorUnits
  /** The reference of the row, without that of the file. */
  readonly reference: string
  readonly description: string | undefined
  /** The labels that are not empty; undefined if there are none. */
  readonly metadata?: Metadata | undefined
}

const REFERENCE_LENGTH_MAX = 150
const DESCRIPTION_LENGTH_MAX = 1_000
const FULL_NAME_LENGTH_MAX = 200
/** The character that the reader returns in place of bytes that are not UTF-8. */
const NOT_UTF_8 = '\uFFFD'

/** Returns the row, or all its errors. */
export function readRow(
  header: CsvHeader<Column>,
  { line, fields }: CsvRecord,
): { readonly row?: CreditRow; readonly errors: readonly RowError[] } {
  const width = widthFault(header, fields)
  if (width !== undefined) return { errors: [{ line, field: '', message: width }] }
  const errors: RowError[] = []
  const add = (field: string, message: string): undefined =>
    void errors.push({ line, field, message })
  const text = (column: Column): string => {
    const value = fieldAt(fields, header.at[column]).trim()
    if (value.includes(NOT_UTF_8)) add(column, 'is not UTF-8')
    return value
  }
  const read = <T>(column: Column, work: (value: string) => T): T | undefined => {
    try {
      return work(text(column))
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      return add(column, error.extras.details?.[0]?.message ?? error.message)
    }
  }
  const consumer = readConsumer(read, add)
  const currency = findCurrency(text('currency'))
  if (!currency) add('currency', 'must be an active ISO 4217 code')
  const amount = currency && readAmount(text('amount'), currency)
  if (typeof amount === 'string') add('amount', amount)
  const reference = read('reference', (value) => readLine('reference', value, REFERENCE_LENGTH_MAX))
  const description = read('description', (value) => {
    checkText('description', value, DESCRIPTION_LENGTH_MAX)
    return value
  })
  const fullName = read('fullName', (value) =>
    value === '' ? '' : readLine('fullName', value, FULL_NAME_LENGTH_MAX),
  )
  const metadata = readLabels(header, fields, add)
  if (errors.length > 0 || !currency || typeof amount !== 'bigint') return { errors }
  const row = {
    line,
    email: consumer.email,
    consumerId: consumer.consumerId,
    fullName: fullName ?? '',
    currency,
    amountMinor: amount,
    reference: reference ?? '',
    description: description === '' ? undefined : description,
    metadata,
  }
  return { row, errors }
}

function readLabels(
  { labels }: CsvHeader<Column>,
  fields: readonly string[],
  add: (field: string, message: string) => undefined,
): Metadata | undefined {
  if (labels.size === 0) return undefined
  const entries = Array.from(labels, ([key, at]) => [key, fieldAt(fields, at).trim()] as const)
  const metadata = Object.fromEntries(entries.filter(([, value]) => value !== ''))
  const fault = entries.some(([, value]) => value.includes(NOT_UTF_8))
    ? 'is not UTF-8'
    : metadataFault(metadata)
  if (fault !== undefined) return add('metadata', fault)
  return Object.keys(metadata).length === 0 ? undefined : orderedMetadata(metadata)
}

function readConsumer(
  read: <T>(column: Column, work: (value: string) => T) => T | undefined,
  add: (field: string, message: string) => undefined,
): Pick<CreditRow, 'email' | 'consumerId'> {
  const id = read('consumerId', (value) => value)
  const email = read('email', (value) => (value === '' ? '' : normalizeEmail(value)))
  if (id === undefined || email === undefined) return {}
  if (id === '' && email !== '') return { email }
  if (email !== '') add('consumerId', 'must be empty beside an email')
  else if (id === '') add('email', 'or consumerId must be given')
  else {
    const consumerId = parseNumericId(id)
    if (consumerId !== undefined) return { consumerId }
    add('consumerId', 'must be the id of a consumer')
  }
  return {}
}

/** Returns exact minor units, or why the text is not an amount. */
function readAmount(text: string, { code, exponent }: Currency): MinorUnits | string {
  if (text.startsWith('-')) return 'must not be negative'
  const [whole = '', fraction = ''] = text.split('.')
  if (!/^\d{1,15}(?:\.\d{1,15})?$/.test(text)) return 'must be an amount such as 25 or 12.50'
  if (fraction.length > exponent) return `must have at most ${exponent} decimals for ${code}`
  const minor = BigInt(whole + fraction.padEnd(exponent, '0'))
  if (minor === 0n) return 'must be greater than 0'
  return minor > AMOUNT_MINOR_MAX ? 'is too large' : minorUnits(minor)
}
