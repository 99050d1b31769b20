import { csvCell } from '../core/mod.ts'
import { between, equals, list, maybeRow, type Db, type TimeRange } from '../db/mod.ts'
import {
  noSuchCreditImport,
  sumOf,
  toCreditImport,
  type CreditImport,
  type CreditImportKey,
  type CreditImportRow,
  type CreditImportState,
  type CreditTotal,
} from './credit-import.ts'
import { findRow, withOutcome, readErrors, readReports, totalsLeft } from './credit-import-rows.ts'
import type { RowError } from './credit-row.ts'

/** Returns an import; refuses not_found. */
export async function findCreditImport(db: Db, key: CreditImportKey): Promise<CreditImport> {
  const row = await maybeRow(db, findRow(key))
  if (!row) throw noSuchCreditImport()
  return toCreditImport(row)
}

/** The filters of the list of imports. An undefined filter selects all. */
interface CreditImportFilter extends TimeRange {
  readonly partnerId: number
  readonly state?: CreditImportState | undefined
}

/** Returns a page of the imports of a partner, newest first. */
export const listCreditImports = list({
  from: 'credit_imports',
  columns: withOutcome,
  where: ({ partnerId, state, ...range }: CreditImportFilter) => [
    equals('partner_id', partnerId),
    equals('state', state),
    ...between('created_at', range),
  ],
  order: 'created_at desc, import_id desc',
  sorts: { createdAt: ['created_at', 'import_id'] },
  to: (row: CreditImportRow) => toCreditImport(row),
})

/** Returns the sums that an import has not credited yet, by currency. */
export async function creditsLeft(db: Db, key: CreditImportKey): Promise<CreditTotal[]> {
  return sumOf((await db.rows(totalsLeft(key))).map(({ totals }) => totals))
}

const ERRORS_LISTED_MAX = 1_000

/** Returns the first ERRORS_LISTED_MAX errors of an import. */
export async function listCreditErrors(db: Db, key: CreditImportKey): Promise<RowError[]> {
  const parts = await db.rows(readErrors(key, ERRORS_LISTED_MAX))
  return parts.flatMap(({ errors }) => errors as RowError[]).slice(0, ERRORS_LISTED_MAX)
}

const REPORT_HEADER = 'line,reference,outcome,walletId,amount,currency,transactionId,reason\n'
const PARTS_READ = 8

/** Yields the report of an import as CSV: its errors, or the outcome of each row. */
export async function* readCreditReport(db: Db, key: CreditImportKey): AsyncGenerator<string> {
  yield REPORT_HEADER
  for (let after = -1; ;) {
    const parts = await db.rows(readReports(key, { after, limit: PARTS_READ }))
    for (const { report, errors } of parts) yield report ?? errorLines(errors as RowError[])
    const last = parts.at(-1)
    if (!last) return
    after = last.part_no
  }
}

function errorLines(errors: readonly RowError[]): string {
  return errors
    .map(({ line, field, message }) => {
      const reason = csvCell(field === '' ? message : `${field} ${message}`)
      return `${line},,rejected,,,,,${reason}\n`
    })
    .join('')
}
