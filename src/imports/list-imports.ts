import { Refusal, type Page, type PageRequest } from '../core/mod.ts'
import { maybeRow, oneRow, type Db, type StockImportsRow } from '../db/mod.ts'
import { countImports, findImportRow, type ImportKey, pageOfImports } from './import-rows.ts'

/**
 * The state of an import. One that is RUNNING in its row, and has stored nothing for a while, is
 * INTERRUPTED: its process has most likely ended.
 */
export const IMPORT_STATES = ['RUNNING', 'DONE', 'FAILED', 'INTERRUPTED'] as const
export type ImportState = (typeof IMPORT_STATES)[number]

/** An import of codes: its progress and its counts. */
export interface StockImport extends ImportKey {
  readonly lot: string
  readonly isDryRun: boolean
  readonly state: ImportState
  /** Why it is FAILED. */
  readonly failure: string | undefined
  readonly actor: string
  readonly imported: number
  readonly duplicates: number
  readonly rejected: number
  /** Lines of the file that were read, with the header, and their bytes. */
  readonly lines: number
  readonly bytes: number
  /** Of the whole file, if its sender has named its size. */
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

/** Returns a page of the imports of a product, newest first. */
export async function listImports(
  db: Db,
  productId: number,
  {
    now,
    state,
    ...page
  }: PageRequest & { readonly now: number; readonly state?: ImportState | undefined },
): Promise<Page<StockImport>> {
  const filter = { productId, state, silentSince: now - SILENT_MS_MAX }
  const { total } = await oneRow(db, countImports(filter))
  const rows = await db.rows(pageOfImports(filter, page))
  return { rows: rows.map((row) => toImport(row, now)), total: Number(total) }
}

export function noSuchImport(): Refusal {
  return new Refusal('not_found', 'no such import')
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
