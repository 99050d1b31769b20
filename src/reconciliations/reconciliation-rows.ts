import { dateAt, offsetOf, type PageRequest } from '../core/mod.ts'
import {
  bigint,
  integer,
  jsonb,
  sql,
  table,
  text,
  type ReconciliationItemsRow,
  type ReconciliationsRow,
  type Statement,
} from '../db/mod.ts'
import type { ItemStatus, ReconciledItem } from './compare.ts'
import type { NewReconciliation } from './reconciliation.ts'

const COLUMNS = sql.raw(
  `kind, partner_id, account_id, currency, from_at, before_at, file_name, file_sha256, file_lines,
   skipped_lines, matched, missing_here, missing_there, different_currency, different_amount,
   file_minor, booked_minor, made_at, made_by`,
)

export function insertReconciliation(
  reconciliation: NewReconciliation,
): Statement<{ reconciliation_id: bigint }> {
  const { counts } = reconciliation
  return sql`
    insert into reconciliations (${COLUMNS})
    values (
      ${reconciliation.kind}, ${reconciliation.partnerId ?? null},
      ${reconciliation.accountId ?? null}, ${reconciliation.currency.code},
      ${dateAt(reconciliation.fromMs)}, ${dateAt(reconciliation.beforeMs)},
      ${reconciliation.fileName ?? null},
      ${reconciliation.fileSha256}, ${reconciliation.fileLines}, ${reconciliation.skippedLines},
      ${counts.matched},
      ${counts.missing_here}, ${counts.missing_there}, ${counts.different_currency},
      ${counts.different_amount},
      ${reconciliation.fileMinor}, ${reconciliation.bookedMinor}, ${dateAt(reconciliation.madeAt)},
      ${reconciliation.madeBy})
    returning reconciliation_id`
}

const ITEMS = table<
  ReconciliationItemsRow,
  ReconciledItem & { readonly itemNo: number },
  { readonly id: bigint }
>(
  'reconciliation_items',
  {
    item_no: integer((item) => item.itemNo),
    status: text((item) => item.status),
    reference: text((item) => item.reference),
    file_minor: bigint((item) => item.fileMinor ?? null),
    file_lines: integer((item) => item.fileLines),
    first_line: integer((item) => item.firstLine ?? null),
    booked_minor: bigint((item) => item.bookedMinor ?? null),
    records: jsonb((item) => JSON.stringify(item.records)),
    file_currency: text((item) => item.fileCurrency.code),
    booked_currency: text((item) => item.bookedCurrency.code),
  },
  { reconciliation_id: bigint(({ id }) => id) },
)

/** `firstNo` is the number of the first of these items. */
export function insertItems(
  id: bigint,
  items: readonly ReconciledItem[],
  firstNo: number,
): Statement<never> {
  const rows = items.map((item, at) => ({ ...item, itemNo: firstNo + at }))
  return ITEMS.insert(rows, { id })
}

/** A row of an earlier version names an upstream, which has become a supplier account since. */
export type ListedRow = Omit<ReconciliationsRow, 'upstream_id'> & { supplier: string | null }

export function reconciliationById(id: number): Statement<ListedRow> {
  return sql`
    select ${LISTED} from reconciliations r
    where reconciliation_id = ${id}`
}

export const LISTED = sql`
  reconciliation_id, ${COLUMNS},
  (select a.adapter || ':' || a.name from supplier_accounts a
   where a.account_id = coalesce(r.account_id, (
     select u.account_id from upstreams u where u.upstream_id = r.upstream_id))) as supplier`

export function itemsOf(
  id: number,
  status: ItemStatus | undefined,
  page: PageRequest,
): Statement<ReconciliationItemsRow> {
  return sql`
    select ${ITEMS.names} from reconciliation_items
    where reconciliation_id = ${id}
      ${status === undefined ? sql`` : sql`and status = ${status}`}
    order by item_no limit ${page.pageSize} offset ${offsetOf(page)}`
}
