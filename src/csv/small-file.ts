import { CsvError, parse, type Options } from 'csv-parse/sync'
import { invalidField } from '../core/mod.ts'

/** A record of a small file, and the line on which it ends. */
export interface CsvLine {
  readonly line: number
  readonly fields: readonly string[]
}

/**
 * Returns the records of a CSV file in memory. Fields are trimmed, blank lines are skipped, and
 * records may have any number of fields. Refuses invalid_request, naming the line of a misplaced
 * quote.
 */
export function csvLines(text: string, options: Pick<Options, 'delimiter'> = {}): CsvLine[] {
  const lines: CsvLine[] = []
  try {
    parse(text, {
      ...options,
      trim: true,
      skip_empty_lines: true,
      relax_column_count: true,
      on_record(fields: string[], { lines: line }) {
        lines.push({ line, fields })
        return null
      },
    })
    return lines
  } catch (error) {
    if (!(error instanceof CsvError)) throw error
    throw invalidField(`line ${Number(error['lines'])}`, 'has a misplaced quote')
  }
}
