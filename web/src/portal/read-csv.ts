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

/** Returns the records of a file, the header first; undefined if the text is not CSV. */
export function readCsv(text: string): readonly CsvLine[] | undefined {
  const found: CsvLine[] = []
  try {
    parse(text, {
      bom: true,
      delimiter: [',', ';', '\t'],
      relax_column_count: true,
      skip_empty_lines: true,
      trim: true,
      // The option `info` would make an object of twelve members for each record.
      on_record: (record: string[], { lines }) => {
        found.push({ record, line: lines })
        return null
      },
    })
    return found
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
 * True for an amount in a file. It has a decimal point in every language, and no groups of digits.
 * False if it has more decimals than the currency: some people write a thousand as `1.000`.
 */
export function isAmount(text: string, currency: string): boolean {
  const match = /^\d{1,15}(?:\.(\d+))?$/.exec(text)
  return match !== null && (match[1] ?? '').length <= decimalsOf(currency)
}
