import {
  minorUnits,
  storedCurrency,
  type Currency,
  type Page,
  type PageRequest,
  notFound,
} from '../core/mod.ts'
import {
  between,
  equals,
  list,
  maybeRow,
  type Db,
  type ReconciliationItemsRow,
  type TimeRange,
} from '../db/mod.ts'
import { ITEM_STATUSES, type ItemStatus, type ReconciledItem } from './compare.ts'
import { itemsOf, LISTED, reconciliationById, type ListedRow } from './reconciliation-rows.ts'
import type { Reconciliation, ReconciliationKind } from './reconciliation.ts'

interface ReconciliationFilter extends TimeRange {
  readonly kind?: ReconciliationKind | undefined
}

/** Returns a page of the reconciliations, newest first. */
export const listReconciliations = list({
  from: 'reconciliations r',
  columns: LISTED,
  where: ({ kind, ...range }: ReconciliationFilter) => [
    equals('kind', kind),
    ...between('made_at', range),
  ],
  order: 'reconciliation_id desc',
  sorts: { madeAt: ['reconciliation_id'] },
  to: toReconciliation,
})

/** Refuses not_found. */
export async function findReconciliation(db: Db, id: number): Promise<Reconciliation> {
  const row = await maybeRow(db, reconciliationById(id))
  if (!row) throw notFound('reconciliation')
  return toReconciliation(row)
}

/** Returns a page of the items of a reconciliation, those that need attention first. */
export async function listReconciledItems(
  db: Db,
  { reconciliationId, counts, currency }: Reconciliation,
  { status, ...page }: PageRequest & { readonly status: ItemStatus | undefined },
): Promise<Page<ReconciledItem>> {
  const rows = await db.rows(itemsOf(reconciliationId, status, page))
  const total = status ? counts[status] : ITEM_STATUSES.reduce((sum, one) => sum + counts[one], 0)
  return { rows: rows.map((row) => toItem(row, currency)), total }
}

function toReconciliation(row: ListedRow): Reconciliation {
  return {
    reconciliationId: Number(row.reconciliation_id),
    kind: row.kind as ReconciliationKind,
    partnerId: row.partner_id ?? undefined,
    accountId: row.account_id ?? undefined,
    supplier: row.supplier ?? undefined,
    currency: storedCurrency(row.currency),
    fromMs: row.from_at.getTime(),
    beforeMs: row.before_at.getTime(),
    fileName: row.file_name ?? undefined,
    fileSha256: row.file_sha256,
    fileLines: row.file_lines,
    skippedLines: row.skipped_lines,
    counts: {
      matched: row.matched,
      missing_here: row.missing_here,
      missing_there: row.missing_there,
      different_currency: row.different_currency,
      different_amount: row.different_amount,
    },
    fileMinor: minorUnits(row.file_minor),
    bookedMinor: minorUnits(row.booked_minor),
    madeAt: row.made_at.getTime(),
    madeBy: row.made_by,
  }
}

/** Rows of an earlier version have no currencies of their own. */
function toItem(row: ReconciliationItemsRow, currency: Currency): ReconciledItem {
  const { file_currency: file, booked_currency: booked } = row
  return {
    status: row.status as ItemStatus,
    reference: row.reference,
    fileMinor: row.file_minor === null ? undefined : minorUnits(row.file_minor),
    fileLines: row.file_lines,
    firstLine: row.first_line ?? undefined,
    bookedMinor: row.booked_minor === null ? undefined : minorUnits(row.booked_minor),
    fileCurrency: file === null ? currency : storedCurrency(file),
    bookedCurrency: booked === null ? currency : storedCurrency(booked),
    records: row.records as string[],
  }
}
