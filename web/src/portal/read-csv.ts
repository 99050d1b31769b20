import { parse } from 'csv-parse/browser/esm/sync'
import { decimalsOf } from '../format/currency-decimals.ts'

/** A fault of a line of a file; without a line, of the whole file. */
export interface FileFault {
  readonly line: number | undefined
  readonly message: string
}

/** A record of a file, and the line on which it ends. */
export interface CsvLine {
  readonly record: readonly string[]
  readonly line: number
}

/** Returns the records of a file, the header first; undefined for what is not CSV. */
export function readCsv(text: string): readonly CsvLine[] | undefined {
  try {
    // Its type does not know what `info` adds.
    const all: unknown = parse(text, {
      bom: true,
      info: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
    })
    const read = all as readonly { record: string[]; info: { lines: number } }[]
    return read.map(({ record, info }) => ({ record, line: info.lines }))
  } catch {
    return undefined
  }
}

/** Returns the values of a record by the columns of its file. */
export function valuesOf(
  columns: readonly string[],
  record: readonly string[],
): Readonly<Record<string, string>> {
  return Object.fromEntries(columns.map((name, at) => [name, (record[at] ?? '').trim()]))
}

/**
 * True for an amount in a file: with a decimal point in every language, without groups of digits.
 * More decimals than the currency has are none: `1.000` US dollars are a thousand to some.
 */
export function isAmount(text: string, currency: string): boolean {
  const found = /^\d{1,15}(?:\.(\d+))?$/.exec(text)
  return found !== null && (found[1] ?? '').length <= decimalsOf(currency)
}
