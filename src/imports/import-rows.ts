import { dateAt, drawNumber } from '../core/mod.ts'
import {
  maybeRow,
  insertRow,
  sql,
  type OldRows,
  type Statement,
  type StockImportReportsRow,
  type StockImportsRow,
} from '../db/mod.ts'
import type { FilePlace } from './import-work.ts'

/** Names an import. */
export interface ImportKey {
  readonly productId: number
  readonly importId: string
}

/** One run of an import. If another run takes it over, the row gets another epoch. */
export interface ImportRun extends ImportKey {
  readonly epoch: bigint
}

export interface NewStockImport extends ImportKey {
  readonly lot: string
  readonly isDryRun: boolean
  readonly actor: string
  readonly bytesTotal: number | undefined
  /** Milliseconds. */
  readonly now: number
}

/** Returns no row if the product has an import of this id. */
export function insertImport(newImport: NewStockImport): Statement<Pick<StockImportsRow, 'epoch'>> {
  const now = dateAt(newImport.now)
  const inserted = insertRow<StockImportsRow>('stock_imports', {
    product_id: newImport.productId,
    import_id: newImport.importId,
    lot: newImport.lot,
    is_dry_run: newImport.isDryRun,
    state: 'RUNNING',
    actor: newImport.actor,
    epoch: drawNumber(),
    bytes_total: newImport.bytesTotal,
    started_at: now,
    progress_at: now,
  })
  return sql`
    ${inserted}
    on conflict do nothing
    returning epoch`
}

/**
 * Takes over an import that is not done and has stored exactly `bytes`. Waits for a commit of the
 * former run, which can store nothing afterwards. Returns no row if that run has advanced.
 */
export function takeOver(
  { productId, importId }: ImportKey,
  { bytes, now }: { bytes: bigint; now: number },
): Statement<StockImportsRow> {
  return sql`
    update stock_imports
    set epoch = ${drawNumber()}, state = 'RUNNING', failure = null, ended_at = null,
        progress_at = ${dateAt(now)}
    where product_id = ${productId} and import_id = ${importId}::uuid
      and state <> 'DONE' and bytes = ${bytes}
    returning *`
}

/** The changes of an import by one chunk. */
export interface Advance {
  /** Bytes and lines of the file that were stored before this chunk. */
  readonly from: Pick<FilePlace, 'bytes' | 'lines'>
  readonly place: FilePlace
  readonly imported: number
  readonly duplicates: number
  readonly rejected: number
  readonly end: ImportEnd | undefined
  readonly now: number
}

export type ImportEnd =
  | { readonly state: 'DONE' }
  | { readonly state: 'FAILED'; readonly failure: string }

/** Returns no row if another run has taken the import over, or if the previous chunk was lost. */
export function advance(
  { productId, importId, epoch }: ImportRun,
  { from, place, end, ...added }: Advance,
): Statement<{ import_id: string }> {
  const now = dateAt(added.now)
  return sql`
    update stock_imports
    set imported = imported + ${added.imported}, duplicates = duplicates + ${added.duplicates},
        rejected = rejected + ${added.rejected}, last_line = ${place.lines},
        bytes = ${place.bytes}, bytes_hash = ${place.hash}, progress_at = ${now},
        state = ${end?.state ?? 'RUNNING'}, ended_at = ${end ? now : null}::timestamptz,
        failure = ${end?.state === 'FAILED' ? end.failure : null}
    where product_id = ${productId} and import_id = ${importId}::uuid and epoch = ${epoch}
      and bytes = ${from.bytes} and last_line = ${from.lines}
    returning import_id`
}

/** Ends a run before the end of its file. */
export function endRun(
  { productId, importId, epoch }: ImportRun,
  failure: string | undefined,
  now: number,
): Statement<never> {
  return sql`
    update stock_imports
    set state = ${failure === undefined ? 'INTERRUPTED' : 'FAILED'},
        failure = ${failure ?? null}, ended_at = ${dateAt(now)}
    where product_id = ${productId} and import_id = ${importId}::uuid and epoch = ${epoch}
      and state = 'RUNNING'`
}

export function findImportRow({ productId, importId }: ImportKey): Statement<StockImportsRow> {
  return sql`
    select * from stock_imports
    where product_id = ${productId} and import_id = ${importId}::uuid`
}

export type NewReport = Pick<StockImportReportsRow, 'first_line' | 'rejected' | 'report'>

export function insertReport(
  { productId, importId }: ImportKey,
  { first_line, rejected, report }: NewReport,
): Statement<never> {
  return sql`
    insert into stock_import_reports (product_id, import_id, first_line, rejected, report)
    values (${productId}, ${importId}::uuid, ${first_line}, ${rejected}, ${report})`
}

/** The report after a line, chunk by chunk; `isRejected`: only chunks with a rejected line. */
export function readReports(
  { productId, importId }: ImportKey,
  { after, isRejected, limit }: { after: number; isRejected: boolean; limit: number },
): Statement<Pick<StockImportReportsRow, 'first_line' | 'report'>> {
  return sql`
    select first_line, report from stock_import_reports
    where product_id = ${productId} and import_id = ${importId}::uuid
      and first_line > ${after} and (rejected > 0 or not ${isRejected}::boolean)
    order by first_line
    limit ${limit}`
}

/**
 * Deletes imports without progress, in any state, with their reports. Their codes, lots and audit
 * entries stay. A transaction deletes one import, so that a stopping service does not wait for
 * long.
 */
export const OLD_IMPORTS: OldRows = {
  rowsMax: 1,
  stepsMax: 100,
  async remove(tx, { before }) {
    const row = await maybeRow(tx, lockOldImport(before))
    if (!row) return 0
    const key = { productId: row.product_id, importId: row.import_id }
    tx.write(deleteReports(key))
    tx.write(deleteImport(key))
    return 1
  },
}

/** Locks one import without progress since `before` that no other transaction has locked. */
function lockOldImport(
  before: number,
): Statement<Pick<StockImportsRow, 'product_id' | 'import_id'>> {
  return sql`
    select product_id, import_id from stock_imports
    where progress_at < ${dateAt(before)}
    order by progress_at
    limit 1
    for update skip locked`
}

function deleteReports({ productId, importId }: ImportKey): Statement<never> {
  return sql`
    delete from stock_import_reports
    where product_id = ${productId} and import_id = ${importId}::uuid`
}

function deleteImport({ productId, importId }: ImportKey): Statement<never> {
  return sql`
    delete from stock_imports
    where product_id = ${productId} and import_id = ${importId}::uuid`
}
