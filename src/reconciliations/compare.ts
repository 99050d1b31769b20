import { groupBy, minorUnits, type Currency, type MinorUnits } from '../core/mod.ts'
import type { FileLine } from './bank-file.ts'

export const ITEM_STATUSES = [
  'missing_here',
  'missing_there',
  'different_currency',
  'different_amount',
  'matched',
] as const
export type ItemStatus = (typeof ITEM_STATUSES)[number]

/** A deposit, reversal or purchase. */
export interface BookedRecord {
  /** Shown to operators: the id of a transaction or order. */
  readonly id: string
  /** The references by which a line of the file may name the record, the usual one first. */
  readonly references: readonly string[]
  readonly currency: Currency
  readonly amountMinor: MinorUnits
  /**
   * True if the file must have the record. Otherwise the record only explains a line that names it.
   */
  readonly isExpected: boolean
}

/** The lines of the file and the records of the books that have one reference. */
export interface ReconciledItem {
  readonly status: ItemStatus
  readonly reference: string
  /** The sum of the lines; undefined if the file has none. */
  readonly fileMinor: MinorUnits | undefined
  readonly fileLines: number
  readonly firstLine: number | undefined
  /** The sum of the records; undefined if there is none. */
  readonly bookedMinor: MinorUnits | undefined
  /** The currencies of the two sums. */
  readonly fileCurrency: Currency
  readonly bookedCurrency: Currency
  readonly records: readonly string[]
}

/**
 * Compares lines with records by reference and currency. Lines and records of one reference are
 * added up, so a payment that is twice in the file shows as a different amount. Lines without a
 * reference are one item. Lines or records in another currency than `currency` match nothing: their
 * item is `different_currency`. Returns the items in the order of ITEM_STATUSES, then by line.
 */
export function compareWithFile(
  lines: readonly FileLine[],
  booked: readonly BookedRecord[],
  currency: Currency,
): ReconciledItem[] {
  const inFile = groupBy(lines, ({ reference }) => reference)
  const here = groupBy(booked, ({ references: [usual = '', ...others] }) => {
    return [usual, ...others].find((one) => one !== '' && inFile.has(one)) ?? usual
  })
  const items: ReconciledItem[] = []
  for (const reference of new Set([...inFile.keys(), ...here.keys()])) {
    const linesOfReference = inFile.get(reference) ?? []
    const records = reference === '' ? [] : (here.get(reference) ?? [])
    if (linesOfReference.length > 0 || records.some(({ isExpected }) => isExpected)) {
      items.push(...itemsOf(reference, { lines: linesOfReference, records, currency }))
    }
  }
  return items.toSorted(byAttention)
}

interface ComparedReference {
  readonly lines: readonly FileLine[]
  readonly records: readonly BookedRecord[]
  readonly currency: Currency
}

/**
 * Returns one item for each currency of the lines, which have one reference. All records belong to
 * one item: the item in `currency`, or else the first item. If records are in several currencies,
 * only those in `currency` count, or else those in the first currency.
 */
function itemsOf(
  reference: string,
  { lines, records, currency }: ComparedReference,
): ReconciledItem[] {
  const byCode = groupBy(lines, (line) => line.currency.code)
  const ofRecords = groupBy(records, (record) => record.currency.code)
  const sameCurrency = ofRecords.get(currency.code) ?? [...ofRecords.values()][0] ?? []
  const groups = byCode.size === 0 ? [[]] : [...byCode.values()]
  const owner = byCode.get(currency.code) ?? groups[0]
  return groups.map((group) =>
    itemOf(reference, { lines: group, records: group === owner ? sameCurrency : [], currency }),
  )
}

function itemOf(
  reference: string,
  { lines, records, currency }: ComparedReference,
): ReconciledItem {
  const fileMinor = lines.length === 0 ? undefined : sumOf(lines)
  const bookedMinor = records.length === 0 ? undefined : sumOf(records)
  const fileCurrency = lines[0]?.currency ?? currency
  const bookedCurrency = records[0]?.currency ?? currency
  const isOther = [fileCurrency, bookedCurrency].some(({ code }) => code !== currency.code)
  return {
    status: isOther ? 'different_currency' : statusOf(fileMinor, bookedMinor),
    reference,
    fileMinor,
    fileLines: lines.length,
    firstLine: lines[0]?.line,
    bookedMinor,
    fileCurrency,
    bookedCurrency,
    records: records.map(({ id }) => id),
  }
}

function sumOf(parts: readonly { readonly amountMinor: MinorUnits }[]): MinorUnits {
  return minorUnits(parts.reduce((sum, { amountMinor }) => sum + amountMinor, 0n))
}

function statusOf(file: MinorUnits | undefined, booked: MinorUnits | undefined): ItemStatus {
  if (booked === undefined) return 'missing_here'
  if (file === undefined) return 'missing_there'
  return file === booked ? 'matched' : 'different_amount'
}

function byAttention(a: ReconciledItem, b: ReconciledItem): number {
  const rank = ITEM_STATUSES.indexOf(a.status) - ITEM_STATUSES.indexOf(b.status)
  return rank === 0 ? (a.firstLine ?? 0) - (b.firstLine ?? 0) : rank
}
