import {
  dayText,
  findCurrency,
  invalidField,
  invalidParameter,
  type Currency,
} from '../core/mod.ts'
import type { Db } from '../db/mod.ts'
import { fundedCurrencies } from '../ledger/mod.ts'
import { readEcbXml } from './ecb-xml.ts'
import type { Rate } from './rate.ts'
import { catalogCurrencies } from './rate-rows.ts'
import { isEcbCsv, readEcbCsv, readPairsCsv } from './rates-csv.ts'
import { crossRates, type RateSheet } from './rate-sheet.ts'

export const RATE_FORMATS = ['ecb-xml', 'ecb-csv', 'csv'] as const
export type RateFormat = (typeof RATE_FORMATS)[number]

/** The rates of a file and their source. */
export interface RateFile {
  readonly format: RateFormat
  readonly rates: readonly Rate[]
  readonly source: string
  /** See RecordedRate. */
  readonly listDay: number | undefined
  /** The codes in the file that no active currency of ISO 4217 has. */
  readonly unknown: readonly string[]
}

export interface RateFileOptions {
  /** Undefined means that the format is detected. */
  readonly format: RateFormat | undefined
  /** The currencies to import from a list of the ECB. Undefined means those in use. */
  readonly currencies: readonly Currency[] | undefined
}

/**
 * Reads a file of rates. A list of the ECB becomes the rates between all selected currencies, both
 * ways. Refuses invalid_request, naming the line or `file`.
 */
export async function readRateFile(
  db: Db,
  bytes: Uint8Array,
  { format: requestedFormat, currencies }: RateFileOptions,
): Promise<RateFile> {
  const text = textOf(bytes)
  const format = requestedFormat ?? formatOf(text)
  if (format === 'csv') {
    if (currencies) throw invalidParameter('currencies', 'is for lists of the ECB only')
    return { format, rates: readPairsCsv(text), source: 'CSV', listDay: undefined, unknown: [] }
  }
  const sheet = format === 'ecb-xml' ? readEcbXml(text) : readEcbCsv(text)
  const rates = crossesOf(sheet, currencies ?? (await currenciesInUse(db)))
  const { day: listDay, unknown } = sheet
  return { format, rates, source: `ECB ${dayText(listDay)}`, listDay, unknown }
}

function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch (error) {
    if (error instanceof TypeError) throw invalidField('file', 'must be UTF-8')
    throw error
  }
}

function formatOf(text: string): RateFormat {
  if (text.trimStart().startsWith('<')) return 'ecb-xml'
  return isEcbCsv(text) ? 'ecb-csv' : 'csv'
}

function crossesOf(sheet: RateSheet, currencies: readonly Currency[]): Rate[] {
  const rates = crossRates(sheet, currencies)
  if (rates.length > 0) return rates
  throw invalidField(
    'file',
    'has rates for fewer than two of the requested currencies (by default, those in use)',
  )
}

/** Returns the listed currencies of products, of pairs with a rate, and of partners' funds. */
async function currenciesInUse(db: Db): Promise<Currency[]> {
  const all = new Set([...(await catalogCurrencies(db)), ...(await fundedCurrencies(db))])
  return [...all].toSorted().flatMap((code) => findCurrency(code) ?? [])
}
