import { dateAt, Refusal, notFound } from '../core/mod.ts'
import { equals, list, maybeRow, sql, type Db, type StockImportsRow } from '../db/mod.ts'
import { findImportRow, type ImportKey } from './import-rows.ts'

/**
 * The state of an import. If its row says RUNNING but it has stored nothing for a while, it is
 * INTERRUPTED: its process has most likely died.
 */
export const IMPORT_STATES = ['RUNNING', 'DONE', 'FAILED', 'INTERRUPTED'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** An import of codes: its progress and its counts. */
export interface StockImport extends ImportKey {
  readonly lot: string
  readonly isDryRun: boolean
  readonly state: ImportState
  /** The reason why it is FAILED. */
  readonly failure: string | undefined
  readonly actor: string
  readonly imported: number
  readonly duplicates: number
  readonly rejected: number
  /** Number of lines of the file that were read, with the header. */
  readonly lines: number
  /** Number of bytes of these lines. */
  readonly bytes: number
  /** The size of the whole file, if its sender has named it. */
  readonly bytesTotal: number | undefined
  /** Milliseconds. */
  readonly startedAt: number
  readonly progressAt: number
  readonly endedAt: number | undefined
}

const SILENT_MS_MAX = 120_000

/** Returns one import; refuses not_found. */
export async function findImport(db: Db, key: ImportKey, now: number): Promise<StockImport> {
  const row = await maybeRow(db, findImportRow(key))
  if (!row) throw noSuchImport()
  return toImport(row, now)
}

/**
 * Selects the imports of a product as of `now`, in milliseconds. If a state is given, only imports
 * in that state.
 */
interface ImportFilter {
  readonly productId: number
  readonly now: number
  readonly state?: ImportState | undefined
}

/** Returns a page of the imports of a product, newest first. */
export const listImports = list({
  from: 'stock_imports',
  columns: sql`*`,
  where: ({ productId, now, state }: ImportFilter) => {
    const silentSince = dateAt(now - SILENT_MS_MAX)
    return [
      equals('product_id', productId),
      equals('state', state === 'INTERRUPTED' ? 'RUNNING' : state),
      state === 'RUNNING' ? sql`progress_at >= ${silentSince}` : undefined,
      state === 'INTERRUPTED' ? sql`progress_at < ${silentSince}` : undefined,
    ]
  },
  order: 'started_at desc, import_id desc',
  sorts: { startedAt: ['started_at', 'import_id'] },
  to: (row: StockImportsRow, { now }) => toImport(row, now),
})

export function noSuchImport(): Refusal {
  return notFound('import')
}

function toImport(row: StockImportsRow, now: number): StockImport {
  const progressAt = row.progress_at.getTime()
  const isSilent = row.state === 'RUNNING' && now - progressAt > SILENT_MS_MAX
  return {
    productId: row.product_id,
    importId: row.import_id,
    lot: row.lot,
    isDryRun: row.is_dry_run,
    state: isSilent ? 'INTERRUPTED' : (row.state as ImportState),
    failure: row.failure ?? undefined,
    actor: row.actor,
    imported: row.imported,
    duplicates: row.duplicates,
    rejected: row.rejected,
    lines: row.last_line,
    bytes: Number(row.bytes),
    bytesTotal: row.bytes_total === null ? undefined : Number(row.bytes_total),
    startedAt: row.started_at.getTime(),
    progressAt,
    endedAt: row.ended_at?.getTime(),
  }
}
