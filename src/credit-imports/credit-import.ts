import {
  minorUnits,
  Refusal,
  storedCurrency,
  type Clock,
  type Currency,
  type MinorUnits,
  notFound,
} from '../core/mod.ts'
import type { CreditImportPartsRow, CreditImportsRow, Database } from '../db/mod.ts'
import type { Ledger } from '../ledger/mod.ts'
import type { Vault } from '../vault/mod.ts'

export const CREDIT_IMPORT_STATES = [
  'CHECKING',
  'REJECTED',
  'CHECKED',
  'RUNNING',
  'STOPPED',
  'CANCELLED',
  'DONE',
] as const
export type CreditImportState = (typeof CREDIT_IMPORT_STATES)[number]

export interface CreditContext {
  readonly db: Database
  readonly clock: Clock
  readonly vault: Vault
  readonly ledger: Ledger
}

/** Names an import of credits. */
export interface CreditImportKey {
  readonly partnerId: number
  readonly importId: string
}

/** A file of credits, and its progress. */
export interface CreditImport extends CreditImportKey {
  readonly state: CreditImportState
  readonly fileReference: string
  readonly isDryRun: boolean
  readonly createsConsumers: boolean
  readonly actor: string
  readonly rows: number
  /** Number of rows that cannot be credited. */
  readonly errors: number
  /** Number of rows that this import has credited. */
  readonly credited: number
  /** Number of rows that were credited before. */
  readonly repeated: number
  readonly refused: number
  /** The reason why it is STOPPED, or was REJECTED before its end. */
  readonly failure: string | undefined
  /** Milliseconds. */
  readonly createdAt: number
  readonly progressAt: number
  readonly startedAt: number | undefined
  readonly endedAt: number | undefined
}

/** The sum of the credits in one currency. */
export interface CreditTotal {
  readonly currency: Currency
  readonly rows: number
  readonly amountMinor: MinorUnits
}

/** Minor units as text and a number of rows, by currency. */
export type StoredTotals = Readonly<Record<string, readonly [minor: string, rows: number]>>

/** Returns the sums of several parts, by the code of the currency. */
export function sumOf(parts: readonly StoredTotals[]): CreditTotal[] {
  const sums = new Map<string, { minor: bigint; rows: number }>()
  for (const [code, [minor, rows]] of parts.flatMap((totals) => Object.entries(totals))) {
    const before = sums.get(code) ?? { minor: 0n, rows: 0 }
    sums.set(code, { minor: before.minor + BigInt(minor), rows: before.rows + rows })
  }
  return [...sums]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([code, { minor, rows }]) => ({
      currency: storedCurrency(code),
      rows,
      amountMinor: minorUnits(minor),
    }))
}

export interface CreditImportRow extends CreditImportsRow {
  /** Credited, repeated, refused. */
  outcome: bigint[]
}

export function toCreditImport(row: CreditImportRow): CreditImport {
  const [credited, repeated, refused] = row.outcome.map(Number)
  return {
    partnerId: row.partner_id,
    importId: row.import_id,
    state: row.state as CreditImportState,
    fileReference: row.file_reference,
    isDryRun: row.is_dry_run,
    createsConsumers: row.creates_consumers,
    actor: row.actor,
    rows: row.row_count,
    errors: row.error_count,
    credited: credited ?? 0,
    repeated: repeated ?? 0,
    refused: refused ?? 0,
    failure: row.failure ?? undefined,
    createdAt: row.created_at.getTime(),
    progressAt: row.progress_at.getTime(),
    startedAt: row.started_at?.getTime(),
    endedAt: row.ended_at?.getTime(),
  }
}

export function noSuchCreditImport(): Refusal {
  return notFound('import')
}

/** Returns the sealing context of the rows of a part. */
export function contextOfPart(
  { partnerId, importId }: CreditImportKey,
  partNo: CreditImportPartsRow['part_no'],
): string {
  return `credit_import_parts:${partnerId}:${importId}:${partNo}`
}
