import { errorMessage } from '../core/mod.ts'
import { parse } from 'csv-parse/sync'
import { currency, decimal } from './arguments.ts'
import { UsageFailure } from './failure.ts'
import { readFileOrStdin } from './sources.ts'
import type { Terminal } from './terminal.ts'

export interface GivenRate {
  readonly from: string
  readonly to: string
  readonly rate: number
}

/**
 * Reads rates from a CSV file, or `-` for the standard input: from, to, rate, with an optional
 * header.
 */
export async function readRatesFile(path: string, terminal: Terminal): Promise<GivenRate[]> {
  const bytes = await readFileOrStdin(path, terminal)
  const lines = recordsOf(path, bytes)
  const first = lines[0]?.map((field) => field.toLowerCase()).join()
  const rates = first === 'from,to,rate' ? lines.slice(1) : lines
  if (rates.length === 0) throw new UsageFailure(`${path} has no rate`)
  return rates.map((fields) => rateOf(path, fields))
}

function recordsOf(path: string, bytes: Buffer): string[][] {
  try {
    return parse(bytes, { bom: true, trim: true, skip_empty_lines: true, relax_column_count: true })
  } catch (error) {
    const reason = errorMessage(error)
    throw new UsageFailure(`${path} is not CSV: ${reason}`, { cause: error })
  }
}

function rateOf(path: string, fields: readonly string[]): GivenRate {
  const [from, to, rate] = fields
  if (from === undefined || to === undefined || rate === undefined || fields.length > 3) {
    throw new UsageFailure(`${path}: "${fields.join()}" is not from,to,rate`)
  }
  return { from: currency(from), to: currency(to), rate: decimal('rate', rate) }
}
